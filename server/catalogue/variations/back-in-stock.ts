import type { ListedStockAlert } from "#contract/stock.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { fieldProblem, Problem } from "#server/platform/http/problem.ts";
import {
  createAlert,
  listAlerts,
  listMissedAlerts,
  type Subscriber,
  scheduleAlerts,
  sendAlerts,
} from "#server/stock/stock.ts";
import { text } from "#words/say.ts";
import { listVariationIds } from "./variations.sql.ts";
import type { SaleVariation } from "./variations-for-sale.sql.ts";
import { getVariationsForSale } from "./variations-for-sale.ts";

/** Creates back-in-stock alerts for variations that are for sale, and sends them; those of others stay. */
export function backInStockAlerts(app: App) {
  const { db, jobs } = app;
  app.handle("POST /stock-alerts", async ({ body: { variation_id: id, email } }, call) => {
    const subscriber = subscriberOf(call, email);
    const create = async (tx: Tx) => {
      // A draft is answered like what does not exist.
      if ((await filterForSale(tx, [id])).length === 0) throw new Problem("not_found");
      return createAlert(tx, id, subscriber);
    };
    return { data: await call.idempotency.transaction(db, create) };
  });
  app.answerPage("GET /stock-alerts", async ({ query }, { caller }) => {
    const { rows, total } = await listAlerts(db, userId(caller), query);
    const ids = rows.map((alert) => alert.variation_id);
    const variations = await getVariationsForSale(db, ids);
    return { rows: rows.map((row) => ({ ...row, product: presentProduct(variations.get(row.variation_id)) })), total };
  });
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

function presentProduct(variation: SaleVariation | undefined): ListedStockAlert["product"] {
  if (!variation?.for_sale) return null;
  const { slug, name, thumbnail, options } = variation;
  return { slug, name, thumbnail, options };
}

/** Customers are notified at the account's address; others have to give an email address. */
function subscriberOf({ caller }: Call, email: string | undefined): Subscriber {
  if (caller.kind === "user" && caller.role === "customer") return { userId: caller.id, email: null };
  if (email) return { userId: null, email: email.toLowerCase() };
  throw fieldProblem("email", "required", text("Enter an email address."));
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
