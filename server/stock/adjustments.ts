import type { AdjustedStock, StockChange } from "#contract/stock.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import { hasMovement, lockOrCreateLevel, sumMoved, updateMovementNote } from "./adjustments.sql.ts";
import { countHeldUnits } from "./holds.sql.ts";
import { getLevels, setLowStockLevels, setOnHand } from "./stock.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Somebody adjusts the stock of a variation; a listener throws if there is none. */
    "stock.adjusting": { variationId: number };
    /** A variation has another low-stock level, which forms of its product have too. */
    "stock.low_level_changed": { variationId: number };
  }
}

/**
 * Adjusts the stock of a variation and returns the new level. `ref` identifies the request: a retry changes nothing.
 * Throws `not_found`, and `stock_held` if more is reserved than would be left.
 */
export async function adjustStock(
  app: App,
  tx: Tx,
  variationId: number,
  { change, ref, actorId }: { change: StockChange; ref: string; actorId: number },
): Promise<AdjustedStock> {
  await app.events.emit(tx, "stock.adjusting", { variationId });
  const level = await lockOrCreateLevel(tx, variationId);
  const wanted = change.on_hand ?? (change.delta === undefined ? undefined : level.on_hand + change.delta);
  if (wanted !== undefined && !(await hasMovement(tx, ref, variationId))) {
    if (wanted < level.reserved) throw await stockHeldProblem(tx, variationId, level.reserved, wanted);
    const counts = [{ variation_id: variationId, on_hand: wanted }];
    await setOnHand(app, tx, counts, { reason: change.reason, ref, actorId });
    if (change.note) await updateMovementNote(tx, ref, variationId, change.note);
  }
  const { low_stock_level = level.low_stock_level } = change;
  if (low_stock_level !== level.low_stock_level) {
    await setLowStockLevels(tx, [{ variation_id: variationId, low_stock_level }]);
    await app.events.emit(tx, "stock.low_level_changed", { variationId });
  }
  const after = assertFound((await getLevels(tx, [variationId])).get(variationId));
  return { ...after, delta: await sumMoved(tx, ref, variationId) };
}

/** Checkout holds expire by themselves in a few minutes, so their message differs. */
async function stockHeldProblem(tx: Tx, variationId: number, reserved: number, wanted: number): Promise<Problem> {
  const isForCarts = reserved - (await countHeldUnits(tx, variationId)) <= wanted;
  const message = text("Some of these are reserved by customers at checkout. Try again in a few minutes.");
  return new Problem("stock_held", { ...(isForCarts ? { message } : {}), details: { reserved } });
}
