import { Suspense } from "react";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";

const RevenueChart = lazyComponent(() => import("./revenue-chart.tsx").then((part) => part.RevenueChart));

/** Revenue by day as a chart and a table. */
export const RevenueCard = ({ summary }: { summary: DashboardSummary | undefined }) => (
  <CardSection
    title="Revenue"
    hint={
      summary &&
      `Payments less refunds, with tax and shipping. ${spanText(summary)}, compared with ${spanText(summary.compared_with)}.`
    }
  >
    {summary ? <LoadedRevenue summary={summary} /> : <Skeleton className="h-80 rounded" />}
  </CardSection>
);

function LoadedRevenue({ summary }: { summary: DashboardSummary }) {
  const { currency, revenue } = summary;
  const money = (amount: number) => formatMoney({ amount, currency });
  return (
    <div className="grid grid-cols-1 gap-4">
      <div
        role="img"
        aria-label={`Revenue by day from ${summary.from} to ${summary.to}: ${money(revenue.now)} in total. The table below lists each day.`}
        className="h-60 min-w-0"
      >
        <Suspense fallback={<Skeleton className="h-60 rounded" />}>
          <RevenueChart days={summary.days} currency={currency} />
        </Suspense>
      </div>
      <details className="group text-sm">
        <summary className="touch-target w-fit rounded text-muted underline-offset-4 hover:text-ink hover:underline">
          Show as table
        </summary>
        <div className="mt-3 [&>section]:max-h-80">
          <DataTable
            label="Revenue, orders and new customers by day"
            rows={[...summary.days].reverse()}
            rowKey={({ day }) => day}
            columns={[
              { head: "Day", cell: ({ day }) => day },
              { head: "Revenue", numeric: true, cell: (day) => money(day.revenue) },
              { head: "Orders", numeric: true, cell: ({ orders }) => orders },
              { head: "New customers", numeric: true, cell: ({ customers }) => customers },
            ]}
          />
        </div>
      </details>
    </div>
  );
}

/** "3 – 9 Mar 2026". */
function spanText({ from, to }: { from: string; to: string }): string {
  const format = new Intl.DateTimeFormat(shopLocale(), { dateStyle: "medium", timeZone: "UTC" });
  return format.formatRange(new Date(from), new Date(to));
}
