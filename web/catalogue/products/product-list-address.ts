import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";
import { productStatusLabels } from "./product-status.ts";
import type { ProductListQuery } from "./products.queries.ts";

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

const idParams = ["type", "tag", "option_group"];
const isId = (id: unknown) => Number.isSafeInteger(id) && Number(id) > 0;

/** Parses the URL of the product list; invalid values are ignored. */
export function parseProductList(search: URLSearchParams): ProductListQuery & { page: number; per_page: number } {
  const status = search.get("status") ?? "";
  const sort = sorts.find((one) => one === search.get("sort"));
  const name = search.get("name")?.trim().slice(0, 100);
  const category = Number(search.get("category"));
  return {
    ...(Object.hasOwn(productStatusLabels, status) ? { status: status as ProductStatus } : {}),
    ...(name ? { name } : {}),
    ...(isId(category) ? { category } : {}),
    ...Object.fromEntries(idParams.map((name) => [name, Number(search.get(name))]).filter(([, id]) => isId(id))),
    ...(search.get("low_stock") === "true" ? { low_stock: true } : {}),
    ...(sort ? { sort } : {}),
    ...readPageParams(search),
  };
}

/** URL of the product list; default values are left out. */
export function productListPath({
  status,
  name,
  category,
  low_stock,
  type,
  tag,
  option_group,
  sort,
  ...at
}: ProductListQuery) {
  return (
    dashboardPaths.products() +
    queryText({
      status,
      category,
      low_stock,
      type,
      tag,
      option_group,
      name,
      sort: sort === defaultSort ? undefined : sort,
      ...pageParams(at),
    })
  );
}

export const hasFilters = ({ status, name, category, low_stock, type, tag, option_group }: ProductListQuery) =>
  Boolean(status || name || category || low_stock || type || tag || option_group);
