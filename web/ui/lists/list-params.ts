import { useNavigate } from "react-router";
import type { PageMeta } from "#contract/endpoint.ts";

export const pageSizes = [20, 50, 100] as const;
const usualSize = 20;

/** Which page of a dashboard's list an address asks for, and how long; anything it should not say is taken as not said. */
export function readPageParams(search: URLSearchParams): { page: number; per_page: number } {
  const size = Number(search.get("per_page"));
  return {
    page: pageNumber(search),
    per_page: pageSizes.find((one) => one === size) ?? usualSize,
  };
}

/** The same as an address says it: what is usual is left out. */
export const pageParams = ({ page, per_page }: { page?: number; per_page?: number }) => ({
  per_page: per_page === usualSize ? undefined : per_page,
  page: page === 1 ? undefined : page,
});

/** The sort after a press on a column's heading that goes by `first`: that, then the other way round. */
export const nextSort = <Sort extends string>(first: Sort, sort: Sort) => (sort === first ? turned(first) : first);

/** How a column that first goes by `first` is sorted, as its heading says it. */
export function sortState<Sort extends string>(first: Sort, sort: Sort): "ascending" | "descending" | "none" {
  if (sort !== first && sort !== turned(first)) return "none";
  return sort.startsWith("-") ? "descending" : "ascending";
}

const turned = <Sort extends string>(sort: Sort) => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`) as Sort;

/** The last page a list may be asked for: what `PageQuery` of the contract takes. */
const lastPage = 100_000;

/** Which page of a list an address asks for, from 1; anything it should not say is taken as not said. */
export const pageNumber = (search: URLSearchParams) =>
  Math.min(lastPage, Math.max(1, Math.floor(Number(search.get("page"))) || 1));

/** Whether the page asked for lies past the end of the list. A list without anything has one page. */
export const isPastEnd = ({ page, pages }: Pick<PageMeta, "page" | "pages">) => page > Math.max(pages, 1);

/**
 * Changes what a list of the dashboard asks for, which begins it at its first page. `read` and `write` are how its address
 * is understood and made. The change is told what the address asks for by then: the list of a choice made just before may not be
 * drawn yet, and that choice would be lost.
 */
export function useListParams<Asked extends { page?: number }>(
  read: (search: URLSearchParams) => Asked,
  write: (asked: Asked) => string,
) {
  const navigate = useNavigate();
  return (change: (now: Asked) => Partial<Asked>) => {
    const now = read(new URLSearchParams(window.location.search));
    // At once: what is ticked or chosen would jump back until its list is drawn.
    void navigate(write({ ...now, ...change(now), page: 1 }), { replace: true, flushSync: true });
  };
}
