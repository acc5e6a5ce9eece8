import { z } from "zod";
import { endpoint, Id, IdParams, Instant, list, one, PageQuery, paged } from "./endpoint.ts";
import { Image } from "./images.ts";

export const ReviewStatus = z.enum(["pending", "published", "rejected"]);
export const reviewSorts = ["newest", "oldest", "best", "worst", "helpful"] as const;

export const Review = z.object({
  id: z.int(),
  author: z.string(),
  rating: z.int().min(1).max(5),
  title: z.string().nullable(),
  body: z.string().nullable(),
  verified: z.boolean(),
  pictures: z.array(Image),
  /** How many customers found it helpful. */
  helpful: z.int(),
  /** What the shop answered. */
  reply: z.string().nullable(),
  created_at: Instant,
});
export type Review = z.infer<typeof Review>;

const ReviewedProduct = z.object({ id: z.int(), slug: z.string(), name: z.string(), thumbnail: z.string() });

/** A review as its author and administrators see it. */
export const MyReview = Review.extend({
  status: ReviewStatus,
  /** Why it was not published. */
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

/** An administrator publishes, rejects or answers; the words stay the customer's. */
export const Moderation = z.object({
  version: z.int(),
  status: z.enum(["published", "rejected"]).optional(),
  /** For its author, when it is rejected. */
  reason: z.string().trim().max(500).nullish(),
  /** Shown below the review; null takes it away. */
  reply: z.string().trim().max(2000).nullish(),
});
export type Moderation = z.infer<typeof Moderation>;

const Votes = z.object({ review_id: z.int(), value: z.literal([-1, 1]) });

export const reviewsApi = {
  "GET /product/:id/reviews": endpoint({
    summary: "Published reviews of a product.",
    caller: "anyone",
    cached: true,
    params: IdParams,
    query: PageQuery.extend({
      rating: z.coerce.number<number | string>().int().min(1).max(5).optional(),
      sort: z.enum(reviewSorts).default("newest"),
    }),
    reply: paged(Review),
  }),
  "GET /product/:id/reviews/mine": endpoint({
    summary: "What I have to do with the reviews of a product: whether I may write one, my own, and my votes.",
    caller: "customer",
    params: IdParams,
    reply: one(z.object({ may_write: z.boolean(), review: MyReview.nullable(), votes: z.array(Votes) })),
  }),
  "POST /review": endpoint({
    summary: "Review a product that was delivered to me; one each, a second replaces the first.",
    caller: "customer",
    idempotency: "accepted",
    body: NewReview,
    reply: one(MyReview),
    status: 201,
    problems: ["not_found", "review_not_bought"],
  }),
  "POST /reviews/:id/pictures": endpoint({
    summary: "Add pictures (multipart `file`, repeated) to my review; somebody looks at them before they are shown.",
    caller: "customer",
    params: IdParams,
    upload: true,
    reply: one(MyReview),
    status: 201,
    limit: "write",
    problems: ["not_found", "upload_missing", "upload_too_large", "upload_unreadable", "review_pictures_full"],
  }),
  "DELETE /reviews/:id/pictures/:picture_id": endpoint({
    summary: "Take a picture off my review.",
    caller: "customer",
    params: z.object({ id: Id, picture_id: Id }),
    reply: one(MyReview),
    problems: ["not_found"],
  }),
  "POST /reviews/:id/vote": endpoint({
    summary: "Say whether somebody's review helped: 1 or -1, and 0 takes it back. One vote each.",
    caller: "customer",
    params: IdParams,
    body: z.object({ value: z.literal([-1, 0, 1]) }),
    reply: one(z.object({ helpful: z.int(), unhelpful: z.int(), value: z.literal([-1, 0, 1]) })),
    limit: "write",
    problems: ["not_found", "review_own"],
  }),
  "GET /reviews": endpoint({
    summary: "My reviews; for administrators everybody's, those that wait longest first when asked for `pending`.",
    caller: "user",
    query: PageQuery.extend({ status: ReviewStatus.optional(), product_id: Id.optional() }),
    reply: paged(MyReview),
  }),
  "GET /reviews/waiting": endpoint({
    summary: "Products that reached me and that I have not reviewed, latest first.",
    caller: "customer",
    reply: list(ReviewedProduct),
  }),
  "PATCH /reviews/:id": endpoint({
    summary: "Publish, reject or answer a review; the product's rating follows at once.",
    caller: "admin",
    params: IdParams,
    body: Moderation,
    reply: one(MyReview),
    problems: ["not_found", "stale"],
  }),
};
