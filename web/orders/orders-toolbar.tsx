import type { OrderStatus } from "#contract/orders.ts";
import { useListChange } from "#web/ui/list-change.ts";
import { ListSearch } from "#web/ui/list-search.tsx";
import { TabLink } from "#web/ui/tab-link.tsx";
import { statusWords } from "./order-words.ts";
import type { OrdersAsked } from "./orders.queries.ts";
import { ordersAddress, ordersAsked } from "./orders-search.ts";

const tabs: OrderStatus[] = [
  "pending_payment",
  "confirmed",
  "processing",
  "on_hold",
  "completed",
  "cancelled",
  "expired",
];

/** What the list is narrowed to: a state, and words to look for. */
export function OrdersToolbar({ asked }: { asked: OrdersAsked }) {
  const change = useListChange<OrdersAsked>(ordersAsked, ordersAddress);
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

const Tab = ({ asked, status }: { asked: OrdersAsked; status: OrderStatus | undefined }) => (
  <TabLink to={ordersAddress({ ...asked, status, page: 1 })} chosen={asked.status === status}>
    {status ? statusWords[status].words : "All"}
  </TabLink>
);
