import type { CartItem } from "#contract/cart.ts";
import { maxOrderAmount } from "#contract/money.ts";

/** Whether goods come to more than one order may. */
export const exceedsOrderMaximum = (goods: { price: number; quantity: number }[]) =>
  goods.reduce((sum, { price, quantity }) => sum + price * quantity, 0) > maxOrderAmount;

/**
 * Marks lines with which an order would come to more than it may, as prices rose or carts were merged: they are shown,
 * say how many units there is room for, and do not count.
 */
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
