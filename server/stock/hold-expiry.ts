import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { deleteOldHolds, listExpiringHolds } from "./holds.sql.ts";
import { releaseHold } from "./holds.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Gives back what a cart holds whose time runs out. */
    "stock.release-hold": { cartId: string };
  }
}

/** What time does to holdings of carts: they end, to the second, and are forgotten later. */
export function registerHoldJobs(app: App) {
  app.jobs.define("stock.release-hold", ({ cartId }) => releaseIfExpired(app, cartId));
  app.jobs.repeat("stock.release-expired-holds", "* * * * *", () => releaseExpiredHolds(app));
}

const retentionMinutes = 24 * 60;

/** Ends every holding whose time is over, each in a transaction of its own, and sees to it that those of the next minute end on time. */
export async function releaseExpiredHolds(app: App) {
  const now = app.now();
  for (const { cart_id: cartId, expires_at } of await listExpiringHolds(app.db, new Date(now.getTime() + 60_000))) {
    const end = new Date(expires_at);
    if (end > now)
      await app.jobs.add(app.db, "stock.release-hold", { cartId }, { runAt: end, key: `stock.release-hold:${cartId}` });
    else await releaseIfExpired(app, cartId).catch((error: unknown) => logFailedRelease(app, cartId, error));
  }
  await deleteOldHolds(app.db, new Date(now.getTime() - retentionMinutes * 60_000));
}

/** One cart that can't be let go of keeps no other from it; the next minute tries it again. */
const logFailedRelease = (app: App, cartId: string, error: unknown) =>
  app.log.error({ err: error, cartId }, "what a cart held could not be let go");

/** A holding that was lengthened meanwhile is left alone. */
const releaseIfExpired = (app: App, cartId: string) =>
  inTransaction(app.db, (tx) => releaseHold(app, tx, cartId, app.now()));
