import { useSearchParams } from "react-router";
import type { z } from "zod";
import { queryString } from "#web/api/call.ts";
import { pageParams, readPageParams } from "./list-params.ts";

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

/** The page of rows that the URL of a page at `path` names, and the links to the others. */
export function usePaging(path: string) {
  const [search] = useSearchParams();
  const at = readPageParams(search);
  return { at, href: (page: number) => path + queryString(pageParams({ ...at, page })) };
}
