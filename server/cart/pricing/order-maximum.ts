import type { CartItem } from "#contract/cart.ts";
import { maxOrderAmount } from "#contract/money.ts";

/** Whether the subtotal exceeds the maximum of an order. */
export const exceedsOrderMaximum = (goods: { price: number; quantity: number }[]) =>
  goods.reduce((sum, { price, quantity }) => sum + price * quantity, 0) > maxOrderAmount;

/** Marks lines above the maximum of an order with the quantity that fits; they are excluded from the totals. */
export function applyOrderMaximum(items: CartItem[], isSold: (item: CartItem) => boolean) {
  let left = maxOrderAmount;
  const beyond = new Set<CartItem>();
  const marked = items.map((item): CartItem => {
    if (!isSold(item)) return item;
    const { amount } = item.line_total;
    if (amount <= left) {
      left -= amount;
      return item;
    }
    const available = Math.floor(left / item.unit_price.amount);
    const others = item.problems.filter(({ code }) => code !== "over_limit");
    const problems = [...others, { code: "over_limit" as const, available }];
    const tooMuch = { ...item, max_quantity: Math.min(item.max_quantity, available), problems };
    beyond.add(tooMuch);
    return tooMuch;
  });
  return { items: marked, counts: (item: CartItem) => isSold(item) && !beyond.has(item) };
}
