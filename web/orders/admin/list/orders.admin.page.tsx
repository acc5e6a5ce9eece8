import { ShoppingBag } from "lucide-react";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { useMarkSeen } from "#web/api/live-updates.ts";
import { useLiveOrders, useOrders } from "#web/orders/orders.queries.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import type { QueryOf } from "#web/ui/lists/list-address.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { NewRowsNotice, useNewRows } from "#web/ui/lists/new-rows.tsx";
import { useRowSelection } from "#web/ui/lists/row-selection.tsx";
import { OrdersBulkBar } from "./orders-bulk-bar.tsx";
import { defaultSort, ordersList } from "./orders-list-address.ts";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";

export default function OrdersAdminPage() {
  const query = useListQuery(ordersList);
  const result = useOrders(query);
  useLiveOrders();
  useMarkSeen("new_order");
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-3 p-4">
      <PageHead title="Orders" hidden />
      <OrdersToolbar query={query} />
      <ListResult
        result={result}
        list={ordersList}
        noun="orders"
        empty={{
          icon: <ShoppingBag />,
          title: "No orders yet",
          says: "New orders appear here automatically.",
          hint: "Try another search, or remove a filter.",
        }}
      >
        {(orders) => <Orders query={query} isStale={result.isPlaceholderData} orders={orders} />}
      </ListResult>
    </main>
  );
}

type Props = { query: QueryOf<typeof ordersList>; isStale: boolean; orders: OrderSummary[] };

function Orders({ query, isStale, orders }: Props) {
  const isNewestFirst = query.page === 1 && (query.sort ?? defaultSort) === defaultSort;
  const path = ordersList.write(query);
  const { rows, count, show } = useNewRows(isNewestFirst && !isStale ? path : undefined, orders);
  const selection = useRowSelection(path, rows);
  return (
    <>
      <div className="relative">
        <NewRowsNotice count={count} nouns={["order", "orders"]} onShow={show} />
        <OrdersTable orders={rows} selection={selection} />
      </div>
      <OrdersBulkBar orders={selection.rows} onClear={selection.clear} />
    </>
  );
}
