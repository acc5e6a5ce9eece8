import { type CustomerValue, OrderStatus } from "#contract/orders/orders.ts";
import { setBoughtTogether, setProductSales } from "#server/catalogue/catalogue.ts";
import { sumFigures } from "#server/figures/figures.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getSettings } from "#server/shop/shop.ts";
import { countWork, listBoughtTogether, listCustomerTotals, listSales } from "./statistics.sql.ts";

/** The jobs that update sales and products bought together in the catalogue each night. */
export function registerStatisticsJobs(app: App) {
  app.jobs.schedule("orders.popularity", "41 3 * * *", () => updateProductSales(app));
  app.jobs.schedule("orders.bought-together", "47 3 * * *", () => updateBoughtTogether(app));
}

/** Updates the units sold of each product in the last 30 days. */
export async function updateProductSales(app: App) {
  const sales = await listSales(app.db, daysAgo(app, 30));
  await inTransaction(app.db, (tx) => setProductSales(tx, sales));
}

/** Updates which products were bought together in the last 180 days. */
export async function updateBoughtTogether(app: App) {
  const pairs = await listBoughtTogether(app.db, daysAgo(app, 180));
  await inTransaction(app.db, (tx) => setBoughtTogether(tx, pairs));
}

const daysAgo = ({ now }: App, days: number) => new Date(now().getTime() - days * 86_400_000);

/** Number of orders in all, and of those that need attention. */
export async function orderFigures(db: Db | Tx) {
  const [figures, work] = await Promise.all([sumFigures(db), countWork(db)]);
  const { pending_payment, on_hold } = figures;
  const total = OrderStatus.options.reduce((sum, status) => sum + figures[status], 0);
  return { pending_payment, ...work, on_hold, total };
}

/** Orders and spending of customers. */
export async function listCustomerValues(db: Db, customerIds: number[]): Promise<CustomerValue[]> {
  const { currency } = await getSettings(db);
  const rows = new Map((await listCustomerTotals(db, customerIds, currency)).map((row) => [row.user_id, row]));
  return customerIds.map((id) => {
    const { name = null, placed = 0, orders = 0, spent = 0 } = rows.get(id) ?? {};
    return { customer_id: id, name, placed, orders, spent: { amount: spent, currency } };
  });
}
