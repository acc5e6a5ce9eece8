import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { overlooked, serveSoon, tellWaiting } from "#server/stock/stock.ts";
import { variationsForSale } from "./sale.ts";
import { variationsOfProducts } from "./variations.sql.ts";

/** Lets people who wait for a variation be told of it only while it is for sale; till then they go on waiting. */
export function tellWhileForSale(app: App) {
  const { db, jobs } = app;
  jobs.define("stock.tell-waiting", ({ variationId }) =>
    inTransaction(db, async (tx) => {
      const [id] = await forSale(tx, [variationId]);
      if (id !== undefined) await tellWaiting(app, tx, id);
    }),
  );
  // What is for sale again because a category is shown, say, and not by being published itself.
  jobs.repeat("catalogue.waiting", "7 * * * *", () => inTransaction(db, (tx) => serveOverlooked(app, tx, null)));
}

/** Has those served who wait for what these products have in stock, as they were published just now. */
export const published = async (app: Pick<App, "jobs" | "now">, tx: Tx, productIds: readonly number[]) =>
  serveOverlooked(app, tx, await variationsOfProducts(tx, productIds));

async function serveOverlooked(app: Pick<App, "jobs" | "now">, tx: Tx, variationIds: readonly number[] | null) {
  for (const id of await forSale(tx, await overlooked(app, tx, variationIds))) await serveSoon(app, tx, id, app.now());
}

async function forSale(tx: Tx, variationIds: number[]): Promise<number[]> {
  const known = await variationsForSale(tx, variationIds);
  return variationIds.filter((id) => known.get(id)?.for_sale);
}
