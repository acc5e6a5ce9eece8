import type { DashboardSummary, SummaryQuery } from "#contract/dashboard/dashboard.ts";
import { maxCounted } from "#contract/endpoint.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import {
  countAdminProducts,
  getProductTitles,
  getVariationsForSale,
  listLowStock,
} from "#server/catalogue/catalogue.ts";
import { type Figures, listBestSellers, listFiguresByDay, sumUnitsSold } from "#server/figures/figures.ts";
import { type Db, valuesOf } from "#server/platform/database/database.ts";
import { type DaySpan, getSettings, localDay, localTime } from "#server/shop/shop.ts";
import { addDays, addYears, countDays } from "./dates.ts";

const usualDays = 30;
const maxBestSellers = 8;
const maxLowStock = 10;

/** The figures of a period and of the one it is compared with; days are of the shop's time zone. */
export async function getDashboardSummary(db: Db, query: SummaryQuery & { now: Date }): Promise<DashboardSummary> {
  const { currency, timezone } = await getSettings(db);
  const today = localDay(query.now, timezone);
  const { from = addDays(today, 1 - usualDays), to = today } = query;
  const earlier = query.compare === "year" ? yearBefore({ from, to }) : periodBefore({ from, to });
  // A day that is not over is compared with the same part of the earlier one.
  const until = to === today ? localTime(query.now, timezone) : undefined;
  const [days, before, best, low, lowProducts] = await Promise.all([
    listFiguresByDay(db, { from, to, timezone }),
    listFiguresByDay(db, { ...earlier, until, timezone }),
    listBest(db, { from, to, timezone }),
    listRunningLow(db, { from: addDays(today, 1 - usualDays), to: today, timezone }),
    // What the link of this figure lists.
    countAdminProducts(db, { stock: "low", status: "active" }, maxCounted),
  ]);
  const compare = (figure: keyof Figures) => ({ now: total(days, figure), before: total(before, figure) });
  const [sales, orders] = [compare("sales"), compare("orders")];
  return {
    from,
    to,
    compared_with: earlier,
    currency,
    revenue: compare("revenue"),
    orders,
    sales,
    average_order: { now: average(sales.now, orders.now), before: average(sales.before, orders.before) },
    refunds: compare("refunds"),
    units: compare("units"),
    customers: compare("customers"),
    carts: compare("carts"),
    ordered_carts: compare("ordered_carts"),
    // The response schema leaves out the other figures.
    days: days.map((day, index) => ({ ...day, revenue_before: before[index]?.revenue ?? 0 })),
    by_status: OrderStatus.options
      .map((status) => ({ status, count: total(days, status) }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count),
    best_sellers: best.map(({ amount, ...seller }) => ({ ...seller, revenue: { amount, currency } })),
    low_stock: low,
    low_stock_products: lowProducts,
  };
}

type Period = { from: string; to: string };
const periodBefore = ({ from, to }: Period) => ({ from: addDays(from, -countDays(from, to)), to: addDays(from, -1) });
const yearBefore = ({ from, to }: Period) => ({ from: addYears(from, -1), to: addYears(to, -1) });

const total = (days: Figures[], figure: keyof Figures) => days.reduce((sum, day) => sum + day[figure], 0);
const average = (sales: number, orders: number) => (orders === 0 ? 0 : Math.round(sales / orders));

async function listBest(db: Db, span: DaySpan) {
  const best = await listBestSellers(db, span, maxBestSellers);
  const titles = await getProductTitles(db, valuesOf(best, "product_id"));
  return best.flatMap(({ product_id, units, amount }) => {
    const title = titles.get(product_id);
    return title ? [{ product_id, ...title, quantity: units, amount }] : [];
  });
}

async function listRunningLow(db: Db, recent: DaySpan): Promise<DashboardSummary["low_stock"]> {
  const low = await listLowStock(db, maxLowStock);
  const ids = low.map((level) => level.variation_id);
  const [variations, sold] = await Promise.all([getVariationsForSale(db, ids), sumUnitsSold(db, recent, ids)]);
  return low.flatMap(({ variation_id, left }) => {
    const variation = variations.get(variation_id);
    if (!variation?.for_sale) return [];
    const { product_id, name, sku, options } = variation;
    const units = sold.get(variation_id) ?? 0;
    return [
      {
        product_id,
        variation_id,
        name,
        sku,
        left,
        variation: options.map((option) => option.value).join(" / "),
        days_left: units > 0 ? Math.floor((left * usualDays) / units) : null,
      },
    ];
  });
}
