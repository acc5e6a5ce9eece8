import type { Cart } from "#contract/cart.ts";
import type { OrderItem } from "#contract/orders/orders.ts";
import type { Toast } from "#web/ui/feedback/toast-store.ts";
import { say, sayCount } from "#words/say.ts";

type Ordered = Pick<OrderItem, "variation_id" | "name" | "quantity">;
interface Reorder {
  /** Units that the cart gained. */
  added: number;
  items: Ordered[];
  cart: Pick<Cart, "items">;
}

/** How many units a new order of the same items put into the cart, and which items it could not put there. */
export function reorderTexts({ added, items, cart }: Reorder): Toast {
  const missing = listMissing(items, cart);
  const named = missing.length > 0 && say("Not available: {items}.", { items: missing.join(", ") });
  if (added <= 0)
    return {
      title: say("Nothing was added: these items are in your cart or no longer available"),
      ...(named ? { description: named } : {}),
    };
  const title = sayCount("1 item added to your cart", "{n} items added to your cart", added);
  if (added >= items.reduce((sum, { quantity }) => sum + quantity, 0)) return { tone: "success", title };
  const description = named || say("The others are in your cart already or not available.");
  return { tone: "success", title, description };
}

/** The names of items of which the cart has fewer units than were ordered. */
function listMissing(items: Ordered[], cart: Pick<Cart, "items">): string[] {
  const inCart = new Map(cart.items.map(({ variation_id, quantity }) => [variation_id, quantity]));
  const short = items.filter(
    ({ variation_id, quantity }) => variation_id === null || (inCart.get(variation_id) ?? 0) < quantity,
  );
  return [...new Set(short.map(({ name }) => name))];
}
