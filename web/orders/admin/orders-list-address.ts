import { type OrderQuery, type OrderStatus, OrderView } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import type { OrdersListQuery } from "#web/orders/orders.queries.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export const defaultSort = "-placed_at";
const sorts = ["-placed_at", "placed_at", "-total", "total"] as const satisfies OrderQuery["sort"][];

/** Parses the URL of the order list; invalid values are ignored. */
export function parseOrdersList(search: URLSearchParams): OrdersListQuery & { page: number; per_page: number } {
  const status = search.get("status") ?? "";
  const view = OrderView.safeParse(search.get("view")).data;
  const sort = sorts.find((one) => one === search.get("sort"));
  const name = search.get("name")?.trim().slice(0, 100);
  return {
    ...(view ? { view } : {}),
    ...(status in orderStatusLabels ? { status: status as OrderStatus } : {}),
    ...(name ? { name } : {}),
    ...(sort ? { sort } : {}),
    ...readPageParams(search),
  };
}

/** URL of the order list; default values are left out. */
export function ordersListPath({ status, view, name, sort, ...at }: OrdersListQuery) {
  return (
    dashboardPaths.orders() +
    queryText({
      status,
      view,
      name,
      sort: sort === defaultSort ? undefined : sort,
      ...pageParams(at),
    })
  );
}
