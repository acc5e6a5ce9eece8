import { ShoppingBag } from "lucide-react";
import { useSearchParams } from "react-router";
import type { ReplyOf } from "#contract/api.ts";
import { useMarkSeen } from "#web/api/live-updates.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { useLiveOrders, useOrders } from "#web/orders/orders.queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd } from "#web/ui/lists/list-params.ts";
import { NewRowsNotice, useNewRows } from "#web/ui/lists/new-rows.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { OrdersBulkBar } from "./orders-bulk-bar.tsx";
import { defaultSort, filtersOf, ordersListPath, parseOrdersList } from "./orders-list-address.ts";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";

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

type Query = ReturnType<typeof parseOrdersList>;

function OrdersList({ query }: { query: Query }) {
  const { data, error, refetch, isPlaceholderData } = useOrders(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading orders" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={ordersListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoOrders hasFilters={Object.keys(filtersOf(query)).length > 0} />;
  return <LoadedOrders query={query} isStale={isPlaceholderData} {...data} />;
}

function LoadedOrders({ query, isStale, data, meta }: { query: Query; isStale: boolean } & ReplyOf<"GET /orders">) {
  const isNewestFirst = query.page === 1 && (query.sort ?? defaultSort) === defaultSort;
  const { rows, count, show } = useNewRows(isNewestFirst && !isStale ? ordersListPath(query) : undefined, data);
  const selection = useRowSelection(ordersListPath(query), rows);
  return (
    <>
      <div className="relative">
        <NewRowsNotice count={count} nouns={["order", "orders"]} onShow={show} />
        <OrdersTable orders={rows} query={query} selection={selection} />
      </div>
      <ListFooter noun="orders" meta={meta} read={parseOrdersList} write={ordersListPath} />
      <OrdersBulkBar orders={selection.rows} onClear={selection.clear} />
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
      Try another search, or remove a filter.
    </EmptyState>
  ) : (
    <EmptyState icon={<ShoppingBag />} title="No orders yet">
      New orders appear here automatically.
    </EmptyState>
  );
