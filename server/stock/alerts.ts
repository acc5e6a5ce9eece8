import type { StockAlert } from "#contract/stock.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import * as rows from "./alerts.sql.ts";
import { listLevels } from "./stock.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A variation is available again: notify these subscribers, in this order. */
    "stock.replenished": { waiting: rows.DueAlert[] };
  }
}
declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Notifies the next subscribers of a variation. Defined by the catalogue, which knows whether it is for sale. */
    "stock.send-alerts": { variationId: number };
  }
}

/** Head start of notified subscribers before the next are notified. */
const headStartMs = 60 * 60_000;

/** What anybody can order for an address that nobody has confirmed: emails to a stranger. */
const maxAlertsOfVisitor = 20;

/**
 * Creates a back-in-stock alert. Throws `still_in_stock` if the variation is available, and `too_many_requests` if an
 * address without an account waits for many.
 */
export async function createAlert(tx: Tx, variationId: number, asker: rows.Subscriber): Promise<StockAlert> {
  const { email } = asker;
  if (email !== null && (await rows.countOpenAlerts(tx, email, variationId)) >= maxAlertsOfVisitor)
    throw new Problem("too_many_requests", { retryAfter: 86_400 });
  if ((await availableOf(tx, variationId)) > 0) throw new Problem("still_in_stock");
  return rows.insertAlert(tx, variationId, asker);
}

/** Sends alerts when stock increases. */
export function registerAlerts(app: App) {
  app.events.on("stock.changed", async (tx, { moves }) => {
    const more = moves.filter(({ before, after }) => after > before && after > 0);
    if (more.length === 0) return;
    const awaited = await rows.listVariationsWithAlerts(tx, valuesOf(more, "variation_id"));
    for (const variationId of awaited) await scheduleAlerts(app, tx, variationId, app.now());
  });
  app.jobs.schedule("stock.tidy-alerts", "19 3 * * *", () => rows.deleteOldAlerts(app.db));
  app.events.on("account.merged", async (tx, { fromId, intoId, moved }) => {
    moved.stock_alerts = await rows.moveAlerts(tx, fromId, intoId);
  });
  app.events.on("account.deleted", async (tx, { userId, email }) => void (await rows.deleteAlerts(tx, userId, email)));
  app.events.on("account.claimed", async (tx, { userId }) => void (await rows.deleteAlerts(tx, userId)));
  app.events.on("account.data_requested", async (tx, { userId, email, data }) => {
    data.stock_alerts = await rows.listAllAlerts(tx, userId, email);
  });
}

/** Notifies as many subscribers as units, oldest first, others an hour later. Only for variations for sale. */
export async function sendAlerts(app: Pick<App, "events" | "jobs" | "now">, tx: Tx, variationId: number) {
  const now = app.now();
  const available = await availableOf(tx, variationId);
  if (available <= 0) return;
  const waiting = await rows.markAlertsNotified(tx, variationId, available, now);
  if (waiting.length === 0) return;
  await app.events.emit(tx, "stock.replenished", { waiting });
  const [more] = await rows.listVariationsWithAlerts(tx, [variationId]);
  if (more !== undefined) await scheduleAlerts(app, tx, more, new Date(now.getTime() + headStartMs));
}

/** Variations, of these or all, with open alerts, stock and no head start: it arrived while they were not for sale. */
export const listMissedAlerts = ({ now }: Pick<App, "now">, tx: Tx, variationIds: readonly number[] | null) =>
  rows.listMissedVariations(tx, { variationIds, notifiedBefore: new Date(now().getTime() - headStartMs) });

export const scheduleAlerts = (app: Pick<App, "jobs">, tx: Tx, variationId: number, runAt: Date) =>
  app.jobs.add(tx, "stock.send-alerts", { variationId }, { runAt, key: `stock.send-alerts:${variationId}` });

const availableOf = async (tx: Tx, variationId: number) => (await listLevels(tx, [variationId]))[0]?.available ?? 0;
