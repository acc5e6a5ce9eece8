import { startTransition, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { type Period, parsePeriod, useSummary, usualPeriod } from "./dashboard.queries.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { RevenueCard } from "./revenue-card.tsx";
import { SetupChecklist } from "./setup-checklist.tsx";
import { BestSellers, LatestCustomers, LowStock, OrdersByStatus, ZeroResultSearches } from "./shop-lists.tsx";

export default function DashboardPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // Optimistic, because the chosen period would jump back until the navigation ends.
  const [period, choosePeriod] = useOptimistic(parsePeriod(search.get("days")));
  const setPeriod = (days: Period) =>
    startTransition(async () => {
      choosePeriod(days);
      const query = days === usualPeriod ? "" : `?days=${days}`;
      await navigate({ search: query }, { replace: true, preventScrollReset: true });
    });
  const { data: summary, error, refetch } = useSummary(period);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4">
      <PageHead title="Dashboard" hidden />
      <h1 className="text-2xl">Dashboard</h1>
      {error && !summary && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      <SetupChecklist />
      <NeedsAttention lowStock={summary?.low_stock.length} />
      <FigureTiles summary={summary} />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2 [&>section]:h-full">
          <RevenueCard summary={summary} period={period} onPeriod={setPeriod} />
        </div>
        <OrdersByStatus
          summary={summary}
          label={(status) => orderStatusLabels[status as OrderStatus]?.label ?? status}
          href={(status) => dashboardPaths.orders({ status })}
        />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3">
        <BestSellers summary={summary} />
        <LowStock summary={summary} />
        <LatestCustomers />
        <ZeroResultSearches />
      </div>
    </main>
  );
}
