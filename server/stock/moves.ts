import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { allocateToBackorders } from "./backorders.ts";
import type { StockMove } from "./stock-move.ts";

export type WithEvents = Pick<App, "events">;

/** Emits `stock.changed` with the available stock before and after. */
export async function emitStockChanged({ events }: WithEvents, tx: Tx, moved: StockMove[]) {
  if (moved.length === 0) return;
  const moves = moved.map(({ variation_id, after, quantity }) => ({ variation_id, before: after + quantity, after }));
  await events.emit(tx, "stock.changed", { moves });
}

/** Reserves available stock of these variations for open backorders. */
export const fillBackorders = async (app: WithEvents, tx: Tx, units: { variation_id: number }[]) =>
  emitStockChanged(app, tx, await allocateToBackorders(tx, valuesOf(units, "variation_id")));
