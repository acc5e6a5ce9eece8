import type { OrderQuery, OrderStatus } from "#contract/orders.ts";
import { paths, queryText } from "#web/paths.ts";
import { statusWords } from "./order-words.ts";
import type { OrdersAsked } from "./orders.queries.ts";

export const pageSizes = [20, 50, 100] as const;
const usualSize = 20;
const sorts = ["-placed_at", "placed_at", "-total", "total"] as const satisfies OrderQuery["sort"][];

/** What the address of the orders list asks for; anything it should not say is taken as not said. */
export function ordersAsked(search: URLSearchParams): OrdersAsked & { page: number; per_page: number } {
  const status = search.get("status") ?? "";
  const sort = sorts.find((one) => one === search.get("sort"));
  const name = search.get("name")?.trim().slice(0, 100);
  const size = Number(search.get("per_page"));
  return {
    ...(status in statusWords ? { status: status as OrderStatus } : {}),
    ...(name ? { name } : {}),
    ...(sort ? { sort } : {}),
    page: Math.max(1, Math.floor(Number(search.get("page"))) || 1),
    per_page: pageSizes.find((one) => one === size) ?? usualSize,
  };
}

/** The address of the orders list that asks for this; whatever is usual is left out. A change begins at the first page. */
export function ordersAddress({ status, name, sort, page, per_page }: OrdersAsked) {
  return (
    paths.dashboardOrders() +
    queryText({
      status,
      name,
      sort: sort === "-placed_at" ? undefined : sort,
      per_page: per_page === usualSize ? undefined : per_page,
      page: page === 1 ? undefined : page,
    })
  );
}

/** The sort after a press on a column's heading: first the largest or newest, then the other way round. */
export const nextSort = (column: "placed_at" | "total", sort: OrderQuery["sort"] = "-placed_at") =>
  sort === `-${column}` ? column : (`-${column}` as const);
