import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReplyOf } from "#contract/api.ts";
import type { reviewSorts } from "#contract/reviews.ts";
import { useIsCustomer } from "#web/api/as-customer.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";
import { toast } from "#web/ui/toast-store.ts";

export type ReviewSort = (typeof reviewSorts)[number];
export interface ReviewChoice {
  page?: number;
  /** Only reviews with this many stars. */
  rating?: number | undefined;
  sort?: ReviewSort;
}

/** A page of the reviews of a product; the first, newest ones unless told otherwise. */
export const productReviews = (productId: number, { page = 1, rating, sort = "newest" }: ReviewChoice = {}) =>
  query("GET /product/:id/reviews", { params: { id: productId }, query: { page, rating, sort, per_page: 5 } });

/** Whether this customer may review a product, what they wrote of it, and their votes. */
export const mineOf = (productId: number) => query("GET /product/:id/reviews/mine", { params: { id: productId } });
export const myReviews = () => query("GET /reviews", { query: { per_page: 100 } });
export const waitingForReview = () => query("GET /reviews/waiting", {});

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

/** Asks anew for all that a review written or changed is shown in. */
export const askReviewsAnew = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey: [route] }) => touched.has(String(route)) });

const touched = new Set([
  "GET /product/:id/reviews",
  "GET /product/:id/reviews/mine",
  "GET /product/details/:slug",
  "GET /reviews",
  "GET /reviews/waiting",
]);
