import { ReturnQuery } from "#contract/orders/returns.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import type { ReturnsListQuery } from "#web/orders/orders.queries.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

/** Parses the URL of the list of returns; invalid values are ignored. */
export function parseReturnsList(search: URLSearchParams): ReturnsListQuery & { page: number; per_page: number } {
  const status = ReturnQuery.shape.status.safeParse(search.get("status") ?? undefined).data;
  const name = search.get("name")?.trim().slice(0, 100);
  return { ...(status ? { status } : {}), ...(name ? { name } : {}), ...readPageParams(search) };
}

/** URL of the list of returns; default values are left out. */
export const returnsListPath = ({ status, name, ...at }: ReturnsListQuery) =>
  dashboardPaths.returns() + queryText({ status, name, ...pageParams(at) });
