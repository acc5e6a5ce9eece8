import { OrderFilters, type OrderQuery } from "#contract/orders/order-list.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import type { OrdersListQuery } from "#web/orders/orders.queries.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export const defaultSort = "-placed_at";
const sorts = ["-placed_at", "placed_at", "-total", "total"] as const satisfies OrderQuery["sort"][];

/** The filters of the order list, in the order of its URL. */
const { id: _, number: __, customer_id: ___, ...listed } = OrderFilters.shape;
type ListFilter = keyof typeof listed;
const filterNames = Object.keys(listed) as ListFilter[];

/** Parses the URL of the order list; invalid values are ignored. */
export function parseOrdersList(search: URLSearchParams): OrdersListQuery & { page: number; per_page: number } {
  const filters = filterNames.flatMap((name) => {
    const { data } = listed[name].safeParse(search.get(name)?.trim() || undefined);
    return data === undefined ? [] : [[name, data]];
  });
  const sort = sorts.find((one) => one === search.get("sort"));
  return { ...Object.fromEntries(filters), ...(sort ? { sort } : {}), ...readPageParams(search) };
}

/** The filters of a list, without its sort and page. */
export const filtersOf = (query: OrdersListQuery): OrdersListQuery =>
  Object.fromEntries(filterNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));

/** URL of the order list; default values are left out. */
export const ordersListPath = (query: OrdersListQuery) =>
  dashboardPaths.orders() +
  queryText({
    ...filtersOf(query),
    sort: query.sort === defaultSort ? undefined : query.sort,
    ...pageParams(query),
  });
