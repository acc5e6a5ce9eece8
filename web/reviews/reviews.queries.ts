import { query } from "#web/api/query.ts";

export type ReviewSort = "newest" | "oldest" | "best" | "worst";
export interface ReviewChoice {
  page?: number;
  /** Only reviews with this many stars. */
  rating?: number | undefined;
  sort?: ReviewSort;
}

/** A page of the reviews of a product; the first, newest ones unless told otherwise. */
export const productReviews = (productId: number, { page = 1, rating, sort = "newest" }: ReviewChoice = {}) =>
  query("GET /product/:id/reviews", { params: { id: productId }, query: { page, rating, sort, per_page: 5 } });
