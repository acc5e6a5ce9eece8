import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { dropOwed } from "./backorders.sql.ts";
import { oweMissing, shipMissing, waitForLess, waitForMore, without } from "./backorders.ts";
import { freeUnits, shelveUnits } from "./coming-back.sql.ts";
import { holdUnits, unshelveUnits } from "./going-back.sql.ts";
import { giveBack } from "./holding.sql.ts";
import { goOnHolding, letGo } from "./holding.ts";
import { announce, type Moved, serve, type WithEvents } from "./moved.ts";
import { countProven, listDiscrepancies, listKeepers, recountLevel, type StockDiscrepancy } from "./proof.sql.ts";
import type { Count, Level, LinesToReserve } from "./stock.sql.ts";
import * as rows from "./stock.sql.ts";
import { reshelve, takenOffShelf, waitAgain } from "./uncommitting.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Units that can be sold of these variations, before and after. */
    "stock.changed": { moves: { variation_id: number; before: number; after: number }[] };
  }
}

export { overlooked, serveSoon, tellWaiting } from "./alerts.ts";
export { lastHoldingEnd } from "./holding.sql.ts";
export { hold, holdFor, keepOnly, letGo } from "./holding.ts";
export type { LineToReserve } from "./stock.sql.ts";

export type Reserved = { kind: "reserved" } | { kind: "short"; short: { variation_id: number; available: number }[] };

/**
 * Holds stock for all lines of an order, or for none: `short` names what is missing, and the caller must roll back. Of
 * lines sold on back order what is there is held, and what is missing is written down and held when it arrives. Call it
 * only with variations whose stock is tracked. What the cart `holder` holds is given back first: its own order can have it.
 */
export const reserve = (
  app: WithEvents,
  tx: Tx,
  orderId: string,
  wanted: LinesToReserve,
  holder?: string,
): Promise<Reserved> => take(app, tx, { orderId, wanted, holder, goesOn: false });

/** The same for an order that was not made of this cart: what is left of its units then the cart goes on holding. */
export const reserveBeside = (
  app: WithEvents,
  tx: Tx,
  orderId: string,
  wanted: LinesToReserve,
  holder?: string,
): Promise<Reserved> => take(app, tx, { orderId, wanted, holder, goesOn: true });

interface Taking {
  orderId: string;
  wanted: LinesToReserve;
  holder: string | undefined;
  /** Whether the holder is a cart that stays one. */
  goesOn: boolean;
}

async function take(app: WithEvents, tx: Tx, { orderId, wanted, holder, goesOn }: Taking): Promise<Reserved> {
  const waits = Array.isArray(wanted) && wanted.some((line) => line.on_backorder);
  // Sent in one breath with what takes them: the levels are locked in between, and nobody else can have these units.
  const giving = holder === undefined ? [] : giveBack(tx, holder, { beside: rows.columns(wanted) });
  if (waits) await giving;
  const lines = waits ? await oweMissing(tx, orderId, wanted) : wanted;
  const isNothingLeft = Array.isArray(lines) && lines.length === 0;
  const [given, outcome] = await Promise.all([giving, isNothingLeft ? [] : rows.takeAndHold(tx, orderId, lines)]);
  if (outcome.length === 0 && !isNothingLeft) throw new Error("there were no lines to hold stock for");
  const short = outcome.filter(({ after }) => after === null);
  if (short.length > 0)
    return {
      kind: "short",
      short: short.map(({ variation_id, available }) => ({ variation_id, available: available ?? 0 })),
    };
  const taken = outcome.map(({ variation_id, after, quantity }) => ({ variation_id, after: after ?? 0, quantity }));
  const again = goesOn && holder !== undefined ? await goOnHolding(tx, holder, given) : [];
  await told(app, tx, [...given, ...taken, ...again]);
  return { kind: "reserved" };
}

/** Tells what came of units that were given back, and then taken: what was given and taken again did not move. */
async function told(app: WithEvents, tx: Tx, steps: Moved[]) {
  const sums = new Map<number, Moved>();
  for (const step of steps) {
    const { variation_id: id, quantity } = step;
    sums.set(id, { ...step, quantity: quantity + (sums.get(id)?.quantity ?? 0) });
  }
  const moved = [...sums.values()].filter(({ quantity }) => quantity !== 0);
  await announce(app, tx, moved);
  const freed = moved.filter(({ quantity }) => quantity < 0);
  if (freed.length > 0) await serve(app, tx, freed);
}

/** Gives back everything an order still holds. Calling it again does nothing. */
export async function release(app: WithEvents, tx: Tx, orderId: string) {
  const [freed] = await Promise.all([rows.releaseReservations(tx, orderId), dropOwed(tx, orderId)]);
  await announce(app, tx, freed);
  await serve(app, tx, freed);
}

/** Gives back some units of lines, of which at least that many are held or waited for and not shipped. */
export async function releaseUnits(app: WithEvents, tx: Tx, lines: { order_line_id: number; quantity: number }[]) {
  if (lines.length === 0) return;
  const held = await waitForLess(tx, lines);
  if (held.length === 0) return;
  const freed = await freeUnits(tx, held);
  await announce(app, tx, freed);
  await serve(app, tx, freed);
}

/** Puts units that came back on the shelf. `ref` names what brought them: the same one never does it twice. */
export async function takeBack(
  app: WithEvents,
  tx: Tx,
  units: { variation_id: number; quantity: number }[],
  ref: string,
) {
  if (units.length === 0) return;
  await announce(app, tx, await shelveUnits(tx, units, ref));
  await serve(app, tx, units);
}

/** Holds units again that `releaseUnits` gave back; false when some are sold, and then the caller must roll back. */
export async function holdAgain(app: WithEvents, tx: Tx, lines: { order_line_id: number; quantity: number }[]) {
  if (lines.length === 0) return true;
  const waiting = await waitForMore(tx, lines);
  const waits = new Set(waiting.map((line) => line.order_line_id));
  const others = lines.filter((line) => !waits.has(line.order_line_id));
  const held = others.length > 0 ? await holdUnits(tx, others) : [];
  await announce(app, tx, held);
  await serve(app, tx, waiting);
  return held.length === others.length;
}

/** Takes off the shelf what `takeBack` put there; false when some are sold, and then the caller must roll back. */
export async function takeOffAgain(
  app: WithEvents,
  tx: Tx,
  units: { variation_id: number; quantity: number }[],
  ref: string,
) {
  if (units.length === 0) return true;
  const taken = await unshelveUnits(tx, units, ref);
  await announce(app, tx, taken);
  return taken.length === new Set(units.map((unit) => unit.variation_id)).size;
}

/**
 * Takes shipped units of an order off the shelf, or off what it waits for; `ref` names the shipment. Throws
 * `ships_too_many` when a line has less of both.
 */
export async function commit(
  _house: WithEvents,
  tx: Tx,
  _orderId: string,
  lines: { order_line_id: number; quantity: number }[],
  ref: string,
) {
  if (lines.length === 0) return;
  const held = await shipMissing(tx, lines);
  const done = held?.length ? await rows.commitReservations(tx, held, ref) : [];
  if (!held || done.length < held.length) throw new Problem("ships_too_many");
}

/**
 * Puts units of a shipment that never left back where `commit` took them from, held for their lines as before; what was on
 * no shelf is waited for again. `ref` names the shipment: the same one never does it twice.
 */
export async function uncommit(
  app: WithEvents,
  tx: Tx,
  lines: { order_line_id: number; quantity: number }[],
  ref: string,
) {
  if (lines.length === 0) return;
  const shelved = await takenOffShelf(tx, lines, ref);
  const waiting = without(lines, shelved);
  const done = shelved.length > 0 ? await reshelve(tx, shelved, ref) : [];
  const waits = waiting.length > 0 ? await waitAgain(tx, waiting) : [];
  if (done.length < shelved.length || waits.length < waiting.length)
    throw new Error(`shipment ${ref} has more units than its lines have shipped`);
  await serve(app, tx, waits);
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
    rows.openShelves(tx, ids),
    rows.lockLevels(tx, ids),
    rows.writeOnHand(tx, counts, { reason, ref, actorId }),
  ]);
  if (moves.length > 0) await app.events.emit(tx, "stock.changed", { moves });
  await serve(app, tx, counts);
}

/** What is on the shelf, by variation; those never counted are missing. */
export async function levelsOf(db: Db | Tx, variationIds: number[]): Promise<Map<number, Level>> {
  if (variationIds.length === 0) return new Map();
  return new Map((await rows.listLevels(db, variationIds)).map((level) => [level.variation_id, level]));
}

/** Where the stock books do not add up (reservations, holdings and movements against levels); empty when all is well. */
export const proveStock = (db: Db | Tx): Promise<StockDiscrepancy[]> => listDiscrepancies(db);

/** How many levels, reservations, movements and holdings there are to prove. */
export const stockProven = (db: Db | Tx) => countProven(db);

/**
 * Works out anew what is reserved of a variation (from reservations and holdings) and on the shelf (from the movements),
 * and lets go of what carts hold of it though their time is over. Throws `out_of_stock` when more is held than there would
 * be: then somebody must count the shelf.
 */
export async function mendStock(app: WithEvents, tx: Tx, variationId: number, ref: string, actorId: number) {
  const before = (await levelsOf(tx, [variationId])).get(variationId)?.available ?? 0;
  await recountLevel(tx, variationId, ref, actorId);
  const after = (await levelsOf(tx, [variationId])).get(variationId)?.available ?? 0;
  if (after !== before)
    await app.events.emit(tx, "stock.changed", { moves: [{ variation_id: variationId, before, after }] });
  for (const cartId of await listKeepers(tx, variationId)) await letGo(app, tx, cartId);
}

/** Variations that run low, fewest units first. */
export const lowStock = (db: Db | Tx, limit: number) => rows.listLow(db, limit);
