import { useNavigate } from "react-router";
import type { z } from "zod";
import type { PageMeta } from "#contract/endpoint.ts";
import { queryString } from "#web/api/call.ts";

export const pageSizes = [20, 50, 100] as const;
const defaultSize = 20;

/** The page and page size of a list's URL; invalid values are ignored. */
export function readPageParams(search: URLSearchParams): { page: number; per_page: number } {
  const size = Number(search.get("per_page"));
  return {
    page: pageNumber(search),
    per_page: pageSizes.find((one) => one === size) ?? defaultSize,
  };
}

/** The parameters of a list's URL; default values are left out. */
export const pageParams = ({ page, per_page }: { page?: number | undefined; per_page?: number | undefined }) => ({
  per_page: per_page === defaultSize ? undefined : per_page,
  page: page === 1 ? undefined : page,
});

type Paged = { page: number; per_page: number };
export type Shape = Record<string, z.ZodType>;
/** What a list shows: the filters and sort of its URL, and the page. */
export type ListQuery<Filters extends Shape> = {
  [Name in keyof Filters]?: z.output<Filters[Name]> | undefined;
} & Paged;

/** Parses and makes the URL of a list. */
export type ListAddress<Filters extends Shape> = {
  /** Invalid values are ignored. */
  read: (search: URLSearchParams) => ListQuery<Filters>;
  /** Default values are left out. */
  write: (query: Partial<ListQuery<Filters>>) => string;
  /** What is set, without sort and page. */
  filtersOf: (query: Partial<ListQuery<Filters>>) => Omit<Partial<ListQuery<Filters>>, "sort" | keyof Paged>;
};

export type QueryOf<Address extends { read: unknown }> = Address["read"] extends (
  search: URLSearchParams,
) => infer Query
  ? Query
  : never;

/** The URL of a list at `path`; `filters` are those of its endpoint, `sort` among them if it can be sorted. */
export function listAddress<Filters extends Shape>(
  path: string,
  filters: Filters,
  defaultSort?: string,
): ListAddress<Filters> {
  const names = Object.keys(filters);
  const entries = (of: (name: string) => unknown) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = of(name);
        return value === undefined || value === "" || value === false ? [] : [[name, value]];
      }),
    ) as Partial<ListQuery<Filters>>;
  const parse = (search: URLSearchParams, name: string) => {
    const text = search.get(name)?.trim() || undefined;
    return text && filters[name]?.safeParse(name === "name" ? text.slice(0, 100) : text).data;
  };
  return {
    read: (search) => ({ ...entries((name) => parse(search, name)), ...readPageParams(search) }) as ListQuery<Filters>,
    write: ({ page, per_page, ...query }) =>
      path +
      queryString({
        ...entries((name) => (name === "sort" && query[name] === defaultSort ? undefined : query[name])),
        ...pageParams({ page, per_page }),
      }),
    filtersOf: (query) => entries((name) => (name === "sort" ? undefined : query[name])),
  };
}

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
