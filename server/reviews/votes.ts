import type { ReplyOf } from "#contract/api.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { reviewsTag } from "./reviews.ts";
import { deleteVote, lockPublishedReview, updateVoteCounts, upsertVote } from "./votes.sql.ts";

type Outcome = ReplyOf<"POST /reviews/:id/vote">["data"];

/** Votes on another customer's published review. Throws `not_found` and `review_own`. */
export async function voteOnReview(tx: Tx, id: number, userId: number, value: Outcome["value"]): Promise<Outcome> {
  const review = assertFound(await lockPublishedReview(tx, id));
  if (review.user_id === userId) throw new Problem("review_own");
  if (value === 0) await deleteVote(tx, id, userId);
  else await upsertVote(tx, id, userId, value);
  const counts = await updateVoteCounts(tx, id);
  await invalidate(tx, reviewsTag(review.product_id));
  return { ...counts, value };
}
