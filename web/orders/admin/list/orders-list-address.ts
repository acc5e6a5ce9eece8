import { OrderFilters, OrderQuery } from "#contract/orders/order-list.ts";
import { ReturnFilters } from "#contract/orders/returns.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { listAddress, type QueryOf } from "#web/ui/lists/list-address.ts";

export const defaultSort = "-placed_at";

const { id: _ids, number: _numbers, customer_id: _customer, ...filters } = OrderFilters.shape;

/** The order list; its filters are in the order of its URL. */
export const ordersList = listAddress(
  dashboardPaths.orders(),
  { ...filters, sort: OrderQuery.shape.sort },
  defaultSort,
);
export type OrdersListQuery = Partial<QueryOf<typeof ordersList>>;

/** The URL without its page, which a saved view stores. */
export const viewPath = ({ page: _page, per_page: _size, ...query }: OrdersListQuery) => ordersList.write(query);

const { order_id: _order, ...returnFilters } = ReturnFilters.shape;

export const returnsList = listAddress(dashboardPaths.returns(), returnFilters);
