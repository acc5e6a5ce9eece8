import { StockFilters } from "#contract/stock.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type StockListFilters = Pick<StockFilters, "name" | "status" | "product_id">;
export type StockListQuery = StockListFilters & { page?: number; per_page?: number };

/** Parses the URL of the stock list; invalid values are ignored. */
export function parseStockList(search: URLSearchParams): StockListFilters & { page: number; per_page: number } {
  const status = StockFilters.shape.status.safeParse(search.get("status") ?? undefined).data;
  const productId = Number(search.get("product_id"));
  const name = search.get("name")?.trim().slice(0, 100);
  return {
    ...(name ? { name } : {}),
    ...(status ? { status } : {}),
    ...(Number.isSafeInteger(productId) && productId > 0 ? { product_id: productId } : {}),
    ...readPageParams(search),
  };
}

/** URL of the stock list; default values are left out. */
export const stockListPath = ({ name, status, product_id, ...at }: StockListQuery) =>
  dashboardPaths.stock() + queryText({ status, product_id, name, ...pageParams(at) });

export const hasFilters = ({ name, status, product_id }: StockListQuery) => Boolean(name || status || product_id);
