import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReplyOf } from "#contract/api.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { useIsCustomer } from "#web/api/session/require-customer.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { myReviewOf } from "./reviews.queries.ts";

type MyReviewReply = ReplyOf<"GET /product/:id/reviews/mine">;
type ReviewsReply = ReplyOf<"GET /product/:id/reviews">;
type Value = -1 | 0 | 1;

/**
 * This customer's vote and a function to cast it: optimistic, rolled back when rejected. Until the vote is loaded the
 * count changes with the answer only.
 */
export function useVote(productId: number, reviewId: number) {
  const client = useQueryClient();
  const mine = myReviewOf(productId);
  const { data } = useQuery({ ...mine, enabled: useIsCustomer() });
  const own = data?.data.votes.find(({ review_id }) => review_id === reviewId)?.value ?? 0;
  const key = ["vote", reviewId];
  const cast = useMutation<ReplyOf<"POST /reviews/:id/vote">, CallProblem, Value, Value | undefined>({
    mutationKey: key,
    scope: { id: key.join(" ") },
    mutationFn: (value) => call("POST /reviews/:id/vote", { params: { id: reviewId }, body: { value } }),
    onMutate: async (value) => {
      // An older answer would reset the vote.
      await client.cancelQueries({ queryKey: mine.queryKey });
      const before = cachedVote(client, mine.queryKey, reviewId);
      if (before !== undefined) cacheVote(client, productId, reviewId, value, helpfulChange(before, value));
      return before;
    },
    onSuccess: ({ data: { helpful } }) => {
      // A later vote is already counted.
      if (client.isMutating({ mutationKey: key }) === 1) cacheHelpfulCount(client, reviewId, () => helpful);
    },
    onError: ({ message }, value, before) => {
      if (before !== undefined) cacheVote(client, productId, reviewId, before, helpfulChange(value, before));
      toast({ title: message, tone: "danger" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: mine.queryKey }),
  });
  return { own: cast.isPending ? cast.variables : own, cast: cast.mutate };
}

function cachedVote(client: QueryClient, key: QueryKey, reviewId: number): Value | undefined {
  const mine = client.getQueryData<MyReviewReply>(key);
  return mine && (mine.data.votes.find(({ review_id }) => review_id === reviewId)?.value ?? 0);
}

const helpfulChange = (from: Value, to: Value) => Number(to === 1) - Number(from === 1);

function cacheVote(client: QueryClient, productId: number, reviewId: number, value: Value, more: number) {
  client.setQueryData(myReviewOf(productId).queryKey, (mine) => {
    if (!mine) return mine;
    const others = mine.data.votes.filter(({ review_id }) => review_id !== reviewId);
    return { data: { ...mine.data, votes: value === 0 ? others : [...others, { review_id: reviewId, value }] } };
  });
  cacheHelpfulCount(client, reviewId, (helpful) => helpful + more);
}

function cacheHelpfulCount(client: QueryClient, reviewId: number, anew: (helpful: number) => number) {
  client.setQueriesData<ReviewsReply>({ queryKey: ["GET /product/:id/reviews"] }, (shown) =>
    shown
      ? {
          ...shown,
          data: shown.data.map((one) => (one.id === reviewId ? { ...one, helpful: anew(one.helpful) } : one)),
        }
      : shown,
  );
}
