import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageAsked, pageSaid } from "#web/ui/list-address.ts";
import { productStatusWords } from "./product-status.ts";
import type { AdminProductsAsked } from "./products.queries.ts";

export const usualSort = "-updated_at";
const sorts = [
  "-updated_at",
  "updated_at",
  "name",
  "-name",
  "price",
  "-price",
  "stock",
  "-stock",
] as const satisfies AdminProductsAsked["sort"][];

/** What the address of the dashboard's products asks for; anything it should not say is taken as not said. */
export function productsAsked(search: URLSearchParams): AdminProductsAsked & { page: number; per_page: number } {
  const status = search.get("status") ?? "";
  const sort = sorts.find((one) => one === search.get("sort"));
  const name = search.get("name")?.trim().slice(0, 100);
  const category = Number(search.get("category"));
  return {
    ...(Object.hasOwn(productStatusWords, status) ? { status: status as ProductStatus } : {}),
    ...(name ? { name } : {}),
    ...(Number.isSafeInteger(category) && category > 0 ? { category } : {}),
    ...(search.get("low_stock") === "true" ? { low_stock: true } : {}),
    ...(sort ? { sort } : {}),
    ...pageAsked(search),
  };
}

/** The address of the dashboard's products that asks for this; whatever is usual is left out. */
export function productsAddress({ status, name, category, low_stock, sort, ...at }: AdminProductsAsked) {
  return (
    dashboardPaths.products() +
    queryText({
      status,
      category,
      low_stock,
      name,
      sort: sort === usualSort ? undefined : sort,
      ...pageSaid(at),
    })
  );
}

/** Whether anything narrows the list. */
export const isNarrowed = ({ status, name, category, low_stock }: AdminProductsAsked) =>
  Boolean(status || name || category || low_stock);
