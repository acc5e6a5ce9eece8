import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { deleteOldHolds, type ExpiringHold, listExpiringHolds } from "./holds.sql.ts";
import { releaseHold } from "./holds.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Releases the hold of a cart when it expires. */
    "stock.release-hold": { cartId: string };
  }
}

/** Jobs that release expired holds to the second and delete old ones. */
export function registerHoldJobs(app: App) {
  app.jobs.define("stock.release-hold", ({ cartId }) => releaseIfExpired(app, cartId));
  app.jobs.schedule("stock.release-expired-holds", "* * * * *", () => releaseExpiredHolds(app));
}

const retentionMinutes = 24 * 60;
/** Holds read at once. */
const batchSize = 500;

/** Releases expired holds, each in its own transaction, and schedules those that expire within the next minute. */
export async function releaseExpiredHolds(app: App, limit = batchSize) {
  const now = app.now();
  const by = new Date(now.getTime() + 60_000);
  const listAfter = (last?: ExpiringHold) => listExpiringHolds(app.db, by, { last, limit });
  for (let holds = await listAfter(); holds.length > 0; holds = await listAfter(holds.at(-1)))
    for (const hold of holds) await releaseOrSchedule(app, hold, now);
  await deleteOldHolds(app.db, new Date(now.getTime() - retentionMinutes * 60_000));
}

async function releaseOrSchedule(app: App, { cart_id: cartId, expires_at }: ExpiringHold, now: Date) {
  const end = new Date(expires_at);
  if (end > now)
    await app.jobs.add(app.db, "stock.release-hold", { cartId }, { runAt: end, key: `stock.release-hold:${cartId}` });
  else await releaseIfExpired(app, cartId).catch((error: unknown) => logFailedRelease(app, cartId, error));
}

/** A failed release does not stop the others; the next minute retries it. */
const logFailedRelease = (app: App, cartId: string, error: unknown) =>
  app.log.error({ err: error, cartId }, "an expired hold could not be released");

/** Does nothing if the hold was extended meanwhile. */
const releaseIfExpired = (app: App, cartId: string) =>
  inTransaction(app.db, (tx) => releaseHold(app, tx, cartId, app.now()));
