import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import {
  deleteNewHold,
  type HoldRequest,
  inheritHoldTime,
  listHeldUnits,
  lockHolds,
  releaseHeldUnits,
  updateHeldUnits,
  upsertHold,
} from "./holds.sql.ts";
import { emitStockChanged, fillBackorders, type WithEvents } from "./moves.ts";
import { lockLevels, type VariationUnits } from "./stock.sql.ts";
import type { StockMove } from "./stock-move.ts";

/**
 * Holds the available stock for a locked cart, and releases what it held beyond that. Returns the expiry; null if
 * nothing is held because no stock is left or the cart has to wait.
 */
export async function holdStock(app: WithEvents, tx: Tx, holder: HoldRequest, wanted: VariationUnits[]) {
  const holding = await upsertHold(tx, holder);
  if (!holding) return null;
  const units = await adjustHold(app, tx, { cartId: holder.cartId, wanted, takes: true });
  if (units > 0) return holding.expires_at;
  await deleteNewHold(tx, holder);
  return null;
}

/** Releases what a locked cart holds beyond these units. Reserves nothing. */
export async function trimHold(app: WithEvents, tx: Tx, cartId: string, wanted: VariationUnits[]) {
  const holdings = await lockHolds(tx, [cartId]);
  if (holdings.size > 0) await adjustHold(app, tx, { cartId, wanted, takes: false });
}

/** Transfers a locked cart's hold, unless expired, to another for the units it wants; the rest is released. */
export async function transferHold(
  app: WithEvents,
  tx: Tx,
  { from, into, now }: { from: string; into: string; now: Date },
  wanted: VariationUnits[],
) {
  const holding = (await lockHolds(tx, [from, into])).get(from);
  if (!holding || new Date(holding.expires_at) <= now) return;
  await inheritHoldTime(tx, into, holding, now);
  const [had, has] = [await listHeldUnits(tx, from), await listHeldUnits(tx, into)];
  await lockLevels(tx, [...had.keys(), ...has.keys()]);
  const released = await releaseHeldUnits(tx, from);
  const both = wanted.map(({ variation_id: id, quantity }) => ({
    variation_id: id,
    quantity: Math.min(quantity, (had.get(id) ?? 0) + (has.get(id) ?? 0)),
  }));
  await emitStockChanged(app, tx, released);
  await adjustHold(app, tx, { cartId: into, wanted: both, takes: true });
  await fillBackorders(app, tx, released);
}

/** Releases everything a cart holds; with `dueBy` only if the hold has expired by then. Idempotent. */
export async function releaseHold(app: WithEvents, tx: Tx, cartId: string, dueBy?: Date) {
  const released = await releaseHeldUnits(tx, cartId, dueBy ? { dueBy } : {});
  await emitStockChanged(app, tx, released);
  if (released.length > 0) await fillBackorders(app, tx, released);
}

/** Holds again what is left of units the cart has just released, until the same expiry. Levels must be locked. */
export async function resumeHold(tx: Tx, cartId: string, released: StockMove[]): Promise<StockMove[]> {
  if (released.length === 0) return [];
  const free = await lockLevels(tx, valuesOf(released, "variation_id"));
  const again = released.flatMap(({ variation_id, quantity: moved }) => {
    const quantity = Math.min(-moved, free.get(variation_id) ?? 0);
    return quantity > 0 ? [{ variation_id, quantity, more: quantity }] : [];
  });
  return again.length > 0 ? updateHeldUnits(tx, cartId, again) : [];
}

/** Changes what a cart holds to what it wants. The hold must be locked. Returns the number of units held. */
async function adjustHold(
  app: WithEvents,
  tx: Tx,
  { cartId, wanted, takes }: { cartId: string; wanted: VariationUnits[]; takes: boolean },
): Promise<number> {
  const current = await listHeldUnits(tx, cartId);
  const wants = new Map(wanted.map(({ variation_id, quantity }) => [variation_id, quantity]));
  const ids = [...new Set([...current.keys(), ...(takes ? wants.keys() : [])])];
  const free = ids.length > 0 ? await lockLevels(tx, ids) : new Map<number, number>();
  const now = ids.map((id) => {
    const has = current.get(id) ?? 0;
    const most = has + (takes ? Math.max(0, free.get(id) ?? 0) : 0);
    const quantity = Math.min(wants.get(id) ?? 0, most);
    return { variation_id: id, quantity, more: quantity - has };
  });
  const changes = now.filter(({ more }) => more !== 0);
  if (changes.length > 0) {
    const moved = await updateHeldUnits(tx, cartId, changes);
    if (moved.length < changes.length) throw new Error(`what cart ${cartId} holds is not what it was a moment ago`);
    await emitStockChanged(app, tx, moved);
    const freed = moved.filter(({ quantity }) => quantity < 0);
    if (freed.length > 0) await fillBackorders(app, tx, freed);
  }
  return now.reduce((units, { quantity }) => units + quantity, 0);
}
