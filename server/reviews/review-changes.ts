import type { AdminReview } from "#contract/reviews/moderation.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { findAdminReview } from "./moderation.sql.ts";
import { moderateReview } from "./moderation.ts";
import { presentAdminReviews } from "./present-review.ts";

/** What staff decide of a review, and the name of its product. */
export type ReviewState = Pick<AdminReview, "status" | "reason" | "reply" | "reports" | "version"> & {
  product: string;
};

/** Reviews, as changes record and restore them. */
export const reviewObject: RecordedObject<ReviewState> = {
  read: async (tx, id) => {
    const found = await findAdminReview(tx, Number(id));
    const [review] = found ? await presentAdminReviews(tx, [found]) : [];
    if (!review) return undefined;
    const { status, reason, reply, reports, version, product } = review;
    return { status, reason, reply, reports, version, product: product.name };
  },
  name: ({ product }) => product,
  together: [["status", "reason"]],
  update: async (tx, id, { version, ...state }, { actorId }) => {
    const current = assertFound(await findAdminReview(tx, Number(id)));
    const isReportedAsBefore = current.reports.length === state.reports.length;
    const decision = {
      version,
      status: state.status,
      reason: state.reason ?? "",
      // A reply that is set again would count as a new one.
      ...(state.reply === current.reply ? {} : { reply: state.reply ?? "" }),
      ...(isReportedAsBefore ? {} : { dismiss_reports: state.reports.length === 0 }),
    };
    await moderateReview(tx, Number(id), decision, actorId);
  },
};
