import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { serveWaiting } from "./backorders.ts";

export type WithEvents = Pick<App, "events">;
/** Units of a variation that were taken, or given back below 0, and how many can be sold after that. */
export interface Moved {
  variation_id: number;
  after: number;
  quantity: number;
}

/** Tells rooms above how many units of these variations can be sold now, and could before. */
export async function announce({ events }: WithEvents, tx: Tx, moved: Moved[]) {
  if (moved.length === 0) return;
  const moves = moved.map(({ variation_id, after, quantity }) => ({ variation_id, before: after + quantity, after }));
  await events.emit(tx, "stock.changed", { moves });
}

/** Holds what has become free for those who wait for it. */
export const serve = async (app: WithEvents, tx: Tx, units: { variation_id: number }[]) =>
  announce(
    app,
    tx,
    await serveWaiting(
      tx,
      units.map((unit) => unit.variation_id),
    ),
  );
