import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { useLatestOrders } from "#web/dashboard/dashboard.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatAgo } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { formatShopNumber } from "#words/say.ts";
import { CardLink, SummaryRows } from "./shop-lists.tsx";

type Props = { label: (status: OrderStatus) => string };

/** Orders of the period by status, with links to the list. */
export function OrdersByStatus({ summary, label }: Props & { summary: DashboardSummary | undefined }) {
  const most = Math.max(1, ...(summary?.by_status.map(({ count }) => count) ?? []));
  return (
    <CardSection title="Orders by status">
      <SummaryRows of={summary?.by_status} empty="No orders in this period.">
        {({ status, count }) => (
          <li key={status}>
            <ShopLink
              to={dashboardPaths.orders({ status, from: summary?.from, to: summary?.to })}
              className="group grid gap-1 rounded-sm py-1.5 text-sm"
            >
              <span className="flex justify-between gap-3">
                <span className="underline-offset-4 group-hover:underline">{label(status)}</span>
                <span className="font-medium tabular-nums">{formatShopNumber(count)}</span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${(count / most) * 100}%` }} />
              </span>
            </ShopLink>
          </li>
        )}
      </SummaryRows>
    </CardSection>
  );
}

const minute = 60_000;

/** The latest orders of any period. */
export function LatestOrders({ label }: Props) {
  const now = useNow(minute);
  const { data, error, refetch } = useLatestOrders();
  return (
    <CardSection title="Latest orders" action={<CardLink to={dashboardPaths.orders()}>All orders</CardLink>}>
      {error && !data ? (
        <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
      ) : (
        <SummaryRows of={data} empty="No orders yet.">
          {({ id, number, status, placed_at, total, customer }) => (
            <li key={id} className="relative flex items-center gap-3 rounded-sm py-2 text-sm hover:bg-sunken/60">
              <span className="min-w-0 flex-1">
                <ShopLink to={dashboardPaths.order(id)} className="font-medium after:absolute after:inset-0">
                  {number}
                </ShopLink>
                <span className="text-muted"> · {label(status)}</span>
                <span className="block truncate text-muted">{customer.fullname}</span>
              </span>
              <span className="shrink-0 text-end">
                <span className="block font-medium tabular-nums">{formatMoney(total)}</span>
                <time dateTime={placed_at} className="block text-muted">
                  {formatAgo(placed_at, now)}
                </time>
              </span>
            </li>
          )}
        </SummaryRows>
      )}
    </CardSection>
  );
}
