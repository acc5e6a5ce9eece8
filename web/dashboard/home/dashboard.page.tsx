import { startTransition, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { useAccess } from "#web/api/session/permissions.ts";
import { useSummary } from "#web/dashboard/dashboard.queries.ts";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { useNow } from "#web/ui/text/use-now.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { LatestOrders, OrdersByStatus } from "./order-lists.tsx";
import { type Period, parsePeriod, periodPath } from "./period.ts";
import { PeriodPicker } from "./period-picker.tsx";
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
