import type { StockLevel } from "#contract/stock.ts";
import { type Db, inOrder, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { cancelBackorders, increaseBackorders } from "./backorders.sql.ts";
import { recordBackorders, reduceBackorders, shipBackorderedUnits, subtractUnits } from "./backorders.ts";
import { listCommittedUnits, undoCommit, undoShippedBackorders } from "./cancelled-shipments.sql.ts";
import { releaseHeldUnits } from "./holds.sql.ts";
import { resumeHold } from "./holds.ts";
import { emitStockChanged, fillBackorders, type WithEvents } from "./moves.ts";
import type { Count, LinesToReserve, LineUnits, VariationUnits } from "./stock.sql.ts";
import * as rows from "./stock.sql.ts";
import type { StockMove } from "./stock-move.ts";
import { releaseReservedUnits, reserveUnitsAgain, restockUnits, undoRestockUnits } from "./units.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Available stock of these variations, before and after. */
    "stock.changed": { moves: { variation_id: number; before: number; after: number }[] };
  }
}

export { deleteAlertsOfVisitor, findVisitorWithAlerts, listAlerts, type Subscriber } from "./alerts.sql.ts";
export { createAlert, listMissedAlerts, scheduleAlerts, sendAlerts } from "./alerts.ts";
export { findLastHoldExpiry } from "./holds.sql.ts";
export { holdStock, releaseHold, transferHold, trimHold } from "./holds.ts";
export {
  countChecked as countStockChecked,
  listInconsistencies as listStockInconsistencies,
} from "./reconciliation.sql.ts";
export { recordRefusedQuantities } from "./refused-quantities.ts";
export {
  createLevels,
  type LinesToReserve,
  type LineToReserve,
  listCountedSince,
  lockLevels,
  lockLevelsOf,
} from "./stock.sql.ts";

export type ReserveOutcome =
  | { kind: "reserved" }
  | { kind: "short"; short: { variation_id: number; available: number }[] };

/**
 * Reserves stock for all lines of an order, or none: `short` lists the missing variations, and the caller must roll
 * back. Lines on backorder reserve what is available; the rest is recorded as a backorder. Only for variations with
 * tracked stock. What the cart `holder` holds is released first; one that stays active holds what is left of it again.
 */
export async function reserveStock(
  app: WithEvents,
  tx: Tx,
  orderId: string,
  wanted: LinesToReserve,
  { id: holder, staysActive = false }: { id?: string | undefined; staysActive?: boolean } = {},
): Promise<ReserveOutcome> {
  const hasBackorders = Array.isArray(wanted) && wanted.some((line) => line.on_backorder);
  const release = async () =>
    holder === undefined ? [] : releaseHeldUnits(tx, holder, { next: rows.columns(wanted) });
  // The levels stay locked between the release and the reservation.
  const [released, outcome] = hasBackorders
    ? [await release(), await reserveLines(tx, orderId, await recordBackorders(tx, orderId, wanted))]
    : await inOrder(tx, release, () => reserveLines(tx, orderId, wanted));
  const short = outcome.filter(({ after }) => after === null);
  if (short.length > 0)
    return {
      kind: "short",
      short: short.map(({ variation_id, available }) => ({ variation_id, available: available ?? 0 })),
    };
  const reserved = outcome.map(({ variation_id, after, quantity }) => ({ variation_id, after: after ?? 0, quantity }));
  const again = staysActive && holder !== undefined ? await resumeHold(tx, holder, released) : [];
  await emitNetMoves(app, tx, [...released, ...reserved, ...again]);
  return { kind: "reserved" };
}

/** Emits the net stock moves; units released and reserved again cancel out. */
async function emitNetMoves(app: WithEvents, tx: Tx, steps: StockMove[]) {
  const sums = new Map<number, StockMove>();
  for (const step of steps) {
    const { variation_id: id, quantity } = step;
    sums.set(id, { ...step, quantity: quantity + (sums.get(id)?.quantity ?? 0) });
  }
  const moved = [...sums.values()].filter(({ quantity }) => quantity !== 0);
  await emitStockChanged(app, tx, moved);
  const freed = moved.filter(({ quantity }) => quantity < 0);
  if (freed.length > 0) await fillBackorders(app, tx, freed);
}

async function reserveLines(tx: Tx, orderId: string, lines: LinesToReserve) {
  if (Array.isArray(lines) && lines.length === 0) return [];
  const outcome = await rows.reserveLines(tx, orderId, lines);
  if (outcome.length === 0) throw new Error("there were no lines to hold stock for");
  return outcome;
}

/** Releases everything an order has reserved or on backorder. Idempotent. */
export async function releaseOrderStock(app: WithEvents, tx: Tx, orderId: string) {
  const [, freed] = await inOrder(
    tx,
    () => rows.lockReservedLevels(tx, orderId),
    () => rows.releaseReservations(tx, orderId),
    () => cancelBackorders(tx, orderId),
  );
  await emitStockChanged(app, tx, freed);
  await fillBackorders(app, tx, freed);
}

/** Releases some units of lines, which must be reserved or on backorder and not shipped. */
export async function releaseLineUnits(app: WithEvents, tx: Tx, lines: LineUnits[]) {
  if (lines.length === 0) return;
  const reserved = await reduceBackorders(tx, lines);
  if (reserved.length === 0) return;
  const freed = await releaseReservedUnits(tx, reserved);
  await emitStockChanged(app, tx, freed);
  await fillBackorders(app, tx, freed);
}

/** Adds returned units to stock. `ref` identifies the return: it is applied once. */
export async function restock(app: WithEvents, tx: Tx, units: VariationUnits[], ref: string) {
  if (units.length === 0) return;
  await emitStockChanged(app, tx, await restockUnits(tx, units, ref));
  await fillBackorders(app, tx, units);
}

/** Reserves units again that `releaseLineUnits` released; false if stock is short: the caller must roll back. */
export async function reserveLineUnitsAgain(app: WithEvents, tx: Tx, lines: LineUnits[]) {
  if (lines.length === 0) return true;
  const [, waiting] = await inOrder(
    tx,
    () => rows.lockLevelsOfLines(tx, lines),
    () => increaseBackorders(tx, lines),
  );
  const waitingIds = new Set(waiting.map((line) => line.order_line_id));
  const others = lines.filter((line) => !waitingIds.has(line.order_line_id));
  const reserved = others.length > 0 ? await reserveUnitsAgain(tx, others) : [];
  await emitStockChanged(app, tx, reserved);
  await fillBackorders(app, tx, waiting);
  return reserved.length === others.length;
}

/** Undoes `restock`; false if stock is insufficient, and then the caller must roll back. */
export async function undoRestock(app: WithEvents, tx: Tx, units: VariationUnits[], ref: string) {
  if (units.length === 0) return true;
  const ids = valuesOf(units, "variation_id");
  const [, removed] = await inOrder(
    tx,
    () => rows.lockLevels(tx, ids),
    () => undoRestockUnits(tx, units, ref),
  );
  await emitStockChanged(app, tx, removed);
  return removed.length === new Set(ids).size;
}

/** Takes shipped units of shipment `ref` from reservations and backorders. Throws `ships_too_many`. */
export async function commitShipment(tx: Tx, lines: LineUnits[], ref: string) {
  if (lines.length === 0) return;
  const fromStock = await shipBackorderedUnits(tx, lines);
  const done = fromStock?.length ? await rows.commitReservations(tx, fromStock, ref) : [];
  if (!fromStock || done.length < fromStock.length) throw new Problem("ships_too_many");
}

/** Undoes `commitShipment` of shipment `ref`, once: units are reserved or on backorder again. */
export async function undoShipment(app: WithEvents, tx: Tx, lines: LineUnits[], ref: string) {
  if (lines.length === 0) return;
  const committed = await listCommittedUnits(tx, lines, ref);
  const waiting = subtractUnits(lines, committed);
  const done = committed.length > 0 ? await undoCommit(tx, committed, ref) : [];
  const backordered = waiting.length > 0 ? await undoShippedBackorders(tx, waiting) : [];
  if (done.length < committed.length || backordered.length < waiting.length)
    throw new Error(`shipment ${ref} has more units than its lines have shipped`);
  await fillBackorders(app, tx, backordered);
}

/** Sets the on-hand stock, or changes it by the difference to `on_hand_was`. Throws `out_of_stock` below reserved. */
export async function setOnHand(
  app: WithEvents,
  tx: Tx,
  counts: Count[],
  movement: { reason: "receipt" | "adjust" | "correction" | "import"; ref: string; actorId?: number | null },
) {
  if (counts.length === 0) return;
  const ids = counts.map((count) => count.variation_id);
  const [, , moves] = await inOrder(
    tx,
    () => rows.createLevels(tx, ids),
    () => rows.lockLevels(tx, ids),
    () => rows.updateOnHand(tx, counts, { actorId: null, ...movement }),
  );
  if (moves.length > 0) await app.events.emit(tx, "stock.changed", { moves });
  await fillBackorders(app, tx, counts);
}

/** Sets the levels below which variations count as low in stock. */
export async function setLowStockLevels(tx: Tx, levels: rows.LowLevel[]) {
  if (levels.length === 0) return;
  await rows.createLevels(
    tx,
    levels.map((level) => level.variation_id),
  );
  await rows.updateLowStockLevels(tx, levels);
}

/** Stock levels by variation; variations never counted are missing. */
export async function getLevels(db: Db | Tx, variationIds: number[]): Promise<Map<number, StockLevel>> {
  if (variationIds.length === 0) return new Map();
  return new Map((await rows.listLevels(db, variationIds)).map((level) => [level.variation_id, level]));
}
