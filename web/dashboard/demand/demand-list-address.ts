import { DemandFilters, type DemandSignal, type DemandSort } from "#contract/dashboard/demand.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type DemandListQuery = {
  signal?: DemandSignal | undefined;
  name?: string | undefined;
  sort?: DemandSort;
  page?: number;
  per_page?: number;
};
export const defaultSort: DemandSort = "-needed";

/** Parses the URL of the demand list; invalid values are ignored. */
export function parseDemandList(search: URLSearchParams) {
  const signal = DemandFilters.shape.signal.safeParse(search.get("signal") ?? undefined).data;
  const sort = DemandFilters.shape.sort.safeParse(search.get("sort") ?? undefined).data;
  const name = search.get("name")?.trim().slice(0, 100);
  return {
    ...(signal ? { signal } : {}),
    ...(name ? { name } : {}),
    ...(sort ? { sort } : {}),
    ...readPageParams(search),
  };
}

/** URL of the demand list; default values are left out. */
export const demandListPath = ({ signal, name, sort, ...at }: DemandListQuery) =>
  dashboardPaths.demand() +
  queryText({ signal, name, sort: sort === defaultSort ? undefined : sort, ...pageParams(at) });
