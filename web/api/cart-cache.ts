import type { QueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { query } from "./call.ts";

export const cartKey = query("GET /cart", {}).queryKey;

interface LineQueue {
  /** Resolves when the queue is idle. */
  idle: () => Promise<void>;
  /** Takes over a cart from another request; false when the queue is idle. */
  take: (cart: Cart) => boolean;
}
let lines: LineQueue | undefined;
/**
 * Registers the line queue: fetches wait until it is idle, and carts received meanwhile go through it, as an answer in
 * between would undo a press.
 */
export const setLineQueue = (queue: LineQueue) => {
  lines = queue;
};
export const cartSettled = () => lines?.idle();

/**
 * Caches a cart that a write or its refusal has answered, unless a newer one is cached, cancels older requests, invalidates
 * the quote and announces the cart to other tabs. The only way to do so.
 */
export function cacheCart(client: QueryClient, cart: Cart) {
  announceCart();
  void client.cancelQueries({ queryKey: cartKey });
  if (!lines?.take(cart)) client.setQueryData<Cart>(cartKey, (shown) => latestCart(cart, shown));
  void client.invalidateQueries({ queryKey: ["GET /checkout/quote"] });
}

/** The newer version of a cart, as responses may arrive out of order; of two carts the one received last. */
export const latestCart = (received: Cart, cached: Cart | undefined): Cart =>
  cached && cached.id === received.id && cached.version > received.version ? cached : received;

/** The shop's tabs in this browser; sockets tell only customers of their carts. */
const tabs = typeof window !== "undefined" && "BroadcastChannel" in window ? new BroadcastChannel("cart") : undefined;

/** Has the other tabs fetch the cart, which has changed here. */
export const announceCart = () => tabs?.postMessage(null);

/** Calls `then` when another tab has changed the cart. Returns the unsubscribe function. */
export function onCartAnnounced(then: () => void) {
  tabs?.addEventListener("message", then);
  return () => tabs?.removeEventListener("message", then);
}
