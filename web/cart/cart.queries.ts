import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import type { LineQueue } from "#web/cart/lines/line-queue.ts";
import { openCartDrawer } from "./drawer-store.ts";
import { withGuestCart } from "./guest.ts";
import { latestCart } from "./latest-cart.ts";

export const cartQuery = () => ({
  ...query("GET /cart", {}),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    await lines?.idle();
    return withGuestCart(() => call("GET /cart", {}, { signal }));
  },
});
let lines: Pick<LineQueue, "idle" | "take"> | undefined;
/**
 * Registers the line queue: fetches wait until it is idle, and carts received meanwhile go through it, as an answer in
 * between would undo a press.
 */
export const setLineQueue = (queue: NonNullable<typeof lines>) => {
  lines = queue;
};
/** Query key of the cart. */
export const cartKey = query("GET /cart", {}).queryKey;

/** Caches a cart unless a newer one is cached, cancels older requests and invalidates the quote. */
export function cacheCart(client: QueryClient, cart: Cart) {
  void client.cancelQueries({ queryKey: cartKey });
  if (!lines?.take(cart)) client.setQueryData<Cart>(cartKey, (shown) => latestCart(cart, shown));
  void client.invalidateQueries({ queryKey: ["GET /checkout/quote"] });
}

/** The cart of this guest or customer; not fetched until the session is known, nor for administrators. */
export function useCart() {
  const { status, role } = useSession();
  const isCustomer = status === "in" && role !== "admin";
  const profile = useProfile();
  const enabled = status === "out" || (isCustomer && !profile.isPending);
  const { data, ...cart } = useQuery({ ...cartQuery(), enabled, refetchOnReconnect: true });
  return { ...cart, data: role === "admin" ? undefined : data, hasNone: status === "in" && role === "admin" };
}

/** Adds units to the cart and opens the drawer; `error` has a message for the customer. */
export function useAddToCart() {
  const client = useQueryClient();
  return useMutation<Cart, CallProblem, { variation_id: number; quantity: number }>({
    mutationFn: (line) => withGuestCart(() => call("POST /cart", { body: line })),
    onSuccess: (cart, { variation_id }) => {
      cacheCart(client, cart);
      openCartDrawer(variation_id);
    },
    onError: ({ details, status }) => {
      if (details.cart) cacheCart(client, details.cart as Cart);
      // The product page showed more stock than there is.
      if (status === 409) void client.invalidateQueries({ queryKey: ["GET /product/details/:slug"] });
    },
  });
}
