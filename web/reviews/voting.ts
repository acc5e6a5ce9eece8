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

/**
 * This customer's vote on a review, and how to cast one: shown at once, taken back where the shop refuses. Right after
 * signing in nobody knows yet how they voted before: what the vote changes in the count then comes with the answer.
 */
export function useVote(productId: number, reviewId: number) {
  const client = useQueryClient();
  const mine = mineOf(productId);
  const { data } = useQuery({ ...mine, enabled: useIsCustomer() });
  const own = data?.data.votes.find(({ review_id }) => review_id === reviewId)?.value ?? 0;
  const key = ["vote", reviewId];
  const cast = useMutation<ReplyOf<"POST /reviews/:id/vote">, CallProblem, Value, Value | undefined>({
    mutationKey: key,
    scope: { id: key.join(" ") },
    mutationFn: (value) => call("POST /reviews/:id/vote", { params: { id: reviewId }, body: { value } }),
    onMutate: async (value) => {
      // An answer from before the vote would put it back.
      await client.cancelQueries({ queryKey: mine.queryKey });
      const before = voteIn(client, mine.queryKey, reviewId);
      if (before !== undefined) put(client, productId, reviewId, value, gained(before, value));
      return before;
    },
    onSuccess: ({ data: { helpful } }) => {
      // A press that followed is counted already.
      if (client.isMutating({ mutationKey: key }) === 1) count(client, reviewId, () => helpful);
    },
    onError: ({ message }, value, before) => {
      if (before !== undefined) put(client, productId, reviewId, before, gained(value, before));
      toast({ title: message, tone: "danger" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: mine.queryKey }),
  });
  return { own: cast.isPending ? cast.variables : own, cast: cast.mutate };
}

/** The vote that is known of; undefined while none is, nor that there is none. */
function voteIn(client: QueryClient, key: QueryKey, reviewId: number): Value | undefined {
  const mine = client.getQueryData<Mine>(key);
  return mine && (mine.data.votes.find(({ review_id }) => review_id === reviewId)?.value ?? 0);
}

/** How many more find a review helpful when a vote changes. */
const gained = (from: Value, to: Value) => Number(to === 1) - Number(from === 1);

/** Puts a vote, and what it changes in the count, into everything that shows it. */
function put(client: QueryClient, productId: number, reviewId: number, value: Value, more: number) {
  client.setQueryData(mineOf(productId).queryKey, (mine) => {
    if (!mine) return mine;
    const others = mine.data.votes.filter(({ review_id }) => review_id !== reviewId);
    return { data: { ...mine.data, votes: value === 0 ? others : [...others, { review_id: reviewId, value }] } };
  });
  count(client, reviewId, (helpful) => helpful + more);
}

/** Counts anew how many find a review helpful, in every list that shows it. */
function count(client: QueryClient, reviewId: number, anew: (helpful: number) => number) {
  client.setQueriesData<Shown>({ queryKey: ["GET /product/:id/reviews"] }, (shown) =>
    shown
      ? {
          ...shown,
          data: shown.data.map((one) => (one.id === reviewId ? { ...one, helpful: anew(one.helpful) } : one)),
        }
      : shown,
  );
}
