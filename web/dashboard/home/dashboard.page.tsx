import { startTransition, useId, useOptimistic, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { useAccess } from "#web/api/session/permissions.ts";
import { useSummary } from "#web/dashboard/dashboard.queries.ts";
import { orderStatusLabels } from "#web/orders/order-labels.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { useNow } from "#web/ui/text/use-now.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { LatestOrders, OrdersByStatus } from "./order-lists.tsx";
import { type Period, type PeriodName, parsePeriod, periodNames, periodPath } from "./period.ts";
import { RevenueCard } from "./revenue-card.tsx";
import { SetupChecklist } from "./setup-checklist.tsx";
import { BestSellers, LatestCustomers, LowStock, ZeroResultSearches } from "./shop-lists.tsx";

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
      <NeedsAttention lowStock={summary?.low_stock.length} />
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
      {period.name === "custom" && <CustomDays key={`${period.from} ${period.to}`} {...{ period, onPeriod }} />}
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
  const [days, setDays] = useState({ from: period.from, to: period.to });
  const error = useId();
  const problem = problemOf(days);
  const change = (part: Partial<typeof days>) => {
    const next = { ...days, ...part };
    setDays(next);
    if (problemOf(next) === undefined) onPeriod({ ...period, ...next });
  };
  return (
    <fieldset aria-describedby={problem && error} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Custom period</legend>
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          type="date"
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
