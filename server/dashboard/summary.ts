import type { DashboardSummary } from "#contract/dashboard.ts";
import { countCustomersByDay } from "#server/accounts/accounts.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { bestSellers, countsByStatus, ordersByDay } from "#server/orders/orders.ts";
import { netByDay } from "#server/payments/payments.ts";
import type { Db } from "#server/platform/database/database.ts";
import { getSettings, localDay } from "#server/shop/shop.ts";
import { listLowStock } from "#server/stock/stock.ts";
import { addDays, listDays } from "./dates.ts";

const maxBestSellers = 8;
const maxLowStock = 10;

/**
 * Revenue (payments less refunds, by date), orders and new customers of the last `days` days in the shop's time zone,
 * including today, and of the same number of days before. Excludes cancelled orders.
 */
export async function getDashboardSummary(
  db: Db,
  { days, now }: { days: number; now: Date },
): Promise<DashboardSummary> {
  const { currency, timezone } = await getSettings(db);
  const to = localDay(now, timezone);
  const from = addDays(to, 1 - days);
  const span = { from, to, timezone };
  const both = { from: addDays(from, -days), to, timezone };
  const [net, orders, users, byStatus, best, low] = await Promise.all([
    netByDay(db, both),
    ordersByDay(db, both),
    countCustomersByDay(db, both),
    countsByStatus(db, span),
    bestSellers(db, span, maxBestSellers),
    listRunningLow(db),
  ]);
  const change = (figures: Map<string, number>) => ({
    now: over(figures, listDays(from, to)),
    before: over(figures, listDays(both.from, addDays(from, -1))),
  });
  const [revenue, count] = [change(net), change(orders)];
  return {
    from,
    to,
    currency,
    revenue,
    orders: count,
    users: change(users),
    average_order: { now: average(revenue.now, count.now), before: average(revenue.before, count.before) },
    days: listDays(from, to).map((day) => ({
      day,
      revenue: net.get(day) ?? 0,
      orders: orders.get(day) ?? 0,
      users: users.get(day) ?? 0,
    })),
    by_status: byStatus,
    best_sellers: best.map(({ revenue: amount, currency: paidIn, ...seller }) => ({
      ...seller,
      revenue: { amount, currency: paidIn },
    })),
    low_stock: low,
  };
}

const over = (figures: Map<string, number>, days: string[]) =>
  days.reduce((sum, day) => sum + (figures.get(day) ?? 0), 0);
const average = (revenue: number, orders: number) => (orders === 0 ? 0 : Math.round(revenue / orders));

async function listRunningLow(db: Db): Promise<DashboardSummary["low_stock"]> {
  const low = await listLowStock(db, maxLowStock);
  const sold = await getVariationsForSale(
    db,
    low.map((level) => level.variation_id),
  );
  return low.flatMap(({ variation_id, left }) => {
    const variation = sold.get(variation_id);
    if (!variation?.for_sale) return [];
    const { product_id, name, sku, options } = variation;
    return [{ product_id, name, sku, left, variation: options.map((option) => option.value).join(" / ") }];
  });
}
