import { useMutation, useQuery } from "@tanstack/react-query";
import { type GiftCard, GiftCardFilters } from "#contract/gift-cards.ts";
import { browserClient, call, invalidate, query } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { listAddress } from "#web/ui/lists/list-address.ts";

export const giftCardList = listAddress(dashboardPaths.giftCards(), GiftCardFilters.shape);

const cardQuery = (id: number) => query("GET /gift-cards/:id", { params: { id } });

export const useGiftCard = (id: number) => useQuery({ ...cardQuery(id), staleTime: 0, select: ({ data }) => data });

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
    mutation.mutate({ ...to, version: card.version }, { onSuccess: (reply) => toastDone(reply, title) });
  return { change, isPending: mutation.isPending };
}
