import { useMutation, useQuery } from "@tanstack/react-query";
import { type GiftCard, GiftCardFilters } from "#contract/gift-cards.ts";
import { browserClient, call, invalidate, pageQuery, query } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { listAddress, type QueryOf } from "#web/ui/lists/list-address.ts";

export const giftCardList = listAddress(dashboardPaths.giftCards(), GiftCardFilters.shape);

const cardQuery = (id: number) => query("GET /gift-cards/:id", { params: { id } });

/** A page of gift cards; the previous one stays until it is loaded. */
export const useGiftCards = (listQuery: QueryOf<typeof giftCardList>) =>
  useQuery(pageQuery("GET /gift-cards", { query: listQuery }));

export const useGiftCard = (id: number) => useQuery({ ...cardQuery(id), staleTime: 0, select: ({ data }) => data });

/** A page of the changes of a card's balance. */
export const useGiftCardEntries = (id: number, at: { page: number; per_page: number }) =>
  useQuery(pageQuery("GET /gift-cards/:id/entries", { params: { id }, query: at }));

type Change = { is_active: boolean } | { expires_at: string | null };

/** Changes a gift card; offers undo. */
export function useChangeGiftCard(card: GiftCard) {
  const cache = (data: GiftCard) => {
    browserClient().setQueryData(cardQuery(data.id).queryKey, { data });
    void invalidate("GET /gift-cards");
  };
  const mutation = useMutation({
    mutationFn: (body: Change & { version: number }) =>
      call("PATCH /gift-cards/:id", { params: { id: card.id }, body }),
    onSuccess: ({ data }) => cache(data),
    onError: ({ message, code, details }) => {
      if (code === "stale") cache(details.current as GiftCard);
      toast({ tone: "danger", title: "Couldn't change the gift card", description: message });
    },
  });
  const change = (to: Change, title: string) =>
    mutation.mutate({ ...to, version: card.version }, { onSuccess: () => toastDone(title) });
  return { change, isPending: mutation.isPending };
}
