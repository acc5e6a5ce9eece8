import { ShoppingBag } from "lucide-react";
import { useLocation, useSearchParams } from "react-router";
import { useNewSeen } from "#web/api/live-news.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { buttonLook } from "#web/ui/button-look.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFoot } from "#web/ui/list-foot.tsx";
import { NoSuchPage } from "#web/ui/no-such-page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { isPastEnd } from "#web/ui/page-number.ts";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { Trouble } from "#web/ui/trouble.tsx";
import { useOrders } from "#web/orders/orders.queries.ts";
import { useLiveOrders } from "./use-live-orders.ts";
import { ordersListPath, parseOrdersList } from "./orders-list-address.ts";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";

export default function OrdersAdminPage() {
  const [search] = useSearchParams();
  const asked = parseOrdersList(search);
  useLiveOrders();
  useNewSeen("new_order", useLocation().key);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Orders" hidden />
      <h1 className="text-2xl">Orders</h1>
      <OrdersToolbar asked={asked} />
      <OrdersList asked={asked} />
    </main>
  );
}

function OrdersList({ asked }: { asked: ReturnType<typeof parseOrdersList> }) {
  const { data, error, refetch } = useOrders(asked);
  if (!data && error) return <Trouble onRetry={() => void refetch()}>{error.message}</Trouble>;
  if (!data) return <TableSkeleton label="Loading the orders" />;
  if (isPastEnd(data.meta)) return <NoSuchPage first={ordersListPath({ ...asked, page: 1 })} />;
  if (data.data.length === 0) return <NoOrders isNarrowed={Boolean(asked.status || asked.name)} />;
  return (
    <>
      <OrdersTable orders={data.data} asked={asked} />
      <ListFoot noun="orders" meta={data.meta} read={parseOrdersList} write={ordersListPath} />
    </>
  );
}

const NoOrders = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState
      icon={<ShoppingBag />}
      title="No order fits"
      action={
        <ShopLink to={dashboardPaths.orders()} className={buttonLook()}>
          Show all orders
        </ShopLink>
      }
    >
      Look for another number, name or e-mail, or in another state.
    </EmptyState>
  ) : (
    <EmptyState icon={<ShoppingBag />} title="No orders yet">
      The first one appears here by itself, a moment after it is placed.
    </EmptyState>
  );
