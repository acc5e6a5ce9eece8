import { ShoppingBag } from "lucide-react";
import { useSearchParams } from "react-router";
import type { OrderStatus, OrderView } from "#contract/orders/orders.ts";
import { useMarkSeen } from "#web/api/live-updates.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import { type OrdersListQuery, useLiveOrders, useOrders } from "#web/orders/orders.queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { ordersListPath, parseOrdersList } from "./orders-list-address.ts";
import { OrdersTable } from "./orders-table.tsx";

export default function OrdersAdminPage() {
  const [search] = useSearchParams();
  const query = parseOrdersList(search);
  useLiveOrders();
  useMarkSeen("new_order");
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-3 p-4">
      <PageHead title="Orders" hidden />
      <OrdersToolbar query={query} />
      <OrdersList query={query} />
    </main>
  );
}

function OrdersList({ query }: { query: ReturnType<typeof parseOrdersList> }) {
  const { data, error, refetch } = useOrders(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading orders" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={ordersListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoOrders hasFilters={Boolean(query.status || query.view || query.name)} />;
  return (
    <>
      <OrdersTable orders={data.data} query={query} />
      <ListFooter noun="orders" meta={data.meta} read={parseOrdersList} write={ordersListPath} />
    </>
  );
}

const NoOrders = ({ hasFilters }: { hasFilters: boolean }) =>
  hasFilters ? (
    <EmptyState
      icon={<ShoppingBag />}
      title="No orders found"
      action={
        <ShopLink to={dashboardPaths.orders()} className={buttonLook()}>
          Show all orders
        </ShopLink>
      }
    >
      Try another number, name or email, or another status.
    </EmptyState>
  ) : (
    <EmptyState icon={<ShoppingBag />} title="No orders yet">
      New orders appear here automatically.
    </EmptyState>
  );

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
function OrdersToolbar({ query }: { query: OrdersListQuery }) {
  const change = useListParams<OrdersListQuery>(parseOrdersList, ordersListPath);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Orders</h1>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          <ExportButton
            route="GET /orders/export"
            query={{ status: query.status, view: query.view, name: query.name }}
            name="orders"
          />
          <ListSearch
            label="Search orders"
            placeholder="Number, name or email"
            name={query.name}
            onSearch={(name) => change(() => ({ name }))}
          />
        </div>
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
