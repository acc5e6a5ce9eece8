import { ReturnFilters } from "#contract/orders/returns.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import type { ReturnsListQuery } from "#web/orders/orders.queries.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

/** Parses the URL of the list of returns; invalid values are ignored. */
export function parseReturnsList(search: URLSearchParams): ReturnsListQuery & { page: number; per_page: number } {
  const read = <Name extends "status" | "from" | "to">(name: Name) =>
    ReturnFilters.shape[name].safeParse(search.get(name) ?? undefined).data as ReturnFilters[Name];
  const [status, from, to] = [read("status"), read("from"), read("to")];
  const name = search.get("name")?.trim().slice(0, 100);
  return {
    ...(status ? { status } : {}),
    ...(name ? { name } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...readPageParams(search),
  };
}

/** URL of the list of returns; default values are left out. */
export const returnsListPath = ({ status, name, from, to, ...at }: ReturnsListQuery) =>
  dashboardPaths.returns() + queryText({ status, name, from, to, ...pageParams(at) });
