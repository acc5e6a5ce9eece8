import type { StockAlert } from "#contract/stock.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import {
  type Subscriber,
  deleteAlerts,
  insertAlert,
  listVariationsWithAlerts,
  listMissedVariations,
  markAlertsNotified,
  type DueAlert,
} from "./alerts.sql.ts";
import { listLevels } from "./stock.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A variation can be had again: these people asked to be told, in this order. */
    "stock.replenished": { waiting: DueAlert[] };
  }
}
declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Tells those next in line for a variation; done by the catalogue, which knows whether it is for sale. */
    "stock.send-alerts": { variationId: number };
  }
}

/** Those told first get this long before the next in line are. */
const headStartMs = 60 * 60_000;

/** Notes that somebody wants to be told when a variation is back. Throws `still_in_stock` while it can be had. */
export async function createAlert(tx: Tx, variationId: number, asker: Subscriber): Promise<StockAlert> {
  if ((await availableOf(tx, variationId)) > 0) throw new Problem("still_in_stock");
  return insertAlert(tx, variationId, asker);
}

/** Watches stock come in, and has those served who wait. */
export function registerAlerts(app: App) {
  app.events.on("stock.changed", async (tx, { moves }) => {
    const more = moves.filter(({ before, after }) => after > before && after > 0);
    if (more.length === 0) return;
    const awaited = await listVariationsWithAlerts(
      tx,
      more.map((move) => move.variation_id),
    );
    for (const variationId of awaited) await scheduleAlerts(app, tx, variationId, app.now());
  });
  app.events.on("account.deleted", async (tx, { userId }) => void (await deleteAlerts(tx, userId)));
}

/**
 * As many people as there are units are told, those who asked first; the others an hour later, if some are left then. Only
 * for a variation that is for sale: nobody is told twice.
 */
export async function sendAlerts(app: Pick<App, "events" | "jobs" | "now">, tx: Tx, variationId: number) {
  const now = app.now();
  const available = await availableOf(tx, variationId);
  if (available <= 0) return;
  const waiting = await markAlertsNotified(tx, variationId, available, now);
  if (waiting.length === 0) return;
  await app.events.emit(tx, "stock.replenished", { waiting });
  const [more] = await listVariationsWithAlerts(tx, [variationId]);
  if (more !== undefined) await scheduleAlerts(app, tx, more, new Date(now.getTime() + headStartMs));
}

/**
 * Variations, of these or of all, that people wait for though there are units and nobody has a head start: when those came
 * in they were not for sale.
 */
export const listMissedAlerts = (
  { now }: Pick<App, "now">,
  tx: Tx,
  variationIds: readonly number[] | null,
): Promise<number[]> => listMissedVariations(tx, { variationIds, toldBefore: new Date(now().getTime() - headStartMs) });

/** Has those next in line for a variation told at this instant, unless it is not for sale then. */
export const scheduleAlerts = (app: Pick<App, "jobs">, tx: Tx, variationId: number, runAt: Date) =>
  app.jobs.add(tx, "stock.send-alerts", { variationId }, { runAt, key: `stock.send-alerts:${variationId}` });

const availableOf = async (tx: Tx, variationId: number) => (await listLevels(tx, [variationId]))[0]?.available ?? 0;
