import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { freeUnits, shelveUnits } from "./coming-back.sql.ts";
import { holdUnits, unshelveUnits } from "./going-back.sql.ts";
import { countProven, listDiscrepancies, recountLevel, type StockDiscrepancy } from "./proof.sql.ts";
import type { Count, Level, LinesToReserve } from "./stock.sql.ts";
import * as rows from "./stock.sql.ts";

declare module "#server/platform/happenings.ts" {
  interface Happenings {
    /** Units that can be sold of these variations, before and after. */
    "stock.moved": { moves: { variation_id: number; before: number; after: number }[] };
  }
}

export type { LineToReserve } from "./stock.sql.ts";

type WithHappenings = Pick<House, "happenings">;
export type Reserved = { kind: "reserved" } | { kind: "short"; short: { variation_id: number; available: number }[] };

/**
 * Holds stock for all lines of an order, or for none: `short` names what is missing, and the caller must roll back.
 * Call it only with variations whose stock is tracked.
 */
export async function reserve(
  house: WithHappenings,
  tx: Tx,
  orderId: string,
  lines: LinesToReserve,
): Promise<Reserved> {
  if (Array.isArray(lines) && lines.length === 0) return { kind: "reserved" };
  const outcome = await rows.takeAndHold(tx, orderId, lines);
  if (outcome.length === 0) throw new Error("there were no lines to hold stock for");
  const short = outcome.filter(({ after }) => after === null);
  if (short.length > 0)
    return {
      kind: "short",
      short: short.map(({ variation_id, available }) => ({ variation_id, available: available ?? 0 })),
    };
  await announce(
    house,
    tx,
    outcome.map(({ variation_id, after, quantity }) => ({ variation_id, after: after ?? 0, quantity })),
  );
  return { kind: "reserved" };
}

/** Gives back everything an order still holds. Calling it again does nothing. */
export async function release(house: WithHappenings, tx: Tx, orderId: string) {
  await announce(house, tx, await rows.releaseReservations(tx, orderId));
}

/** Gives back some units of lines, of which at least that many are held and not shipped. */
export async function releaseUnits(
  house: WithHappenings,
  tx: Tx,
  lines: { order_line_id: number; quantity: number }[],
) {
  if (lines.length > 0) await announce(house, tx, await freeUnits(tx, lines));
}

/** Puts units that came back on the shelf. `ref` names what brought them: the same one never does it twice. */
export async function takeBack(
  house: WithHappenings,
  tx: Tx,
  units: { variation_id: number; quantity: number }[],
  ref: string,
) {
  if (units.length > 0) await announce(house, tx, await shelveUnits(tx, units, ref));
}

/** Holds units again that `releaseUnits` gave back; false when some are sold, and then the caller must roll back. */
export async function holdAgain(house: WithHappenings, tx: Tx, lines: { order_line_id: number; quantity: number }[]) {
  if (lines.length === 0) return true;
  const held = await holdUnits(tx, lines);
  await announce(house, tx, held);
  return held.length === lines.length;
}

/** Takes off the shelf what `takeBack` put there; false when some are sold, and then the caller must roll back. */
export async function takeOffAgain(
  house: WithHappenings,
  tx: Tx,
  units: { variation_id: number; quantity: number }[],
  ref: string,
) {
  if (units.length === 0) return true;
  const taken = await unshelveUnits(tx, units, ref);
  await announce(house, tx, taken);
  return taken.length === new Set(units.map((unit) => unit.variation_id)).size;
}

/** Takes shipped units of an order off the shelf; `ref` names the shipment. Throws `ships_too_many` when a line holds less. */
export async function commit(
  _house: WithHappenings,
  tx: Tx,
  _orderId: string,
  lines: { order_line_id: number; quantity: number }[],
  ref: string,
) {
  if (lines.length === 0) return;
  const done = await rows.commitReservations(tx, lines, ref);
  if (done.length < lines.length) throw new Refusal("ships_too_many");
}

/** Sets how many units are on the shelf. Refused (`out_of_stock`) below what orders already hold. */
export async function setOnHand(
  house: WithHappenings,
  tx: Tx,
  counts: Count[],
  {
    reason,
    ref,
    actorId = null,
  }: { reason: "receipt" | "adjust" | "correction" | "import"; ref: string; actorId?: number | null },
) {
  if (counts.length === 0) return;
  await rows.lockLevels(
    tx,
    counts.map((count) => count.variation_id),
  );
  const moves = await rows.writeOnHand(tx, counts, { reason, ref, actorId });
  if (moves.length > 0) await house.happenings.announce(tx, "stock.moved", { moves });
}

/** What is on the shelf, by variation; those never counted are missing. */
export async function levelsOf(db: Db | Tx, variationIds: number[]): Promise<Map<number, Level>> {
  if (variationIds.length === 0) return new Map();
  return new Map((await rows.listLevels(db, variationIds)).map((level) => [level.variation_id, level]));
}

/** Where the stock books do not add up (reservations and movements against levels); empty when all is well. */
export const proveStock = (db: Db | Tx): Promise<StockDiscrepancy[]> => listDiscrepancies(db);

/** How many levels, reservations and movements there are to prove. */
export const stockProven = (db: Db | Tx) => countProven(db);

/**
 * Works out anew what is reserved (from the reservations) and on the shelf (from the movements) of a variation. Throws
 * `out_of_stock` when orders hold more than there would be: then somebody must count the shelf.
 */
export async function mendStock(house: WithHappenings, tx: Tx, variationId: number, ref: string, actorId: number) {
  const before = (await levelsOf(tx, [variationId])).get(variationId)?.available ?? 0;
  await recountLevel(tx, variationId, ref, actorId);
  const after = (await levelsOf(tx, [variationId])).get(variationId)?.available ?? 0;
  if (after !== before)
    await house.happenings.announce(tx, "stock.moved", { moves: [{ variation_id: variationId, before, after }] });
}

/** Variations that run low, fewest units first. */
export const lowStock = (db: Db | Tx, limit: number) => rows.listLow(db, limit);

async function announce(
  { happenings }: WithHappenings,
  tx: Tx,
  moved: { variation_id: number; after: number; quantity: number }[],
) {
  if (moved.length === 0) return;
  const moves = moved.map(({ variation_id, after, quantity }) => ({ variation_id, before: after + quantity, after }));
  await happenings.announce(tx, "stock.moved", { moves });
}
