import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { WishlistItem } from "#contract/wishlist.ts";
import { call, query } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { useIsSignedIn } from "#web/api/session/require-customer.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";

export const wishlist = () => query("GET /wishlist", {});

/** The wishlist; fetched only when signed in. */
export const useWishlist = () => useQuery({ ...wishlist(), enabled: useIsSignedIn() });

interface WishlistChange {
  productId: number;
  wished: boolean;
  /** Shown until the server answers. */
  product?: ProductCard | null;
}

/** Adds or removes a product: optimistic, rolled back when rejected. */
export function useToggleWishlist() {
  const client = useQueryClient();
  const key = wishlist().queryKey;
  return useMutation<{ data: WishlistItem[] }, CallProblem, WishlistChange, { data: WishlistItem[] } | undefined>({
    mutationKey: ["wish"],
    scope: { id: "wish" },
    mutationFn: ({ productId, wished }) =>
      wished
        ? call("POST /wishlist", { body: { product_id: productId } })
        : call("DELETE /wishlist/:product_id", { params: { product_id: productId } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      // Without the list a single entry would look like all of it.
      client.setQueryData(key, before && { data: applyChange(before.data, change) });
      return before;
    },
    onError: (problem, _move, before) => {
      if (problem.code !== "user_changed") client.setQueryData(key, before);
      toastProblem()(problem);
    },
    onSettled: (answer) => {
      // A later mutation decides.
      if (client.isMutating({ mutationKey: ["wish"] }) === 1) {
        // A list requested meanwhile, as after signing in, may be older.
        void client.cancelQueries({ queryKey: key });
        void (answer ? client.setQueryData(key, answer) : client.invalidateQueries({ queryKey: key }));
      }
      return client.invalidateQueries({ queryKey: query("GET /account/counts", {}).queryKey });
    },
  });
}

/** The list after the change, new entries first. */
export function applyChange(
  items: WishlistItem[],
  { productId, wished, product = null }: WishlistChange,
): WishlistItem[] {
  const others = items.filter(({ product_id }) => product_id !== productId);
  if (!wished) return others;
  const existing = items.find(({ product_id }) => product_id === productId);
  return [existing ?? { product_id: productId, added_at: new Date().toISOString(), product }, ...others];
}
