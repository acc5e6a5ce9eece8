import type { OrderStatus, OrderView } from "#contract/orders/orders.ts";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import type { OrdersListQuery } from "#web/orders/orders.queries.ts";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { ordersListPath, parseOrdersList } from "./orders-list-address.ts";

interface Filter {
  status?: OrderStatus;
  view?: OrderView;
  label: string;
}
const byStatus = (status: OrderStatus): Filter => ({ status, label: orderStatusLabels[status].label });
const tabs: Filter[] = [
  { label: "All" },
  { view: "to_ship", label: "To ship" },
  byStatus("pending_payment"),
  byStatus("on_hold"),
  { view: "returns", label: "Returns requested" },
  byStatus("confirmed"),
  byStatus("processing"),
  byStatus("completed"),
  byStatus("cancelled"),
  byStatus("expired"),
];

/** Title, search and filters of the order list. */
export function OrdersToolbar({ query }: { query: OrdersListQuery }) {
  const change = useListParams<OrdersListQuery>(parseOrdersList, ordersListPath);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Orders</h1>
        <ListSearch
          label="Search orders"
          placeholder="Number, name or email"
          name={query.name}
          onSearch={(name) => change(() => ({ name }))}
        />
      </div>
      <nav aria-label="Views" className="scroller -mx-1 max-w-full gap-0.5 px-1">
        {tabs.map(({ status, view, label }) => (
          <TabLink
            key={label}
            to={ordersListPath({ ...query, status, view, page: 1 })}
            chosen={query.status === status && query.view === view}
          >
            {label}
          </TabLink>
        ))}
      </nav>
    </>
  );
}
