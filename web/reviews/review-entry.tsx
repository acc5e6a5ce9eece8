import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, ThumbsUp } from "lucide-react";
import type { ReplyOf } from "#contract/api.ts";
import type { Review } from "#contract/reviews/reviews.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { requireCustomer, useIsCustomer } from "#web/api/session/require-customer.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatFullDay } from "#web/ui/text/date-format.ts";
import { Rating } from "#web/ui/text/rating.tsx";
import { formatShopNumber, say } from "#words/say.ts";
import { ReviewImages } from "./review-images.tsx";
import { myReviewOf } from "./reviews.queries.ts";

type Props = { review: Review; productId: number };

/** A review with author, images, reply and helpful votes. */
export function ReviewEntry({ review, productId }: Props) {
  const { rating, title, body, author, verified, created_at, images, reply } = review;
  return (
    <li className="grid gap-2 border-t border-hairline py-6">
      <Rating average={rating} />
      {title && (
        <h3 dir="auto" className="as-written font-semibold">
          {title}
        </h3>
      )}
      {body && (
        <p dir="auto" className="as-written max-w-prose whitespace-pre-line">
          {body}
        </p>
      )}
      {images.length > 0 && <ReviewImages images={images} author={author} />}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <bdi className="font-medium text-ink">{author}</bdi>
        <time dateTime={created_at}>{formatFullDay(created_at)}</time>
        {verified && (
          <span className="inline-flex items-center gap-1 text-success">
            <BadgeCheck className="size-4" />
            {say("Verified buyer")}
          </span>
        )}
      </p>
      {reply && (
        <div className="max-w-prose rounded bg-sunken p-4 text-sm">
          <p className="font-semibold">{say("Reply from the shop")}</p>
          <p className="whitespace-pre-line">{reply}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <HelpfulVote review={review} productId={productId} />
        <ReportReview review={review} />
      </div>
    </li>
  );
}

type HelpfulVoteProps = { review: Pick<Review, "id" | "helpful" | "author">; productId: number };

/** Toggles a helpful vote; shows their number. */
export function HelpfulVote({ review: { id, helpful, author }, productId }: HelpfulVoteProps) {
  const { own, cast } = useVote(productId, id);
  const isHelpful = own === 1;
  return (
    <button
      type="button"
      aria-pressed={isHelpful}
      onClick={() => requireCustomer(() => cast(isHelpful ? 0 : 1), say("Administrators can't vote"))}
      className={
        "touch-target inline-flex h-8 w-fit items-center gap-1.5 rounded-full border border-hairline px-3 " +
        "text-sm text-muted transition-colors hover:border-control hover:text-ink aria-pressed:border-ink " +
        "aria-pressed:text-ink noscript:hidden"
      }
    >
      <ThumbsUp className={isHelpful ? "size-4 fill-accent-soft" : "size-4"} />
      {say("Helpful")} {helpful > 0 && <span className="tabular-nums">{formatShopNumber(helpful)}</span>}
      <span className="sr-only">{say(", review by {author}", { author })}</span>
    </button>
  );
}

type MyReviewReply = ReplyOf<"GET /product/:id/reviews/mine">;
type ReviewsReply = ReplyOf<"GET /product/:id/reviews">;
type Value = -1 | 0 | 1;

/**
 * This customer's vote and a function to cast it: optimistic, rolled back when rejected. Until the vote is loaded the
 * count changes with the answer only.
 */
function useVote(productId: number, reviewId: number) {
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
    onError: (problem, value, before) => {
      if (before !== undefined && problem.code !== "user_changed")
        cacheVote(client, productId, reviewId, before, helpfulChange(value, before));
      toastProblem()(problem);
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

const ReportForm = lazyComponent(() => import("./report-form.tsx").then((part) => part.ReportForm));

/** Opens the form that reports a review to the shop; visitors sign in first. */
const ReportReview = ({ review: { id, author } }: { review: Pick<Review, "id" | "author"> }) => (
  <button
    type="button"
    onClick={() =>
      requireCustomer(
        () => openDialog({ title: say("Report the review by {author}", { author }), content: <ReportForm id={id} /> }),
        say("Administrators can't report reviews"),
      )
    }
    className="touch-target inline-flex h-8 items-center rounded-full px-3 text-sm text-muted hover:text-ink noscript:hidden"
  >
    {say("Report")}
    <span className="sr-only">{say(", review by {author}", { author })}</span>
  </button>
);
