import { useState } from "react";
import type { OrderStatus } from "#contract/orders.ts";
import { statusWords } from "#web/orders/order-words.ts";
import { paths, queryText } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { type Period, useSummary } from "./dashboard.queries.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { RevenueCard } from "./revenue-card.tsx";
import { BestSellers, LatestCustomers, LowStock, OrdersByState } from "./shop-lists.tsx";

export default function DashboardPage() {
  const [period, setPeriod] = useState<Period>("30");
  const { data: summary, error, refetch } = useSummary(period);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:gap-5 md:p-6">
      <PageHead title="Dashboard" hidden />
      <h1 className="text-2xl">Dashboard</h1>
      {error && !summary && (
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
      )}
      <FigureTiles summary={summary} />
      <div className="grid grid-cols-1 gap-4 md:gap-5 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2 [&>section]:h-full">
          <RevenueCard summary={summary} period={period} onPeriod={setPeriod} />
        </div>
        <OrdersByState
          summary={summary}
          words={(status) => statusWords[status as OrderStatus]?.words ?? status}
          href={(status) => paths.dashboardOrders() + queryText({ status })}
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
