import type { QueryClient } from "@tanstack/react-query";
import type { reviewSorts } from "#contract/reviews.ts";
import { query } from "#web/api/query.ts";

export type ReviewSort = (typeof reviewSorts)[number];
export interface ReviewChoice {
  page?: number;
  /** Only reviews with this many stars. */
  rating?: number | undefined;
  sort?: ReviewSort;
}

/** A page of the reviews of a product; the first, newest ones unless told otherwise. */
export const productReviews = (productId: number, { page = 1, rating, sort = "newest" }: ReviewChoice = {}) =>
  query("GET /product/:id/reviews", { params: { id: productId }, query: { page, rating, sort, per_page: 5 } });

/** Whether this customer may review a product, what they wrote of it, and their votes. */
export const mineOf = (productId: number) => query("GET /product/:id/reviews/mine", { params: { id: productId } });
export const myReviews = () => query("GET /reviews", { query: { per_page: 100 } });
export const waitingForReview = () => query("GET /reviews/waiting", {});

/** Asks anew for all that a review written or changed is shown in. */
export const askReviewsAnew = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey: [route] }) => touched.has(String(route)) });

const touched = new Set([
  "GET /product/:id/reviews",
  "GET /product/:id/reviews/mine",
  "GET /product/details/:slug",
  "GET /reviews",
  "GET /reviews/waiting",
]);
