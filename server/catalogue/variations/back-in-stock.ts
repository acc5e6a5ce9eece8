import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listMissedAlerts, scheduleAlerts, sendAlerts } from "#server/stock/stock.ts";
import { listVariationIds } from "./variations.sql.ts";
import { getVariationsForSale } from "./variations-for-sale.ts";

/** Sends back-in-stock alerts of variations that are for sale; the others stay subscribed. */
export function sendBackInStockAlerts(app: App) {
  const { db, jobs } = app;
  jobs.define("stock.send-alerts", ({ variationId }) =>
    inTransaction(db, async (tx) => {
      const [id] = await filterForSale(tx, [variationId]);
      if (id !== undefined) await sendAlerts(app, tx, id);
    }),
  );
  // For variations that are for sale again for other reasons, such as a category that is no longer hidden.
  jobs.schedule("catalogue.back_in_stock", "7 * * * *", () =>
    inTransaction(db, (tx) => enqueueMissedAlerts(app, tx, null)),
  );
}

/** Enqueues the alerts of products that have just been published. */
export const enqueueAlertsOfPublished = async (app: Pick<App, "jobs" | "now">, tx: Tx, productIds: readonly number[]) =>
  enqueueMissedAlerts(app, tx, await listVariationIds(tx, productIds));

async function enqueueMissedAlerts(app: Pick<App, "jobs" | "now">, tx: Tx, variationIds: readonly number[] | null) {
  for (const id of await filterForSale(tx, await listMissedAlerts(app, tx, variationIds)))
    await scheduleAlerts(app, tx, id, app.now());
}

async function filterForSale(tx: Tx, variationIds: number[]): Promise<number[]> {
  const known = await getVariationsForSale(tx, variationIds);
  return variationIds.filter((id) => known.get(id)?.for_sale);
}
