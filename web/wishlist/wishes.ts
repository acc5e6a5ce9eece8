import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProductCard } from "#contract/catalogue/products.ts";
import type { WishlistItem } from "#contract/wishlist.ts";
import { useIsCustomer } from "#web/api/as-customer.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";
import { toast } from "#web/ui/toast-store.ts";

export const wishlist = () => query("GET /wishlist", {});

/** What the customer wishes for; asked for only while one is signed in. */
export function useWishes() {
  return useQuery({ ...wishlist(), enabled: useIsCustomer() });
}

interface Move {
  productId: number;
  wished: boolean;
  /** What is known of it, to be shown until the answer comes. */
  product?: ProductCard | null;
}

/** Wishes for a product or no longer does: shown at once where the list is known, taken back where the shop refuses. */
export function useWish() {
  const client = useQueryClient();
  const key = wishlist().queryKey;
  return useMutation<{ data: WishlistItem[] }, CallProblem, Move, { data: WishlistItem[] } | undefined>({
    mutationKey: ["wish"],
    scope: { id: "wish" },
    mutationFn: ({ productId, wished }) =>
      wished
        ? call("POST /wishlist", { body: { product_id: productId } })
        : call("DELETE /wishlist/:product_id", { params: { product_id: productId } }),
    onMutate: async (move) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      // One wish alone would pass for the whole list.
      client.setQueryData(key, before && { data: moved(before.data, move) });
      return before;
    },
    onError: ({ message }, _move, before) => {
      client.setQueryData(key, before);
      toast({ title: message, tone: "danger" });
    },
    onSettled: (answer) => {
      // Another wish under way knows better.
      if (client.isMutating({ mutationKey: ["wish"] }) === 1) {
        // Nor does a list that was asked for meanwhile, as signing in does: it may be from before.
        void client.cancelQueries({ queryKey: key });
        void (answer ? client.setQueryData(key, answer) : client.invalidateQueries({ queryKey: key }));
      }
      return client.invalidateQueries({ queryKey: query("GET /account/counts", {}).queryKey });
    },
  });
}

/** The list as it will be: the new wish first. */
export function moved(wishes: WishlistItem[], { productId, wished, product = null }: Move): WishlistItem[] {
  const others = wishes.filter(({ product_id }) => product_id !== productId);
  if (!wished) return others;
  const kept = wishes.find(({ product_id }) => product_id === productId);
  return [kept ?? { product_id: productId, added_at: new Date().toISOString(), product }, ...others];
}
