import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { cancelBackorders } from "./backorders.sql.ts";
import {
  recordBackorders,
  shipBackorderedUnits,
  reduceBackorders,
  extendBackorders,
  subtractUnits,
} from "./backorders.ts";
import { releaseReservedUnits, restockUnits } from "./coming-back.sql.ts";
import { reserveUnitsAgain, undoRestockUnits } from "./going-back.sql.ts";
import { releaseHeldUnits } from "./holds.sql.ts";
import { resumeHold, releaseHold } from "./holds.ts";
import { emitStockChanged, type StockMove, fillBackorders, type WithEvents } from "./moves.ts";
import {
  countChecked,
  listInconsistencies,
  listCartsWithExpiredHold,
  recountLevel,
  type StockInconsistency,
} from "./reconciliation.sql.ts";
import type { Count, Level, LinesToReserve } from "./stock.sql.ts";
import * as rows from "./stock.sql.ts";
import { undoCommit, listCommittedUnits, undoShippedBackorders } from "./cancelled-shipments.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Units that can be sold of these variations, before and after. */
    "stock.changed": { moves: { variation_id: number; before: number; after: number }[] };
  }
}

export { listMissedAlerts, scheduleAlerts, sendAlerts } from "./alerts.ts";
export { findLastHoldExpiry } from "./holds.sql.ts";
export { holdStock, transferHold, trimHold, releaseHold } from "./holds.ts";
export type { LineToReserve } from "./stock.sql.ts";

export type ReserveOutcome =
  | { kind: "reserved" }
  | { kind: "short"; short: { variation_id: number; available: number }[] };

/**
 * Holds stock for all lines of an order, or for none: `short` names what is missing, and the caller must roll back. Of
 * lines sold on back order what is there is held, and what is missing is written down and held when it arrives. Call it
 * only with variations whose stock is tracked. What the cart `holder` holds is given back first: its own order can have it.
 */
export const reserveStock = (
  app: WithEvents,
  tx: Tx,
  orderId: string,
  wanted: LinesToReserve,
  holder?: string,
): Promise<ReserveOutcome> => reserveWithHold(app, tx, { orderId, wanted, holder, goesOn: false });

/** The same for an order that was not made of this cart: what is left of its units then the cart goes on holding. */
export const reserveStockKeepingHold = (
  app: WithEvents,
  tx: Tx,
  orderId: string,
  wanted: LinesToReserve,
  holder?: string,
): Promise<ReserveOutcome> => reserveWithHold(app, tx, { orderId, wanted, holder, goesOn: true });

interface Reservation {
  orderId: string;
  wanted: LinesToReserve;
  holder: string | undefined;
  /** Whether the holder is a cart that stays one. */
  goesOn: boolean;
}

async function reserveWithHold(
  app: WithEvents,
  tx: Tx,
  { orderId, wanted, holder, goesOn }: Reservation,
): Promise<ReserveOutcome> {
  const waits = Array.isArray(wanted) && wanted.some((line) => line.on_backorder);
  // Sent in one breath with what takes them: the levels are locked in between, and nobody else can have these units.
  const giving = holder === undefined ? [] : releaseHeldUnits(tx, holder, { beside: rows.columns(wanted) });
  if (waits) await giving;
  const lines = waits ? await recordBackorders(tx, orderId, wanted) : wanted;
  const isNothingLeft = Array.isArray(lines) && lines.length === 0;
  const [given, outcome] = await Promise.all([giving, isNothingLeft ? [] : rows.reserveLines(tx, orderId, lines)]);
  if (outcome.length === 0 && !isNothingLeft) throw new Error("there were no lines to hold stock for");
  const short = outcome.filter(({ after }) => after === null);
  if (short.length > 0)
    return {
      kind: "short",
      short: short.map(({ variation_id, available }) => ({ variation_id, available: available ?? 0 })),
    };
  const taken = outcome.map(({ variation_id, after, quantity }) => ({ variation_id, after: after ?? 0, quantity }));
  const again = goesOn && holder !== undefined ? await resumeHold(tx, holder, given) : [];
  await emitNetMoves(app, tx, [...given, ...taken, ...again]);
  return { kind: "reserved" };
}

/** Tells what came of units that were given back, and then taken: what was given and taken again did not move. */
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

/** Gives back everything an order still holds. Calling it again does nothing. */
export async function releaseOrderStock(app: WithEvents, tx: Tx, orderId: string) {
  const [freed] = await Promise.all([rows.releaseReservations(tx, orderId), cancelBackorders(tx, orderId)]);
  await emitStockChanged(app, tx, freed);
  await fillBackorders(app, tx, freed);
}

/** Gives back some units of lines, of which at least that many are held or waited for and not shipped. */
export async function releaseLineUnits(app: WithEvents, tx: Tx, lines: { order_line_id: number; quantity: number }[]) {
  if (lines.length === 0) return;
  const held = await reduceBackorders(tx, lines);
  if (held.length === 0) return;
  const freed = await releaseReservedUnits(tx, held);
  await emitStockChanged(app, tx, freed);
  await fillBackorders(app, tx, freed);
}

/** Puts units that came back on the shelf. `ref` names what brought them: the same one never does it twice. */
export async function restock(
  app: WithEvents,
  tx: Tx,
  units: { variation_id: number; quantity: number }[],
  ref: string,
) {
  if (units.length === 0) return;
  await emitStockChanged(app, tx, await restockUnits(tx, units, ref));
  await fillBackorders(app, tx, units);
}

/** Holds units again that `releaseUnits` gave back; false when some are sold, and then the caller must roll back. */
export async function reserveLineUnitsAgain(
  app: WithEvents,
  tx: Tx,
  lines: { order_line_id: number; quantity: number }[],
) {
  if (lines.length === 0) return true;
  const waiting = await extendBackorders(tx, lines);
  const waits = new Set(waiting.map((line) => line.order_line_id));
  const others = lines.filter((line) => !waits.has(line.order_line_id));
  const held = others.length > 0 ? await reserveUnitsAgain(tx, others) : [];
  await emitStockChanged(app, tx, held);
  await fillBackorders(app, tx, waiting);
  return held.length === others.length;
}

/** Takes off the shelf what `takeBack` put there; false when some are sold, and then the caller must roll back. */
export async function undoRestock(
  app: WithEvents,
  tx: Tx,
  units: { variation_id: number; quantity: number }[],
  ref: string,
) {
  if (units.length === 0) return true;
  const taken = await undoRestockUnits(tx, units, ref);
  await emitStockChanged(app, tx, taken);
  return taken.length === new Set(units.map((unit) => unit.variation_id)).size;
}

/**
 * Takes shipped units of an order off the shelf, or off what it waits for; `ref` names the shipment. Throws
 * `ships_too_many` when a line has less of both.
 */
export async function commitShipment(
  _house: WithEvents,
  tx: Tx,
  _orderId: string,
  lines: { order_line_id: number; quantity: number }[],
  ref: string,
) {
  if (lines.length === 0) return;
  const held = await shipBackorderedUnits(tx, lines);
  const done = held?.length ? await rows.commitReservations(tx, held, ref) : [];
  if (!held || done.length < held.length) throw new Problem("ships_too_many");
}

/**
 * Puts units of a shipment that never left back where `commit` took them from, held for their lines as before; what was on
 * no shelf is waited for again. `ref` names the shipment: the same one never does it twice.
 */
export async function undoShipment(
  app: WithEvents,
  tx: Tx,
  lines: { order_line_id: number; quantity: number }[],
  ref: string,
) {
  if (lines.length === 0) return;
  const shelved = await listCommittedUnits(tx, lines, ref);
  const waiting = subtractUnits(lines, shelved);
  const done = shelved.length > 0 ? await undoCommit(tx, shelved, ref) : [];
  const waits = waiting.length > 0 ? await undoShippedBackorders(tx, waiting) : [];
  if (done.length < shelved.length || waits.length < waiting.length)
    throw new Error(`shipment ${ref} has more units than its lines have shipped`);
  await fillBackorders(app, tx, waits);
}

/** Sets how many units are on the shelf, or changes it by the difference to what was there. Refused (`out_of_stock`) below what orders already hold. */
export async function setOnHand(
  app: WithEvents,
  tx: Tx,
  counts: Count[],
  {
    reason,
    ref,
    actorId = null,
  }: { reason: "receipt" | "adjust" | "correction" | "import"; ref: string; actorId?: number | null },
) {
  if (counts.length === 0) return;
  const ids = counts.map((count) => count.variation_id);
  const [, , moves] = await Promise.all([
    rows.createLevels(tx, ids),
    rows.lockLevels(tx, ids),
    rows.updateOnHand(tx, counts, { reason, ref, actorId }),
  ]);
  if (moves.length > 0) await app.events.emit(tx, "stock.changed", { moves });
  await fillBackorders(app, tx, counts);
}

/** What is on the shelf, by variation; those never counted are missing. */
export async function getLevels(db: Db | Tx, variationIds: number[]): Promise<Map<number, Level>> {
  if (variationIds.length === 0) return new Map();
  return new Map((await rows.listLevels(db, variationIds)).map((level) => [level.variation_id, level]));
}

/** Where the stock books do not add up (reservations, holdings and movements against levels); empty when all is well. */
export const listStockInconsistencies = (db: Db | Tx): Promise<StockInconsistency[]> => listInconsistencies(db);

/** How many levels, reservations, movements and holdings there are to prove. */
export const countStockChecked = (db: Db | Tx) => countChecked(db);

/**
 * Works out anew what is reserved of a variation (from reservations and holdings) and on the shelf (from the movements),
 * and lets go of what carts hold of it though their time is over. Throws `out_of_stock` when more is held than there would
 * be: then somebody must count the shelf.
 */
export async function repairStock(app: WithEvents, tx: Tx, variationId: number, ref: string, actorId: number) {
  const before = (await getLevels(tx, [variationId])).get(variationId)?.available ?? 0;
  await recountLevel(tx, variationId, ref, actorId);
  const after = (await getLevels(tx, [variationId])).get(variationId)?.available ?? 0;
  if (after !== before)
    await app.events.emit(tx, "stock.changed", { moves: [{ variation_id: variationId, before, after }] });
  for (const cartId of await listCartsWithExpiredHold(tx, variationId)) await releaseHold(app, tx, cartId);
}

/** Variations that run low, fewest units first. */
export const listLowStock = (db: Db | Tx, limit: number) => rows.listLow(db, limit);
