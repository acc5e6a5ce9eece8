import { Suspense } from "react";
import type { DashboardSummary } from "#contract/dashboard.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/forms/segmented-control.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Cell, HeadCell, Row, Table } from "#web/ui/lists/table.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { type Period, periods } from "./dashboard.queries.ts";
import { ChangeText } from "./figure-tiles.tsx";
import { compareFigures } from "./figures.ts";

const RevenueChart = lazyComponent(() => import("./revenue-chart.tsx").then((part) => part.RevenueChart));

type Props = { summary: DashboardSummary | undefined; period: Period; onPeriod: (period: Period) => void };

/** Revenue by day as a chart and a table. */
export function RevenueCard({ summary, period, onPeriod }: Props) {
  return (
    <CardSection
      title="Revenue"
      hint={`Last ${period} days, compared with the previous ${period} days`}
      action={
        <SegmentedControl
          label="Period"
          value={period}
          onValueChange={onPeriod}
          options={periods.map((value) => ({ value, label: `${value} days` }))}
        />
      }
    >
      {summary ? <LoadedRevenue summary={summary} /> : <Skeleton className="h-80 rounded" />}
    </CardSection>
  );
}

function LoadedRevenue({ summary }: { summary: DashboardSummary }) {
  const locale = shopLocale();
  const { currency, revenue, orders, average_order } = summary;
  const money = (amount: number) => formatMoney({ amount, currency }, locale);
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-3 tabular-nums">
        <Sum label="Revenue" figure={money(revenue.now)} before={revenue} />
        <Sum label="Orders" figure={orders.now.toLocaleString(locale)} before={orders} />
        <Sum label="Average order value" figure={money(average_order.now)} before={average_order} />
      </dl>
      <div
        role="img"
        aria-label={`Revenue by day from ${summary.from} to ${summary.to}: ${money(revenue.now)} in total. The table below lists each day.`}
        className="h-60 min-w-0"
      >
        <Suspense fallback={<Skeleton className="h-60 rounded" />}>
          <RevenueChart days={summary.days} currency={currency} locale={locale} />
        </Suspense>
      </div>
      <details className="group text-sm">
        <summary className="touch-target w-fit rounded text-muted underline-offset-4 hover:text-ink hover:underline">
          Show as table
        </summary>
        <div className="mt-3 [&>section]:max-h-80">
          <Table label="Revenue, orders and new users by day">
            <thead>
              <tr>
                <HeadCell>Day</HeadCell>
                <HeadCell numeric>Revenue</HeadCell>
                <HeadCell numeric>Orders</HeadCell>
                <HeadCell numeric>New users</HeadCell>
              </tr>
            </thead>
            <tbody>
              {[...summary.days].reverse().map((day) => (
                <Row key={day.day}>
                  <Cell>{day.day}</Cell>
                  <Cell numeric>{money(day.revenue)}</Cell>
                  <Cell numeric>{day.orders}</Cell>
                  <Cell numeric>{day.users}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </div>
  );
}

const Sum = ({ label, figure, before }: { label: string; figure: string; before: { now: number; before: number } }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="flex items-baseline gap-2 text-lg font-semibold">
      {figure}
      <span className="text-sm">
        <ChangeText change={compareFigures(before)} />
      </span>
    </dd>
  </div>
);
