import { z } from "zod";
import { endpoint, Flag, Id, IdParams, Instant, list, PageQuery, Version, wholeNumber } from "#contract/endpoint.ts";
import { review } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { MyReview, ReviewStatus } from "./reviews.ts";

/** Why a customer reports a review. */
export const ReportReason = z.enum(["spam", "offensive", "personal_data", "wrong_product", "other"]);
export type ReportReason = z.infer<typeof ReportReason>;

/** Moderation by an administrator; the text stays the customer's. */
export const Moderation = z.object({
  version: Version,
  status: ReviewStatus.optional(),
  /** Shown to the author if rejected. */
  reason: z.string().trim().max(500).nullish(),
  /** Shown below the review; null removes it. */
  reply: z.string().trim().max(2000).nullish(),
  /** True dismisses the open reports of the review, false opens those dismissed last again. */
  dismiss_reports: z.boolean().optional(),
});
export type Moderation = z.infer<typeof Moderation>;

/** A review as administrators see it. */
export const AdminReview = MyReview.extend({
  /** `name` is null for a deleted account. */
  customer: z.object({ id: z.int(), name: z.string().nullable() }),
  /** Open reports by customers, oldest first. */
  reports: z.array(z.object({ reason: ReportReason, created_at: Instant })),
  /** When it was written or last edited. */
  updated_at: Instant,
  moderated_at: Instant.nullable(),
  replied_at: Instant.nullable(),
});
export type AdminReview = z.infer<typeof AdminReview>;

export const AdminReviewFilters = z.object({
  /** `reported`: published reviews with open reports. */
  view: z.enum(["pending", "published", "rejected", "reported"]).optional(),
  rating: wholeNumber(1, 5).optional(),
  product_id: Id.optional(),
  customer_id: Id.optional(),
  has_reply: Flag.optional(),
  /** Part of the text, the author's name or the product's name. */
  name: z.string().trim().max(100).optional(),
});
export type AdminReviewFilters = z.infer<typeof AdminReviewFilters>;
export const AdminReviewQuery = PageQuery.extend({
  ...AdminReviewFilters.shape,
  /** By default pending reviews oldest first, others newest first. */
  sort: z.enum(["created_at", "-created_at", "rating", "-rating"]).optional(),
});
export type AdminReviewQuery = z.infer<typeof AdminReviewQuery>;

/** Result for one review of a bulk moderation: the review before and after it, or the problem. */
export const ModerationOutcome = z.object({
  id: z.int(),
  before: z.object({ status: ReviewStatus, reason: z.string().nullable() }).nullable(),
  review: AdminReview.nullable(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ModerationOutcome = z.infer<typeof ModerationOutcome>;

export const moderationApi = {
  "GET /reviews/admin": review.page("List the reviews of all customers.", AdminReviewQuery, AdminReview),
  "GET /reviews/export": review.export(
    "Download the reviews of all customers as CSV, newest first.",
    AdminReviewFilters,
  ),
  "GET /reviews/:id": review.get("Retrieve a review of any customer.", AdminReview),
  "PATCH /reviews/:id": review.update(
    "Publish, reject or answer a review. The product's rating is updated at once.",
    Moderation,
    AdminReview,
    ["stale"],
  ),
  "POST /reviews/moderate": review.write({
    summary: "Publish or reject several reviews, with a result for each.",
    undo: notUndone.ofEachObject,
    body: z.object({
      changes: z
        .array(Moderation.pick({ version: true, reason: true }).extend({ id: Id, status: ReviewStatus }))
        .min(1)
        .max(100),
    }),
    reply: list(ModerationOutcome),
  }),
  "POST /reviews/:id/report": endpoint({
    summary: "Report another customer's published review to the shop. One report per customer.",
    caller: "customer",
    params: IdParams,
    body: z.object({ reason: ReportReason }),
    status: 204,
    limit: "write",
    problems: ["review_own"],
  }),
};
