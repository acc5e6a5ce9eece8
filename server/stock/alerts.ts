import type { StockAlert } from "#contract/stock.ts";
import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { type Asker, deleteAlerts, insertAlert, listAwaited, serveAlerts, type Waiting } from "./alerts.sql.ts";
import { levelsOf } from "./stock.ts";

declare module "#server/platform/happenings.ts" {
  interface Happenings {
    /** A variation can be had again: these people asked to be told, in this order. */
    "stock.back": { waiting: Waiting[] };
  }
}
declare module "#server/platform/jobs.ts" {
  interface JobTable {
    /** Tells those next in line for a variation. */
    "stock.tell-waiting": { variationId: number };
  }
}

/** Those told first get this long before the next in line are. */
const headStartMinutes = 60;

/** Notes that somebody wants to be told when a variation is back. Throws `still_in_stock` while it can be had. */
export async function askToBeTold(tx: Tx, variationId: number, asker: Asker): Promise<StockAlert> {
  const available = (await levelsOf(tx, [variationId])).get(variationId)?.available ?? 0;
  if (available > 0) throw new Refusal("still_in_stock");
  return insertAlert(tx, variationId, asker);
}

/** Watches stock come in, and serves those who wait. */
export function alertJobs(house: House) {
  house.happenings.on("stock.moved", async (tx, { moves }) => {
    const more = moves.filter(({ before, after }) => after > before && after > 0);
    if (more.length === 0) return;
    const awaited = await listAwaited(
      tx,
      more.map((move) => move.variation_id),
    );
    for (const variationId of awaited) await serveSoon(house, tx, variationId, house.now());
  });
  house.happenings.on("accounts.deleted", async (tx, { userId }) => void (await deleteAlerts(tx, userId)));
  house.jobs.define("stock.tell-waiting", ({ variationId }) =>
    inTransaction(house.db, (tx) => tellWaiting(house, tx, variationId)),
  );
}

/** As many people as there are units are told, those who asked first; the others an hour later, if some are left then. */
export async function tellWaiting(house: House, tx: Tx, variationId: number) {
  const now = house.now();
  const available = (await levelsOf(tx, [variationId])).get(variationId)?.available ?? 0;
  if (available <= 0) return;
  const waiting = await serveAlerts(tx, variationId, available, now);
  if (waiting.length === 0) return;
  await house.happenings.announce(tx, "stock.back", { waiting });
  const [more] = await listAwaited(tx, [variationId]);
  if (more !== undefined) await serveSoon(house, tx, more, new Date(now.getTime() + headStartMinutes * 60_000));
}

const serveSoon = (house: House, tx: Tx, variationId: number, runAt: Date) =>
  house.jobs.add(tx, "stock.tell-waiting", { variationId }, { runAt, key: `stock.tell-waiting:${variationId}` });
