import { useQuery } from "@tanstack/react-query";
import { PackageCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import { freshQuery } from "#web/api/call.ts";
import { useLive } from "#web/api/live-store.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Avatar } from "#web/ui/media/avatar.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatAgo } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { formatShopNumber } from "#words/say.ts";

type Props = { summary: DashboardSummary | undefined };

export const BestSellers = ({ summary }: Props) => (
  <CardSection title="Best sellers" hint="Units sold and their value, before returns.">
    <SummaryRows of={summary?.best_sellers} empty="No sales in this period.">
      {({ product_id, name, thumbnail, quantity, revenue }) => (
        <li key={product_id} className="relative flex items-center gap-3 rounded-sm py-1.5 text-sm hover:bg-sunken/60">
          <Thumbnail url={thumbnail} sizes="36px" className="size-9 rounded-sm" />
          <ShopLink
            to={dashboardPaths.orders({ product_id, from: summary?.from, to: summary?.to })}
            className="min-w-0 flex-1 truncate after:absolute after:inset-0"
          >
            {name}
          </ShopLink>
          <span className="text-muted tabular-nums">{quantity} sold</span>
          <span className="min-w-20 text-end font-medium tabular-nums">{formatMoney(revenue)}</span>
        </li>
      )}
    </SummaryRows>
  </CardSection>
);

const maxLowStock = 7;

export const LowStock = ({ summary }: Props) => (
  <CardSection title="Low stock">
    <SummaryRows
      of={summary?.low_stock.slice(0, maxLowStock)}
      empty="No products are low in stock."
      icon={<PackageCheck />}
    >
      {({ variation_id, name, variation, sku, left, days_left }) => (
        <li key={variation_id} className="relative flex items-center gap-3 rounded-sm py-2 text-sm hover:bg-sunken/60">
          <span className="min-w-0 flex-1">
            <ShopLink
              to={dashboardPaths.stockItem(variation_id)}
              className="block truncate after:absolute after:inset-0"
            >
              {name}
            </ShopLink>
            <span className="block truncate text-muted">
              {[variation, sku, daysLeftText(left, days_left)].filter(Boolean).join(" · ")}
            </span>
          </span>
          <Badge tone={left === 0 ? "danger" : "warning"}>{left === 0 ? "Out of stock" : `${left} available`}</Badge>
        </li>
      )}
    </SummaryRows>
  </CardSection>
);

/** How long stock lasts at the pace of the last 30 days. */
function daysLeftText(left: number, days: number | null): string {
  if (left <= 0 || days === null) return "";
  return days < 1 ? "Lasts less than a day" : days === 1 ? "Lasts 1 day" : `Lasts ${days} days`;
}

const minute = 60_000;

/** The latest customers, live. */
export function LatestCustomers() {
  const now = useNow(minute);
  const latest = useLive(({ new_customers }) => new_customers?.data);
  return (
    <CardSection title="New customers">
      <SummaryRows of={latest} empty="No customers yet.">
        {({ id, fullname, email, created_at }) => (
          <li key={id} className="flex items-center gap-3 py-2 text-sm">
            <Avatar name={fullname || email || "?"} />
            <span className="min-w-0 flex-1">
              <ShopLink
                to={dashboardPaths.user(id)}
                className="touch-target block w-fit max-w-full truncate underline-offset-4 hover:underline"
              >
                {fullname || email || "No name"}
              </ShopLink>
              {fullname && email && <span className="block truncate text-muted">{email}</span>}
            </span>
            <time dateTime={created_at} className="shrink-0 text-muted">
              {formatAgo(created_at, now)}
            </time>
          </li>
        )}
      </SummaryRows>
    </CardSection>
  );
}

const maxSearches = 8;

/** What customers searched in the last 30 days without finding anything. */
export function ZeroResultSearches() {
  const { data, error, refetch } = useQuery(
    freshQuery("GET /product/admin/zero-result-searches", { query: { days: 30 } }),
  );
  return (
    <CardSection
      title="Searches without results"
      hint="In the last 30 days."
      action={<CardLink to={dashboardPaths.demand({ signal: "searches" })}>All searches</CardLink>}
    >
      {error && !data ? (
        <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
      ) : (
        <SummaryRows of={data?.data.slice(0, maxSearches)} empty="Every search found something.">
          {({ term, searches }) => (
            <li key={term} className="flex items-center justify-between gap-3 py-1.5 text-sm">
              <bdi className="min-w-0 truncate">{term}</bdi>
              <span className="shrink-0 text-muted tabular-nums">
                {searches === 1 ? "1 search" : `${formatShopNumber(searches)} searches`}
              </span>
            </li>
          )}
        </SummaryRows>
      )}
    </CardSection>
  );
}

/** A link in the head of a card to the whole list. */
export const CardLink = ({ to, children }: { to: string; children: string }) => (
  <ShopLink to={to} className="touch-target text-sm text-link underline-offset-4 hover:underline">
    {children}
  </ShopLink>
);

type ListedProps<T> = { of: T[] | undefined; empty: string; icon?: ReactNode; children: (one: T) => ReactNode };

/** The rows of a card; a skeleton until loaded. */
export function SummaryRows<T>({ of, empty, icon, children }: ListedProps<T>) {
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
