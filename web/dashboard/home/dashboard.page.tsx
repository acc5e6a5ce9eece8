import { startTransition, useId, useOptimistic, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { useAccess } from "#web/api/session/permissions.ts";
import { useLatestOrders, useSummary } from "#web/dashboard/dashboard.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { orderStatusLabels } from "#web/orders/order-labels.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatAgo } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { formatShopNumber } from "#words/say.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import {
  type Days,
  followPeriod,
  type Period,
  type PeriodName,
  parsePeriod,
  periodNames,
  periodPath,
  type ShownDays,
} from "./period.ts";
import { RevenueCard } from "./revenue-card.tsx";
import { SetupChecklist } from "./setup-checklist.tsx";
import { BestSellers, CardLink, LatestCustomers, LowStock, SummaryRows, ZeroResultSearches } from "./shop-lists.tsx";

/** The days of a period change at midnight. */
const minuteMs = 60_000;
const statusLabel = (status: OrderStatus) => orderStatusLabels[status].label;

export default function DashboardPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // Optimistic, because the chosen period would jump back until the navigation ends.
  const [period, choosePeriod] = useOptimistic(parsePeriod(search, new Date(useNow(minuteMs))));
  const setPeriod = (next: Period) =>
    startTransition(async () => {
      choosePeriod(next);
      await navigate(periodPath(next), { replace: true, preventScrollReset: true });
    });
  const [seesOrders, seesCustomers] = [useAccess("orders"), useAccess("customers")];
  const [seesCatalogue, seesSettings] = [useAccess("catalogue"), useAccess("settings")];
  const { data: summary, error, refetch } = useSummary(period, seesOrders);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Dashboard" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Dashboard</h1>
        {seesOrders && <PeriodPicker period={period} onPeriod={setPeriod} />}
      </header>
      {error && !summary && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      {seesSettings && <SetupChecklist />}
      <NeedsAttention lowStock={summary?.low_stock_products} />
      {seesOrders && <OrderFigures summary={summary} />}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {seesCustomers && <LatestCustomers />}
        {seesCatalogue && <ZeroResultSearches />}
      </div>
    </main>
  );
}

const OrderFigures = ({ summary }: { summary: DashboardSummary | undefined }) => (
  <>
    <FigureTiles summary={summary} />
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
      <div className="min-w-0 xl:col-span-2 [&>section]:h-full">
        <RevenueCard summary={summary} />
      </div>
      <OrdersByStatus summary={summary} label={statusLabel} />
    </div>
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3">
      <LatestOrders label={statusLabel} />
      <BestSellers summary={summary} />
      <LowStock summary={summary} />
    </div>
  </>
);

const labels: Record<PeriodName, string> = {
  today: "Today",
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  custom: "Custom",
};

type Props = { period: Period; onPeriod: (period: Period) => void };

/** Chooses the period of the figures and what they are compared with. */
function PeriodPicker({ period, onPeriod }: Props) {
  const choose = (name: PeriodName) => {
    if (name === "custom") return onPeriod({ ...period, name });
    onPeriod({ ...parsePeriod(new URLSearchParams({ period: name }), new Date()), compare: period.compare });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        label="Period"
        value={period.name}
        onValueChange={choose}
        options={periodNames.map((value) => ({ value, label: labels[value] }))}
      />
      {period.name === "custom" && <CustomDays {...{ period, onPeriod }} />}
      <SelectField
        label="Compare with"
        labelHidden
        size="small"
        value={period.compare}
        onChange={({ target }) => onPeriod({ ...period, compare: target.value === "year" ? "year" : "previous" })}
        options={{ previous: "Previous period", year: "A year earlier" }}
      />
    </div>
  );
}

/** First and last day; applied once both make a period of at most a year. */
function CustomDays({ period, onPeriod }: Props) {
  const [shown, setShown] = useState<ShownDays>({ typed: period, applied: period });
  // The fields follow the URL without remounting, which would lose the focus after the first digit.
  const followed = followPeriod(shown, period);
  if (followed !== shown) setShown(followed);
  const { typed: days } = followed;
  const error = useId();
  const problem = problemOf(days);
  const change = (part: Partial<Days>) => {
    const next = { from: days.from, to: days.to, ...part };
    setShown({ ...followed, typed: next });
    if (problemOf(next) === undefined) onPeriod({ ...period, ...next });
  };
  return (
    <fieldset aria-describedby={problem && error} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Custom period</legend>
      {(["from", "to"] as const).map((name) => (
        <DateField
          key={name}
          label={name === "from" ? "From" : "To"}
          labelHidden
          value={days[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
      {problem && (
        <p id={error} role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

const longestMs = 365 * 86_400_000;

function problemOf({ from, to }: { from: string; to: string }): string | undefined {
  if (!from || !to) return "Enter both days.";
  if (from > to) return "The last day is before the first.";
  return Date.parse(to) - Date.parse(from) > longestMs ? "Choose at most a year." : undefined;
}

type OrdersByStatusProps = { label: (status: OrderStatus) => string };

/** Orders of the period by status, with links to the list. */
function OrdersByStatus({ summary, label }: OrdersByStatusProps & { summary: DashboardSummary | undefined }) {
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
function LatestOrders({ label }: OrdersByStatusProps) {
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
