import { useState } from "react";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { orderStatusLabels } from "#web/orders/order-labels.ts";
import { queryText } from "#web/paths.ts";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { type Period, useSummary } from "./dashboard.queries.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { RevenueCard } from "./revenue-card.tsx";
import { BestSellers, LatestCustomers, LowStock, OrdersByStatus } from "./shop-lists.tsx";

export default function DashboardPage() {
  const [period, setPeriod] = useState<Period>("30");
  const { data: summary, error, refetch } = useSummary(period);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:gap-5 md:p-6">
      <PageHead title="Dashboard" hidden />
      <h1 className="text-2xl">Dashboard</h1>
      {error && !summary && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      <FigureTiles summary={summary} />
      <div className="grid grid-cols-1 gap-4 md:gap-5 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2 [&>section]:h-full">
          <RevenueCard summary={summary} period={period} onPeriod={setPeriod} />
        </div>
        <OrdersByStatus
          summary={summary}
          label={(status) => orderStatusLabels[status as OrderStatus]?.label ?? status}
          href={(status) => dashboardPaths.orders() + queryText({ status })}
        />
      </div>
      <div className="grid grid-cols-1 gap-4 md:gap-5 lg:grid-cols-2 xl:grid-cols-3">
        <BestSellers summary={summary} />
        <LowStock summary={summary} />
        <LatestCustomers />
      </div>
    </main>
  );
}
