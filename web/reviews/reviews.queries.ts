import type { reviewSorts } from "#contract/reviews/reviews.ts";
import { invalidate, query } from "#web/api/call.ts";

export type ReviewSort = (typeof reviewSorts)[number];
export interface ReviewChoice {
  page?: number;
  /** Only reviews with this many stars. */
  rating?: number | undefined;
  sort?: ReviewSort;
}

/** A page of a product's reviews; by default the newest. */
export const productReviews = (productId: number, { page = 1, rating, sort = "newest" }: ReviewChoice = {}) =>
  query("GET /product/:id/reviews", { params: { id: productId }, query: { page, rating, sort, per_page: 5 } });

/** Whether this customer may review a product, their review and votes. */
export const myReviewOf = (productId: number) => query("GET /product/:id/reviews/mine", { params: { id: productId } });
export const myReviews = (page: number) => query("GET /reviews", { query: { page } });
export const pendingReviews = (page: number) => query("GET /reviews/waiting", { query: { page, per_page: 10 } });

/** Invalidates all queries that show reviews. */
export const invalidateReviews = () =>
  invalidate(
    "GET /product/:id/reviews",
    "GET /product/:id/reviews/mine",
    "GET /product/details/:slug",
    "GET /reviews",
    "GET /reviews/admin",
    "GET /reviews/waiting",
  );
