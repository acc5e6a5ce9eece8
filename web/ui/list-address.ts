import { pageNumber } from "./page-number.ts";

export const pageSizes = [20, 50, 100] as const;
const usualSize = 20;

/** Which page of a dashboard's list an address asks for, and how long; anything it should not say is taken as not said. */
export function pageAsked(search: URLSearchParams): { page: number; per_page: number } {
  const size = Number(search.get("per_page"));
  return {
    page: pageNumber(search),
    per_page: pageSizes.find((one) => one === size) ?? usualSize,
  };
}

/** The same as an address says it: what is usual is left out. */
export const pageSaid = ({ page, per_page }: { page?: number; per_page?: number }) => ({
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
