import type { DashboardSummary } from "#contract/dashboard.ts";
import { countCustomersByDay } from "#server/accounts/accounts.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { bestSellers, countsByStatus, ordersByDay } from "#server/orders/orders.ts";
import { netByDay } from "#server/payments/payments.ts";
import type { Db } from "#server/platform/database/database.ts";
import { type DaySpan, getSettings, localDay, localTime } from "#server/shop/shop.ts";
import { listLowStock } from "#server/stock/stock.ts";
import { addDays, listDays } from "./dates.ts";

const maxBestSellers = 8;
const maxLowStock = 10;

/**
 * Revenue (payments less refunds, by date), orders and new customers of the last `days` days in the shop's time zone,
 * including today, and of the same number of days before, ending at the same time of day. Excludes cancelled orders.
 */
export async function getDashboardSummary(
  db: Db,
  { days, now }: { days: number; now: Date },
): Promise<DashboardSummary> {
  const { currency, timezone } = await getSettings(db);
  const to = localDay(now, timezone);
  const from = addDays(to, 1 - days);
  const span = { from, to, timezone };
  // The last day is incomplete, so the previous period ends at the same time of day.
  const earlier = { from: addDays(from, -days), to: addDays(from, -1), until: localTime(now, timezone), timezone };
  const compare = async (countByDay: (db: Db, span: DaySpan) => Promise<Map<string, number>>) => {
    const [byDay, before] = await Promise.all([countByDay(db, span), countByDay(db, earlier)]);
    return { byDay, now: total(byDay), before: total(before) };
  };
  const [revenue, orders, users, byStatus, best, low] = await Promise.all([
    compare(netByDay),
    compare(ordersByDay),
    compare(countCustomersByDay),
    countsByStatus(db, span),
    bestSellers(db, span, maxBestSellers),
    listRunningLow(db),
  ]);
  return {
    from,
    to,
    currency,
    revenue: change(revenue),
    orders: change(orders),
    users: change(users),
    average_order: { now: average(revenue.now, orders.now), before: average(revenue.before, orders.before) },
    days: listDays(from, to).map((day) => ({
      day,
      revenue: revenue.byDay.get(day) ?? 0,
      orders: orders.byDay.get(day) ?? 0,
      users: users.byDay.get(day) ?? 0,
    })),
    by_status: byStatus,
    best_sellers: best.map(({ revenue: amount, currency: paidIn, ...seller }) => ({
      ...seller,
      revenue: { amount, currency: paidIn },
    })),
    low_stock: low,
  };
}

const total = (figures: Map<string, number>) => [...figures.values()].reduce((sum, figure) => sum + figure, 0);
const change = ({ now, before }: { now: number; before: number }) => ({ now, before });
const average = (revenue: number, orders: number) => (orders === 0 ? 0 : Math.round(revenue / orders));

async function listRunningLow(db: Db): Promise<DashboardSummary["low_stock"]> {
  const low = await listLowStock(db, maxLowStock);
  const variations = await getVariationsForSale(
    db,
    low.map((level) => level.variation_id),
  );
  return low.flatMap(({ variation_id, left }) => {
    const variation = variations.get(variation_id);
    if (!variation?.for_sale) return [];
    const { product_id, name, sku, options } = variation;
    return [{ product_id, name, sku, left, variation: options.map((option) => option.value).join(" / ") }];
  });
}
