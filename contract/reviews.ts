import { z } from "zod";
import { endpoint, Id, IdParams, Instant, list, one, PageQuery, paged } from "./endpoint.ts";

export const Review = z.object({
  id: z.int(),
  author: z.string(),
  rating: z.int().min(1).max(5),
  title: z.string().nullable(),
  body: z.string().nullable(),
  verified: z.boolean(),
  created_at: Instant,
});
export type Review = z.infer<typeof Review>;

export const MyReview = Review.extend({
  status: z.enum(["pending", "published", "rejected"]),
  product: z.object({ id: z.int(), slug: z.string(), name: z.string(), thumbnail: z.string() }),
});

export const NewReview = z.object({
  product_id: Id,
  rating: z.int().min(1).max(5),
  title: z.string().trim().max(120).optional(),
  body: z.string().trim().max(5000).optional(),
});

export const reviewsApi = {
  "GET /product/:id/reviews": endpoint({
    summary: "Published reviews of a product.",
    caller: "anyone",
    cached: true,
    params: IdParams,
    query: PageQuery.extend({
      rating: z.coerce.number<number | string>().int().min(1).max(5).optional(),
      sort: z.enum(["newest", "oldest", "best", "worst"]).default("newest"),
    }),
    reply: paged(Review),
  }),
  "POST /review": endpoint({
    summary: "Review a product that was delivered to me; one each, a second replaces the first.",
    caller: "customer",
    body: NewReview,
    reply: one(MyReview),
    status: 201,
    refuses: ["not_found", "review_not_bought"],
  }),
  "GET /reviews": endpoint({ summary: "My reviews.", caller: "customer", reply: list(MyReview) }),
};
