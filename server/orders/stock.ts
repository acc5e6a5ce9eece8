import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { type Reserved, reserve } from "#server/stock/stock.ts";
import { type LineRow, listLines } from "./orders.sql.ts";
import { tryOut } from "./savepoint.sql.ts";

/** The lines of an order whose stock is counted, as the stock room wants them. */
export const counted = (
  lines: Pick<LineRow, "id" | "variation_id" | "quantity" | "cancelled_qty" | "tracks_stock">[],
) =>
  lines.flatMap(({ id, variation_id, quantity, cancelled_qty, tracks_stock }) =>
    tracks_stock && variation_id !== null && quantity > cancelled_qty
      ? [{ order_line_id: id, variation_id, quantity: quantity - cancelled_qty }]
      : [],
  );

/** Holds stock once more for an order that let it go; when some is missing nothing is taken. */
export async function reserveAgain(house: House, tx: Tx, orderId: string): Promise<Reserved> {
  const lines = counted(await listLines(tx, orderId));
  return tryOut(
    tx,
    () => reserve(house, tx, orderId, lines),
    (outcome) => outcome.kind === "reserved",
  );
}
