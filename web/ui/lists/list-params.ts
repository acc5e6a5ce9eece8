import { useNavigate } from "react-router";
import type { PageMeta } from "#contract/endpoint.ts";

export const pageSizes = [20, 50, 100] as const;
const defaultSize = 20;

/** The page and page size of a list's URL; invalid values are ignored. */
export function readPageParams(search: URLSearchParams): { page: number; per_page: number } {
  const size = Number(search.get("per_page"));
  return { page: pageNumber(search), per_page: pageSizes.find((one) => one === size) ?? defaultSize };
}

/** The parameters of a list's URL; default values are left out. */
export const pageParams = ({ page, per_page }: { page?: number | undefined; per_page?: number | undefined }) => ({
  per_page: per_page === defaultSize ? undefined : per_page,
  page: page === 1 ? undefined : page,
});

/** The sort after a press on the heading of a column: first its initial sort, then the reverse. */
export const nextSort = <Sort extends string>(first: Sort, sort: Sort) => (sort === first ? reversed(first) : first);

/** The `aria-sort` of a column, by its initial sort `first`. */
export function sortState<Sort extends string>(first: Sort, sort: Sort): "ascending" | "descending" | "none" {
  if (sort !== first && sort !== reversed(first)) return "none";
  return sort.startsWith("-") ? "descending" : "ascending";
}

const reversed = <Sort extends string>(sort: Sort) => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`) as Sort;

/** As in `PageQuery` of the contract. */
const maxPage = 100_000;

/** The page of a list's URL, from 1; invalid values are ignored. */
export const pageNumber = (search: URLSearchParams, parameter = "page") =>
  Math.min(maxPage, Math.max(1, Math.floor(Number(search.get(parameter))) || 1));

/** Whether the page is past the last one. An empty list has one page. */
export const isPastEnd = ({ page, pages }: Pick<PageMeta, "page" | "pages">) => page > Math.max(pages, 1);

/**
 * Changes the parameters of a list and goes back to its first page; `read` and `write` parse and make its URL. The change
 * is based on the current URL, as a previous one may not be rendered yet.
 */
export function useListParams<Query extends { page?: number }>(
  read: (search: URLSearchParams) => Query,
  write: (query: Query) => string,
) {
  const navigate = useNavigate();
  return (change: (now: Query) => Partial<Query>) => {
    const now = read(new URLSearchParams(window.location.search));
    // Synchronously, as a changed control would jump back until the list is rendered.
    void navigate(write({ ...now, ...change(now), page: 1 }), { replace: true, flushSync: true });
  };
}
