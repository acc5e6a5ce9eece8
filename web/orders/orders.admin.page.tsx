import { ShoppingBag } from "lucide-react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { PageMeta } from "#contract/endpoint.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonLook } from "#web/ui/button-look.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { shopLocale } from "#words/say.ts";
import { type OrdersAsked, useOrders } from "./orders.queries.ts";
import { useNewOrdersSeen, useOrdersNews } from "./orders-news.ts";
import { ordersAddress, ordersAsked, pageSizes } from "./orders-search.ts";
import { OrdersTable } from "./orders-table.tsx";
import { OrdersToolbar } from "./orders-toolbar.tsx";

export default function OrdersAdminPage() {
  const [search] = useSearchParams();
  const asked = ordersAsked(search);
  useOrdersNews();
  useNewOrdersSeen(useLocation().key);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Orders" hidden />
      <h1 className="text-2xl">Orders</h1>
      <OrdersToolbar asked={asked} />
      <ListedOrders asked={asked} />
    </main>
  );
}

function ListedOrders({ asked }: { asked: ReturnType<typeof ordersAsked> }) {
  const { data, error, refetch } = useOrders(asked);
  if (!data && error)
    return (
      <Notice
        tone="danger"
        role="alert"
        action={
          <Button size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
  if (!data) return <TableSkeleton />;
  if (data.data.length === 0) return <NoOrders isNarrowed={Boolean(asked.status || asked.name)} />;
  return (
    <>
      <OrdersTable orders={data.data} asked={asked} />
      <Foot asked={asked} meta={data.meta} />
    </>
  );
}

function Foot({ asked, meta }: { asked: OrdersAsked & { page: number; per_page: number }; meta: PageMeta }) {
  const locale = shopLocale();
  const navigate = useNavigate();
  const first = (meta.page - 1) * meta.per_page + 1;
  const last = Math.min(meta.total, meta.page * meta.per_page);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-muted tabular-nums">
        {first}–{last} of {meta.total.toLocaleString(locale)} orders
      </p>
      <Pagination page={asked.page} pages={meta.pages} href={(page) => ordersAddress({ ...asked, page })} />
      <SelectField
        label="Orders on a page"
        labelHidden
        size="small"
        value={asked.per_page}
        onChange={({ target }) =>
          void navigate(ordersAddress({ ...asked, per_page: Number(target.value), page: 1 }), { replace: true })
        }
        className="w-36"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size} a page
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const NoOrders = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState
      icon={<ShoppingBag />}
      title="No order fits"
      action={
        <ShopLink to={paths.dashboardOrders()} className={buttonLook()}>
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

const TableSkeleton = () => (
  <div role="status" className="grid gap-px overflow-hidden rounded-lg border border-hairline">
    <span className="sr-only">Loading the orders</span>
    {Array.from({ length: 12 }, (_, row) => (
      <div key={row} className="flex h-13 items-center gap-6 bg-surface px-4">
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-20" />
      </div>
    ))}
  </div>
);
