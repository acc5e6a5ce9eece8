import { setProductSales } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listSales } from "./statistics.sql.ts";

const days = 30;

/** Tells the catalogue once a night what was sold in the last 30 days. */
export function popularityJob(app: App) {
  app.jobs.schedule("orders.popularity", "41 3 * * *", () => updateProductSales(app));
}

/** Units of each product sold in the last 30 days, told to the catalogue. */
export async function updateProductSales(app: App) {
  const since = new Date(app.now().getTime() - days * 86_400_000);
  const sales = await listSales(app.db, since);
  await inTransaction(app.db, (tx) => setProductSales(tx, sales));
}
