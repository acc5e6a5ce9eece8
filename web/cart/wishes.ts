import type { Cart, CartItem } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";

/** What the shopper wants of a line and the shop has not confirmed yet. An empty wish says that its price was seen. */
export interface Wish {
  quantity?: number;
  saved?: boolean;
  removed?: true;
}
export type Wishes = ReadonlyMap<number, Wish>;

/** The cart as it will be once every wish is granted: shown at once, corrected by the answer. */
export function withWishes(cart: Cart, wishes: Wishes): Cart {
  if (wishes.size === 0) return cart;
  const wished = (lines: CartItem[], saved: boolean) =>
    lines.flatMap((line) => {
      const wish = wishes.get(line.id);
      return wish?.removed ? [] : [{ line: wish ? wishedLine(line, wish) : line, saved: wish?.saved ?? saved }];
    });
  const lines = [...wished(cart.items, false), ...wished(cart.saved_for_later, true)];
  const items = lines.filter(({ saved }) => !saved).map(({ line }) => line);
  const subtotal = sum(items.filter(isSold).map(({ line_total }) => line_total.amount));
  const change = subtotal - cart.totals.subtotal.amount;
  return {
    ...cart,
    items,
    saved_for_later: lines.filter(({ saved }) => saved).map(({ line }) => line),
    quantity: sum(items.map(({ quantity }) => quantity)),
    totals: {
      ...cart.totals,
      subtotal: plus(cart.totals.subtotal, change),
      total: plus(cart.totals.total, change),
      due: plus(cart.totals.due, Math.max(change, -cart.totals.due.amount)),
    },
    // What is mended makes it possible again; what else there is to say comes with the answer.
    can_checkout: items.length > 0 && (cart.can_checkout || !items.some(isBlocked)),
  };
}

/** A price that was seen is no longer news; enough units are left once fewer are wanted. */
function wishedLine(line: CartItem, { quantity = line.quantity }: Wish): CartItem {
  const problems = line.problems.filter(({ code, available = 0 }) =>
    code === "insufficient_stock" || code === "over_limit"
      ? quantity > available
      : code === "out_of_stock" || code === "unavailable",
  );
  return { ...line, quantity, problems, line_total: { ...line.unit_price, amount: line.unit_price.amount * quantity } };
}

const isBlocked = ({ problems }: CartItem) => problems.some(({ code }) => !code.startsWith("price_"));
const isSold = ({ problems }: CartItem) => !problems.some(({ code }) => code === "unavailable");
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
const plus = (money: Money, amount: number): Money => ({ ...money, amount: money.amount + amount });
