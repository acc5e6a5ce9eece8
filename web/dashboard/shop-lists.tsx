import { useQuery } from "@tanstack/react-query";
import { PackageCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { DashboardSummary } from "#contract/dashboard.ts";
import { useLive } from "#web/api/live-store.ts";
import { query } from "#web/api/query.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Avatar } from "#web/ui/media/avatar.tsx";
import { Picture } from "#web/ui/media/picture.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatAgo } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { shopLocale } from "#words/say.ts";

type Props = { summary: DashboardSummary | undefined };

/** Orders by status, with links to the list. */
export function OrdersByStatus({
  summary,
  label,
  href,
}: Props & { label: (status: string) => string; href: (status: string) => string }) {
  const most = Math.max(1, ...(summary?.by_status.map(({ count }) => count) ?? []));
  return (
    <CardSection title="Orders by status">
      <SummaryList of={summary?.by_status} empty="No orders in this period.">
        {({ status, count }) => (
          <li key={status}>
            <ShopLink to={href(status)} className="group grid gap-1 rounded-sm py-1.5 text-sm">
              <span className="flex justify-between gap-3">
                <span className="underline-offset-4 group-hover:underline">{label(status)}</span>
                <span className="font-medium tabular-nums">{count}</span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${(count / most) * 100}%` }} />
              </span>
            </ShopLink>
          </li>
        )}
      </SummaryList>
    </CardSection>
  );
}

export function BestSellers({ summary }: Props) {
  const locale = shopLocale();
  return (
    <CardSection title="Best sellers">
      <SummaryList of={summary?.best_sellers} empty="No sales in this period.">
        {({ product_id, name, thumbnail, quantity, revenue }) => (
          <li key={product_id ?? name} className="flex items-center gap-3 py-1.5 text-sm">
            <span className="size-9 shrink-0 overflow-hidden rounded-sm bg-sunken">
              <Picture image={{ url: thumbnail, alt: "", width: 320, height: 320 }} sizes="36px" />
            </span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-muted tabular-nums">{quantity} sold</span>
            <span className="min-w-20 text-end font-medium tabular-nums">{formatMoney(revenue, locale)}</span>
          </li>
        )}
      </SummaryList>
    </CardSection>
  );
}

const maxLowStock = 7;

export const LowStock = ({ summary }: Props) => (
  <CardSection title="Low stock">
    <SummaryList
      of={summary?.low_stock.slice(0, maxLowStock)}
      empty="No products are low in stock."
      icon={<PackageCheck />}
    >
      {({ product_id, name, variation, sku, left }) => (
        <li key={`${product_id} ${variation}`} className="flex items-center gap-3 py-2 text-sm">
          <span className="min-w-0 flex-1">
            <span className="block truncate">{name}</span>
            <span className="block truncate text-muted">{[variation, sku].filter(Boolean).join(" · ")}</span>
          </span>
          <Badge tone={left === 0 ? "danger" : "warning"}>{left === 0 ? "Out of stock" : `${left} left`}</Badge>
        </li>
      )}
    </SummaryList>
  </CardSection>
);

const minute = 60_000;

/** The latest customers, live. */
export function LatestCustomers() {
  const locale = shopLocale();
  const now = useNow(minute);
  const latest = useLive(({ new_customers }) => new_customers?.data);
  return (
    <CardSection title="New customers">
      <SummaryList of={latest} empty="No customers yet.">
        {({ id, fullname, email, created_at }) => (
          <li key={id} className="flex items-center gap-3 py-2 text-sm">
            <Avatar name={fullname || email || "?"} />
            <span className="min-w-0 flex-1">
              <ShopLink
                to={dashboardPaths.user(id)}
                className="touch-target block w-fit max-w-full truncate underline-offset-4 hover:underline"
              >
                {fullname || "No name"}
              </ShopLink>
              {email && <span className="block truncate text-muted">{email}</span>}
            </span>
            <time dateTime={created_at} className="shrink-0 text-muted">
              {formatAgo(created_at, now, locale)}
            </time>
          </li>
        )}
      </SummaryList>
    </CardSection>
  );
}

const maxSearches = 8;

/** What customers searched in the last 30 days without finding anything. */
export function ZeroResultSearches() {
  const { data, error, refetch } = useQuery({
    ...query("GET /product/admin/zero-result-searches", { query: { days: 30 } }),
    staleTime: 0,
  });
  return (
    <CardSection title="Searches without results" hint="In the last 30 days.">
      {error && !data ? (
        <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
      ) : (
        <SummaryList of={data?.data.slice(0, maxSearches)} empty="Every search found something.">
          {({ term, searches }) => (
            <li key={term} className="flex items-center justify-between gap-3 py-1.5 text-sm">
              <bdi className="min-w-0 truncate">{term}</bdi>
              <span className="shrink-0 text-muted tabular-nums">
                {searches === 1 ? "1 search" : `${searches.toLocaleString(shopLocale())} searches`}
              </span>
            </li>
          )}
        </SummaryList>
      )}
    </CardSection>
  );
}

type ListedProps<T> = { of: T[] | undefined; empty: string; icon?: ReactNode; children: (one: T) => ReactNode };

function SummaryList<T>({ of, empty, icon, children }: ListedProps<T>) {
  if (!of)
    return (
      <div className="grid gap-3" aria-hidden="true">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-8" />
        ))}
      </div>
    );
  if (of.length === 0)
    return (
      <p className="flex items-center gap-2 py-4 text-sm text-muted [&_svg]:size-4.5">
        {icon}
        {empty}
      </p>
    );
  return <ul className="grid grid-cols-1">{of.map(children)}</ul>;
}
