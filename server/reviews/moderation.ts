import type { z } from "zod";
import type { Moderation, ModerationOutcome, ReportReason } from "#contract/reviews/moderation.ts";
import type { ReviewStatus } from "#contract/reviews/reviews.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate, notifyClients } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";
import * as rows from "./moderation.sql.ts";
import { presentAdminReviews } from "./present-review.ts";
import { findReview, lockReviews } from "./reviews.sql.ts";
import { reviewsTag, updateRating } from "./reviews.ts";

/** Publishes, rejects or answers a review, or dismisses its reports. Throws `not_found`, `stale` if it has changed. */
export async function moderateReview(tx: Tx, id: number, decision: Moderation, adminId: number | null) {
  const { product_id } = assertFound(await findReview(tx, { id }));
  await lockReviews(tx, product_id);
  if (!(await rows.updateModeration(tx, id, decision, adminId))) throw new Problem("stale");
  if (decision.dismiss_reports) await rows.dismissReports(tx, id);
  if (decision.dismiss_reports === false) await rows.reopenReports(tx, id);
  await updateRating(tx, product_id);
  await invalidate(tx, reviewsTag("all"));
  return assertFound(await rows.findAdminReview(tx, id));
}

type Change = { id: number; status: z.infer<typeof ReviewStatus> } & Pick<Moderation, "version" | "reason">;

/** Publishes or rejects reviews one by one; a failure does not stop the others. */
export async function moderateReviews(app: Moderated, changes: Change[], call: Call) {
  const outcomes: ModerationOutcome[] = [];
  for (const change of changes) outcomes.push(await moderateOne(app, change, call));
  return outcomes;
}

type Moderated = Pick<App, "db" | "change">;

async function moderateOne({ db, change }: Moderated, { id, ...decision }: Change, call: Call) {
  try {
    return await inTransaction(db, async (tx) => {
      const { status, reason } = assertFound(await findReview(tx, { id }));
      const moderate = () => moderateReview(tx, id, decision, userId(call.caller));
      const after = await change(tx, { object: "review", id, action: "PATCH /reviews/:id" }, call, moderate);
      const [review] = await presentAdminReviews(tx, [after]);
      return { id, before: { status, reason }, review: review ?? null, problem: null };
    });
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    return { id, before: null, review: null, problem: { code: problem.code, message: say(problem.message) } };
  }
}

/** Reports another customer's published review. Throws `not_found` and `review_own`. */
export async function reportReview(
  { events }: Pick<App, "events">,
  tx: Tx,
  { id, userId, reason }: { id: number; userId: number; reason: ReportReason },
): Promise<void> {
  const review = await findReview(tx, { id });
  if (review?.status !== "published") throw new Problem("not_found");
  if (review.user_id === userId) throw new Problem("review_own");
  if (!(await rows.upsertReport(tx, { reviewId: id, userId, reason }))) return;
  await notifyClients(tx, "reviews");
  const cause = `report by ${userId} at version ${review.version}`;
  await events.emit(tx, "review.waiting", { reviewId: id, isReported: true, cause });
}

/** Registers the nightly job that compares stored ratings with the reviews, logs differences and corrects them. */
export function registerRatingCheck({ db, jobs, http }: App) {
  jobs.schedule("reviews.proof", "51 3 * * *", () =>
    inTransaction(db, async (tx) => {
      for (const { product_id } of await rows.listRatingInconsistencies(tx)) {
        http.log.error({ product_id }, "a product's stored rating did not match its reviews");
        await lockReviews(tx, product_id);
        await updateRating(tx, product_id);
      }
    }),
  );
}
