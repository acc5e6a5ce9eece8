import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { allocateToBackorders } from "./backorders.ts";

export type WithEvents = Pick<App, "events">;
/** Units of a variation that were taken, or given back below 0, and how many can be sold after that. */
export interface StockMove {
  variation_id: number;
  after: number;
  quantity: number;
}

/** Tells rooms above how many units of these variations can be sold now, and could before. */
export async function emitStockChanged({ events }: WithEvents, tx: Tx, moved: StockMove[]) {
  if (moved.length === 0) return;
  const moves = moved.map(({ variation_id, after, quantity }) => ({ variation_id, before: after + quantity, after }));
  await events.emit(tx, "stock.changed", { moves });
}

/** Holds what has become free for those who wait for it. */
export const fillBackorders = async (app: WithEvents, tx: Tx, units: { variation_id: number }[]) =>
  emitStockChanged(
    app,
    tx,
    await allocateToBackorders(
      tx,
      units.map((unit) => unit.variation_id),
    ),
  );
