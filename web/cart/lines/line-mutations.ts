import type { Cart, CartItem } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";

/** An unconfirmed change of a line; an empty one confirms its price. */
export interface LineMutation {
  quantity?: number;
  saved?: boolean;
  removed?: true;
}
export type LineMutations = ReadonlyMap<number, LineMutation>;

/** The cart with pending mutations applied, shown until the server answers. */
export function applyMutations(cart: Cart, mutations: LineMutations): Cart {
  if (mutations.size === 0) return cart;
  const applied = (lines: CartItem[], saved: boolean) =>
    lines.flatMap((line) => {
      const mutation = mutations.get(line.id);
      return mutation?.removed
        ? []
        : [{ line: mutation ? applyToLine(line, mutation) : line, saved: mutation?.saved ?? saved }];
    });
  const lines = [...applied(cart.items, false), ...applied(cart.saved_for_later, true)];
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
    // Resolved problems allow the checkout; the server's answer decides.
    can_checkout: items.length > 0 && (cart.can_checkout || !items.some(isBlocked)),
  };
}

/** Drops confirmed price changes and resolved stock problems. */
function applyToLine(line: CartItem, { quantity = line.quantity }: LineMutation): CartItem {
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
