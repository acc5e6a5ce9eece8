import type { OrderQuery, OrderStatus } from "#contract/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageAsked, pageSaid } from "#web/ui/list-address.ts";
import { statusWords } from "./order-words.ts";
import type { OrdersAsked } from "./orders.queries.ts";

export const usualSort = "-placed_at";
const sorts = ["-placed_at", "placed_at", "-total", "total"] as const satisfies OrderQuery["sort"][];

/** What the address of the orders list asks for; anything it should not say is taken as not said. */
export function ordersAsked(search: URLSearchParams): OrdersAsked & { page: number; per_page: number } {
  const status = search.get("status") ?? "";
  const sort = sorts.find((one) => one === search.get("sort"));
  const name = search.get("name")?.trim().slice(0, 100);
  return {
    ...(status in statusWords ? { status: status as OrderStatus } : {}),
    ...(name ? { name } : {}),
    ...(sort ? { sort } : {}),
    ...pageAsked(search),
  };
}

/** The address of the orders list that asks for this; whatever is usual is left out. A change begins at the first page. */
export function ordersAddress({ status, name, sort, ...at }: OrdersAsked) {
  return (
    dashboardPaths.orders() +
    queryText({
      status,
      name,
      sort: sort === usualSort ? undefined : sort,
      ...pageSaid(at),
    })
  );
}
