import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Count, Level, LineToReserve } from "./stock.sql.ts";
import * as rows from "./stock.sql.ts";

declare module "#server/platform/happenings.ts" {
  interface Happenings {
    /** Units that can be sold of these variations, before and after. */
    "stock.moved": { moves: { variation_id: number; before: number; after: number }[] };
  }
}

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
  lines: LineToReserve[],
): Promise<Reserved> {
  if (lines.length === 0) return { kind: "reserved" };
  const outcome = await rows.takeAndHold(tx, orderId, lines);
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
  { reason, ref, actorId = null }: { reason: "receipt" | "adjust" | "import"; ref: string; actorId?: number | null },
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
export const proveStock = (db: Db | Tx) => rows.listDiscrepancies(db);

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
