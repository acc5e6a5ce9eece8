import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { create } from "zustand";
import type { Cart } from "#contract/cart.ts";
import { call, query } from "#web/api/call.ts";
import { cacheCart, cartKey, cartSettled, onCartAnnounced } from "#web/api/cart-cache.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { isStaff, onUserChange, useSession } from "#web/api/session/session.ts";
import { ensureGuestCart, forgetGuest, hasGuestId, withGuestCart } from "./guest.ts";

export const cartQuery = () => ({
  ...query("GET /cart", {}),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    await cartSettled();
    return withGuestCart(() => call("GET /cart", {}, { signal }));
  },
});
/** The cart of this guest or customer; not fetched until the session is known, nor for administrators. */
export function useCart() {
  const { status, role } = useSession();
  const isCustomer = status === "in" && !isStaff({ role });
  const profile = useProfile();
  const enabled = status === "out" || (isCustomer && !profile.isPending);
  const { data, ...cart } = useQuery({ ...cartQuery(), enabled, refetchOnReconnect: true });
  return { ...cart, data: isStaff({ role }) ? undefined : data, hasNone: status === "in" && isStaff({ role }) };
}

/** Ids of the products in the cart. */
export const useProductsInCart = (): number[] => (useCart().data?.items ?? []).map(({ product }) => product.id);

/** Adds units to the cart and opens the drawer; `error` has a message for the customer. */
export function useAddToCart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (line: { variation_id: number; quantity: number }) =>
      withGuestCart(() => call("POST /cart", { body: line })),
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

/** Starts a guest cart when signed out and refetches after signing in. Mount it once. */
export function useCartSession() {
  const client = useQueryClient();
  const status = useSession((session) => session.status);
  useEffect(() => {
    if (status === "out")
      ensureGuestCart().catch((error: unknown) => console.error("A guest cart could not be started.", error));
  }, [status]);
  useEffect(() => {
    return onCartAnnounced(() => void client.invalidateQueries({ queryKey: cartKey }));
  }, [client]);
  useEffect(
    () =>
      onUserChange((now) => {
        // Staff have no cart, and a guest's stays as it is.
        if (now.status !== "in" || isStaff(now)) return;
        // The server merged the guest cart into the customer's.
        if (hasGuestId()) {
          forgetGuest();
          void import("./merge-notice.ts").then(({ showMergeNotice }) => showMergeNotice(client));
        }
        void client.invalidateQueries({ queryKey: cartKey });
      }),
    [client],
  );
}

/** Whether the cart drawer is open, and the variation just added. */
export const useCartDrawer = create<{ open: boolean; added: number | null }>(() => ({ open: false, added: null }));

const openCartDrawer = (added: number) => useCartDrawer.setState({ open: true, added });
export const closeCartDrawer = () => useCartDrawer.setState({ open: false });
