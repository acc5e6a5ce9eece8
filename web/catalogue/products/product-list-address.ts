import { ProductFilters } from "#contract/catalogue/product-form.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";
import type { ProductListFilters, ProductListQuery } from "./products.queries.ts";

export const defaultSort = "-updated_at";
const sorts = [
  "-updated_at",
  "updated_at",
  "name",
  "-name",
  "price",
  "-price",
  "stock",
  "-stock",
] as const satisfies ProductListQuery["sort"][];

const { id: _ids, ...filterSchemas } = ProductFilters.shape;
const filterNames = Object.keys(filterSchemas) as (keyof ProductListFilters)[];

/** The filters of a URL; invalid values are ignored. */
export function parseProductFilters(search: URLSearchParams): ProductListFilters {
  const entries = filterNames.flatMap((name) => {
    const text = search.get(name)?.trim();
    const { data } = filterSchemas[name].safeParse(name === "name" ? text?.slice(0, 100) : text);
    return data === undefined || data === "" || data === false ? [] : [[name, data]];
  });
  return Object.fromEntries(entries) as ProductListFilters;
}

/** Parses the URL of the product list; invalid values are ignored. */
export function parseProductList(search: URLSearchParams): ProductListQuery & { page: number; per_page: number } {
  const sort = sorts.find((one) => one === search.get("sort"));
  return { ...parseProductFilters(search), ...(sort ? { sort } : {}), ...readPageParams(search) };
}

/** The filters of a query, without sort and page. */
export const filtersOf = (query: ProductListQuery): ProductListFilters =>
  Object.fromEntries(filterNames.map((name) => [name, query[name]]));

/** URL of the product list; default values are left out. */
export const productListPath = ({ sort, page, per_page, ...filters }: ProductListQuery) =>
  dashboardPaths.products() +
  queryText({
    ...filtersOf(filters),
    sort: sort === defaultSort ? undefined : sort,
    ...pageParams({ ...(page ? { page } : {}), ...(per_page ? { per_page } : {}) }),
  });

/** The filters and sort as text, which a saved view stores. */
export const viewQuery = ({ page: _page, per_page: _size, ...query }: ProductListQuery) =>
  productListPath(query).split("?")[1] ?? "";

export const hasFilters = (query: ProductListQuery) => filterNames.some((name) => query[name] !== undefined);
