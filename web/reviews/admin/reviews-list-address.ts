import { AdminReviewQuery } from "#contract/reviews/moderation.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type ReviewsListQuery = Partial<
  Pick<AdminReviewQuery, "view" | "rating" | "product_id" | "customer_id" | "name" | "sort" | "page" | "per_page">
>;

const { view, rating, product_id, customer_id, sort } = AdminReviewQuery.shape;

/** Parses the URL of the review list; invalid values are ignored. */
export function parseReviewsList(search: URLSearchParams): ReviewsListQuery & { page: number; per_page: number } {
  const given = (name: string) => search.get(name) ?? undefined;
  const name = search.get("name")?.trim().slice(0, 100) || undefined;
  return {
    view: view.safeParse(given("view")).data,
    rating: rating.safeParse(given("rating")).data,
    product_id: product_id.safeParse(given("product_id")).data,
    customer_id: customer_id.safeParse(given("customer_id")).data,
    sort: sort.safeParse(given("sort")).data,
    name,
    ...readPageParams(search),
  };
}

/** URL of the review list; default values are left out. */
export const reviewsListPath = ({ page, per_page, ...filters }: ReviewsListQuery) =>
  dashboardPaths.reviews() +
  queryText({ ...filters, ...pageParams({ ...(page && { page }), ...(per_page && { per_page }) }) });

export const hasFilters = ({ rating: stars, product_id: product, customer_id: customer, name }: ReviewsListQuery) =>
  Boolean(stars || product || customer || name);

/** Whether new reviews are inserted above the others: on the first page, unless sorted another way. */
export const isNewestFirst = ({ page: number = 1, sort: by, view: shown }: ReviewsListQuery) =>
  number === 1 && (by ?? (shown === "pending" ? "created_at" : "-created_at")) === "-created_at";
