import type { OrderStatus } from "#contract/orders/orders.ts";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import type { OrdersListQuery } from "#web/orders/orders.queries.ts";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { ordersListPath, parseOrdersList } from "./orders-list-address.ts";

const tabs: OrderStatus[] = [
  "pending_payment",
  "confirmed",
  "processing",
  "on_hold",
  "completed",
  "cancelled",
  "expired",
];

/** Filters of the order list: status and search. */
export function OrdersToolbar({ query }: { query: OrdersListQuery }) {
  const change = useListParams<OrdersListQuery>(parseOrdersList, ordersListPath);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="State of orders" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        <Tab query={query} status={undefined} />
        {tabs.map((status) => (
          <Tab key={status} query={query} status={status} />
        ))}
      </nav>
      <ListSearch
        label="Search orders"
        placeholder="Number, name or e-mail"
        name={query.name}
        onLook={(name) => change(() => ({ name }))}
      />
    </div>
  );
}

const Tab = ({ query, status }: { query: OrdersListQuery; status: OrderStatus | undefined }) => (
  <TabLink to={ordersListPath({ ...query, status, page: 1 })} chosen={query.status === status}>
    {status ? orderStatusLabels[status].label : "All"}
  </TabLink>
);
