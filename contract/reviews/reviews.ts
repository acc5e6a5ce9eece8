import { z } from "zod";
import { endpoint, Id, IdParams, Instant, one, PageQuery, paged, wholeNumber } from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";
import { review } from "#contract/resources/resources.ts";

export const ReviewStatus = z.enum(["pending", "published", "rejected"]);
export const reviewSorts = ["newest", "oldest", "best", "worst", "helpful"] as const;

export const Review = z.object({
  id: z.int(),
  author: z.string(),
  rating: z.int().min(1).max(5),
  title: z.string().nullable(),
  body: z.string().nullable(),
  verified: z.boolean(),
  images: z.array(Image),
  /** Number of customers who found it helpful. */
  helpful: z.int(),
  /** The shop's answer. */
  reply: z.string().nullable(),
  created_at: Instant,
});
export type Review = z.infer<typeof Review>;

const ReviewedProduct = z.object({ id: z.int(), slug: z.string(), name: z.string(), thumbnail: z.string() });

/** A review as its author sees it. */
export const MyReview = Review.extend({
  status: ReviewStatus,
  /** Reason for the rejection. */
  reason: z.string().nullable(),
  version: z.int(),
  product: ReviewedProduct,
});
export type MyReview = z.infer<typeof MyReview>;

export const NewReview = z.object({
  product_id: Id,
  rating: z.int().min(1).max(5),
  title: z.string().trim().max(120).optional(),
  body: z.string().trim().max(5000).optional(),
});

const Votes = z.object({ review_id: z.int(), value: z.literal([-1, 1]) });

export const reviewsApi = {
  "GET /product/:id/reviews": endpoint({
    summary: "List the published reviews of a product.",
    caller: "anyone",
    cached: true,
    params: IdParams,
    query: PageQuery.extend({ rating: wholeNumber(1, 5).optional(), sort: z.enum(reviewSorts).default("newest") }),
    reply: paged(Review),
  }),
  "GET /product/:id/reviews/mine": endpoint({
    summary: "Retrieve whether the customer may review the product, their review and their votes.",
    caller: "customer",
    params: IdParams,
    reply: one(z.object({ may_write: z.boolean(), review: MyReview.nullable(), votes: z.array(Votes) })),
  }),
  "POST /review": endpoint({
    summary: "Review a delivered product. A second review replaces the first.",
    caller: "customer",
    idempotency: "accepted",
    body: NewReview,
    reply: one(MyReview),
    status: 201,
    problems: ["not_found", "review_not_bought"],
  }),
  "POST /reviews/:id/images": endpoint({
    summary: "Add images (multipart `file`, repeated) to the caller's review; it is moderated again.",
    caller: "customer",
    params: IdParams,
    upload: true,
    reply: one(MyReview),
    status: 201,
    limit: "write",
    problems: ["upload_missing", "upload_too_large", "upload_unreadable", "review_images_full"],
  }),
  "DELETE /reviews/:id/images/:image_id": endpoint({
    summary: "Delete an image of the caller's review.",
    caller: "customer",
    params: z.object({ id: Id, image_id: Id }),
    reply: one(MyReview),
  }),
  "POST /reviews/:id/vote": endpoint({
    summary: "Vote on a review: 1 or -1, and 0 removes the vote. One vote per customer.",
    caller: "customer",
    params: IdParams,
    body: z.object({ value: z.literal([-1, 0, 1]) }),
    reply: one(z.object({ helpful: z.int(), unhelpful: z.int(), value: z.literal([-1, 0, 1]) })),
    limit: "write",
    problems: ["review_own"],
  }),
  "GET /reviews": review.read({
    summary: "List the caller's reviews, newest first.",
    caller: "user",
    query: PageQuery.extend({ status: ReviewStatus.optional() }),
    reply: paged(MyReview),
  }),
  "GET /reviews/waiting": endpoint({
    summary: "List delivered products the customer has not reviewed, latest first.",
    caller: "customer",
    query: PageQuery,
    reply: paged(ReviewedProduct),
  }),
};
