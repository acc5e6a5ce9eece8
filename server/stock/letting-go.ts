import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { deleteHoldings, listEnding } from "./holding.sql.ts";
import { letGo } from "./holding.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Gives back what a cart holds whose time runs out. */
    "stock.let-go": { cartId: string };
  }
}

/** What time does to holdings of carts: they end, to the second, and are forgotten later. */
export function holdingJobs(app: App) {
  app.jobs.define("stock.let-go", ({ cartId }) => letGoInTime(app, cartId));
  app.jobs.repeat("stock.let-go-overdue", "* * * * *", () => letGoOverdue(app));
}

const keptMinutes = 24 * 60;

/** Ends every holding whose time is over, each in a transaction of its own, and sees to it that those of the next minute end on time. */
export async function letGoOverdue(app: App) {
  const now = app.now();
  for (const { cart_id: cartId, expires_at } of await listEnding(app.db, new Date(now.getTime() + 60_000))) {
    const end = new Date(expires_at);
    if (end > now)
      await app.jobs.add(app.db, "stock.let-go", { cartId }, { runAt: end, key: `stock.let-go:${cartId}` });
    else await letGoInTime(app, cartId).catch((error: unknown) => standsStill(app, cartId, error));
  }
  await deleteHoldings(app.db, new Date(now.getTime() - keptMinutes * 60_000));
}

/** One cart that can't be let go of keeps no other from it; the next minute tries it again. */
const standsStill = (app: App, cartId: string, error: unknown) =>
  app.log.error({ err: error, cartId }, "what a cart held could not be let go");

/** A holding that was lengthened meanwhile is left alone. */
const letGoInTime = (app: App, cartId: string) => inTransaction(app.db, (tx) => letGo(app, tx, cartId, app.now()));
