import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import type { LiveOrderSummary } from "#contract/events.ts";

/**
 * Compares a figure with the previous one. `percent` is null without a previous value; less than one percent is "same".
 */
export function compareFigures({ now, before }: { now: number; before: number }) {
  if (Number.isNaN(now - before)) return { direction: "same", percent: null } as const;
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : null;
  const by = percent ?? now - before;
  return { direction: by > 0 ? "up" : by < 0 ? "down" : "same", percent } as const;
}
export type Change = ReturnType<typeof compareFigures>;

/** "+12%", "−3%", "±0%", or "New" without a previous value. */
export function formatChange({ direction, percent }: Change) {
  if (percent === null) return direction === "up" ? "New" : "–";
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)}%`;
}

/** The share of carts that were ordered, in tenths of a percent; NaN without carts. */
export const conversionOf = ({ carts, ordered_carts: ordered }: Pick<DashboardSummary, "carts" | "ordered_carts">) => {
  const rate = (part: number, whole: number) => Math.round((part / whole) * 1000);
  return { now: rate(ordered.now, carts.now), before: rate(ordered.before, carts.before) };
};

type Live = { orders: LiveOrderSummary | null; newToday: number | undefined };

/** A summary with the latest figures of today, if its period ends today. */
export function withLiveFigures(summary: DashboardSummary, { orders, newToday }: Live): DashboardSummary {
  const last = summary.days.at(-1);
  if (!orders || last?.day !== orders.today.day) return summary;
  const { today } = orders;
  const now = {
    ...last,
    revenue: today.revenue.amount,
    orders: today.count,
    sales: today.sales,
    units: today.units,
    refunds: today.refunds,
    customers: newToday ?? last.customers,
    carts: today.carts,
    ordered_carts: today.ordered_carts,
  };
  const plus = (name: Figure) => {
    const { now: sum, before } = summary[name];
    return { now: sum + now[name] - last[name], before };
  };
  const [sales, orderCount] = [plus("sales"), plus("orders")];
  const average = orderCount.now === 0 ? 0 : Math.round(sales.now / orderCount.now);
  return {
    ...summary,
    revenue: plus("revenue"),
    orders: orderCount,
    sales,
    average_order: { now: average, before: summary.average_order.before },
    units: plus("units"),
    refunds: plus("refunds"),
    customers: plus("customers"),
    carts: plus("carts"),
    ordered_carts: plus("ordered_carts"),
    days: [...summary.days.slice(0, -1), now],
  };
}
type Figure = "revenue" | "orders" | "sales" | "units" | "refunds" | "customers" | "carts" | "ordered_carts";
