import type { Moderation } from "#contract/reviews/reviews.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { listRatingInconsistencies, updateModeration } from "./moderation.sql.ts";
import { findReview, lockReviews, type ReviewRow } from "./reviews.sql.ts";
import { updateRating } from "./reviews.ts";

/**
 * Publishes, rejects or answers a review and updates the product's rating. Throws `not_found`, and `stale` if the
 * review has changed since it was loaded.
 */
export async function moderateReview(tx: Tx, id: number, decision: Moderation, adminId: number): Promise<ReviewRow> {
  const { product_id } = assertFound(await findReview(tx, { id }));
  await lockReviews(tx, product_id);
  if (!(await updateModeration(tx, id, decision, adminId))) throw new Problem("stale");
  await updateRating(tx, product_id);
  return assertFound(await findReview(tx, { id }));
}

/** Registers the nightly job that compares stored ratings with the reviews, logs differences and corrects them. */
export function registerRatingCheck({ db, jobs, http }: App) {
  jobs.schedule("reviews.proof", "51 3 * * *", () =>
    inTransaction(db, async (tx) => {
      for (const { product_id } of await listRatingInconsistencies(tx)) {
        http.log.error({ product_id }, "a product's stored rating did not match its reviews");
        await lockReviews(tx, product_id);
        await updateRating(tx, product_id);
      }
    }),
  );
}
