import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReplyOf } from "#contract/api.ts";
import { useIsCustomer } from "#web/api/as-customer.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { toast } from "#web/ui/toast-store.ts";
import { mineOf } from "./reviews.queries.ts";

type Mine = ReplyOf<"GET /product/:id/reviews/mine">;
type Shown = ReplyOf<"GET /product/:id/reviews">;
type Value = -1 | 0 | 1;

/** This customer's vote on a review, and how to cast one: shown at once, taken back where the shop refuses. */
export function useVote(productId: number, reviewId: number) {
  const client = useQueryClient();
  const mine = mineOf(productId);
  const { data } = useQuery({ ...mine, enabled: useIsCustomer() });
  const own = data?.data.votes.find(({ review_id }) => review_id === reviewId)?.value ?? 0;
  const cast = useMutation<ReplyOf<"POST /reviews/:id/vote">, CallProblem, Value, Value>({
    scope: { id: `vote ${reviewId}` },
    mutationFn: (value) => call("POST /reviews/:id/vote", { params: { id: reviewId }, body: { value } }),
    onMutate: async (value) => {
      // An answer from before the vote would put it back.
      await client.cancelQueries({ queryKey: mine.queryKey });
      const before = voteIn(client, mine.queryKey, reviewId);
      put(client, productId, reviewId, value, Number(value === 1) - Number(before === 1));
      return before;
    },
    onError: ({ message }, value, before = 0) => {
      put(client, productId, reviewId, before, Number(before === 1) - Number(value === 1));
      toast({ title: message, tone: "danger" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: mine.queryKey }),
  });
  return { own: cast.isPending ? cast.variables : own, cast: cast.mutate };
}

const voteIn = (client: QueryClient, key: QueryKey, reviewId: number): Value =>
  client.getQueryData<Mine>(key)?.data.votes.find(({ review_id }) => review_id === reviewId)?.value ?? 0;

/** Puts a vote, and what it changes in the count, into everything that shows it. */
function put(client: QueryClient, productId: number, reviewId: number, value: Value, more: number) {
  client.setQueryData(mineOf(productId).queryKey, (mine) => {
    if (!mine) return mine;
    const others = mine.data.votes.filter(({ review_id }) => review_id !== reviewId);
    return { data: { ...mine.data, votes: value === 0 ? others : [...others, { review_id: reviewId, value }] } };
  });
  client.setQueriesData<Shown>({ queryKey: ["GET /product/:id/reviews"] }, (shown) =>
    shown
      ? {
          ...shown,
          data: shown.data.map((one) => (one.id === reviewId ? { ...one, helpful: one.helpful + more } : one)),
        }
      : shown,
  );
}
