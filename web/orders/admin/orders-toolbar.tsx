import type { OrderStatus } from "#contract/orders/orders.ts";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import type { OrdersListQuery } from "#web/orders/orders.queries.ts";
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
export function OrdersToolbar({ asked }: { asked: OrdersListQuery }) {
  const change = useListParams<OrdersListQuery>(parseOrdersList, ordersListPath);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="State of orders" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        <Tab asked={asked} status={undefined} />
        {tabs.map((status) => (
          <Tab key={status} asked={asked} status={status} />
        ))}
      </nav>
      <ListSearch
        label="Search orders"
        placeholder="Number, name or e-mail"
        name={asked.name}
        onLook={(name) => change(() => ({ name }))}
      />
    </div>
  );
}

const Tab = ({ asked, status }: { asked: OrdersListQuery; status: OrderStatus | undefined }) => (
  <TabLink to={ordersListPath({ ...asked, status, page: 1 })} chosen={asked.status === status}>
    {status ? orderStatusLabels[status].label : "All"}
  </TabLink>
);
