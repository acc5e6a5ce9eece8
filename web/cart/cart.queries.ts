import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Cart } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { useProfile } from "#web/api/profile.ts";
import { query } from "#web/api/query.ts";
import { onAnotherPerson, useSession } from "#web/api/session.ts";
import { openCartDrawer } from "./drawer-store.ts";
import { asShopper, beGuest, forgetGuest, hasGuestId } from "./guest.ts";
import { laterCart } from "./later-cart.ts";
import type { LineQueue } from "./line-queue.ts";

export const cartQuery = () => ({
  ...query("GET /cart", {}),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    await lines?.idle();
    return asShopper(() => call("GET /cart", {}, { signal }));
  },
});
let lines: Pick<LineQueue, "idle" | "take"> | undefined;
/**
 * From now on the cart is asked for when no line is changing, and a cart that comes while one is goes there first: an
 * answer from in between would undo a press.
 */
export const changeLinesIn = (queue: NonNullable<typeof lines>) => {
  lines = queue;
};
/** Where the cart stands in the cache of answers. */
export const cartKey = query("GET /cart", {}).queryKey;

/** Shows this cart unless a later one is shown, and none that was asked for before; its price delivered is asked for anew. */
export function keepCart(client: QueryClient, cart: Cart) {
  void client.cancelQueries({ queryKey: cartKey });
  if (!lines?.take(cart)) client.setQueryData<Cart>(cartKey, (shown) => laterCart(cart, shown));
  void client.invalidateQueries({ queryKey: ["GET /checkout/quote"] });
}

/** The cart of this guest or customer. Nothing is asked while it is not known who is here, nor ever for administrators. */
export function useCart() {
  const { status, role } = useSession();
  const isCustomer = status === "in" && role !== "admin";
  const profile = useProfile();
  const enabled = status === "out" || (isCustomer && !profile.isPending);
  const { data, ...cart } = useQuery({ ...cartQuery(), enabled, refetchOnReconnect: true });
  return { ...cart, data: role === "admin" ? undefined : data, hasNone: status === "in" && role === "admin" };
}

/** Keeps the cart with the person: a guest cart where nobody is signed in, and a fresh look after signing in. Mount it once. */
export function useCartOfPerson() {
  const client = useQueryClient();
  const status = useSession((session) => session.status);
  useEffect(() => {
    if (status === "out")
      beGuest().catch((error: unknown) => console.error("A guest cart could not be started.", error));
  }, [status]);
  useEffect(
    () =>
      onAnotherPerson((now) => {
        if (now.status !== "in") return;
        // What the guest had chosen is in the customer's cart now; an administrator leaves it for later.
        if (now.role === "customer" && hasGuestId()) {
          forgetGuest();
          void import("./merge-news.ts").then(({ tellOfMerge }) => tellOfMerge(client));
        }
        void client.invalidateQueries({ queryKey: cartKey });
      }),
    [client],
  );
}

/** Puts units of a variation into the cart, then shows the cart. `error` carries words for the shopper. */
export function useAddToCart() {
  const client = useQueryClient();
  return useMutation<Cart, CallProblem, { variation_id: number; quantity: number }>({
    mutationFn: (line) => asShopper(() => call("POST /cart", { body: line })),
    onSuccess: (cart, { variation_id }) => {
      keepCart(client, cart);
      openCartDrawer(variation_id);
    },
    onError: ({ details, status }) => {
      if (details.cart) keepCart(client, details.cart as Cart);
      // There is less of it than its page said.
      if (status === 409) void client.invalidateQueries({ queryKey: ["GET /product/details/:slug"] });
    },
  });
}
