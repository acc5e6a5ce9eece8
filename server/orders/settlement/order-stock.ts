import { canCartsHoldStock, findActiveCart, removeRestoredLines } from "#server/cart/cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import type { LineRow } from "#server/orders/line-row.ts";
import { findCart, listLines, type OrderHead } from "#server/orders/orders.sql.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inSavepoint } from "#server/platform/database/transaction.ts";
import { type ReserveOutcome, reserveStock } from "#server/stock/stock.ts";

/** The lines of an order with tracked stock, with the units that are not cancelled. */
export const trackedLines = (
  lines: Pick<LineRow, "id" | "variation_id" | "quantity" | "cancelled_qty" | "tracks_stock">[],
) =>
  lines.flatMap(({ id, variation_id, quantity, cancelled_qty, tracks_stock }) =>
    tracks_stock && variation_id !== null && quantity > cancelled_qty
      ? [{ order_line_id: id, variation_id, quantity: quantity - cancelled_qty }]
      : [],
  );

/** Whether an order on hold has no reserved stock: it was paid after it had ended. */
export const waitsForStock = ({ hold_reason }: Pick<OrderHead, "hold_reason">) =>
  hold_reason === "paid_no_stock" || hold_reason === "amount_mismatch_late";

/** Reserves stock, also what the customer's cart holds, for a reopened order; nothing if it is short. */
export async function reserveAgain(
  app: App,
  tx: Tx,
  { id: orderId, user_id: userId }: Pick<OrderHead, "id" | "user_id">,
): Promise<ReserveOutcome> {
  const units = trackedLines(await listLines(tx, orderId));
  const holds = userId !== null && (await canCartsHoldStock(app));
  const holder = holds ? (await findActiveCart(tx, { userId }))?.id : undefined;
  const sale = await getVariationsForSale(tx, valuesOf(units, "variation_id"));
  const lines = units.map((line) => ({ ...line, on_backorder: sale.get(line.variation_id)?.on_backorder ?? false }));
  return inSavepoint(
    tx,
    () => reserveStock(app, tx, orderId, lines, { id: holder, staysActive: true }),
    (outcome) => outcome.kind === "reserved",
  );
}

/** Removes the items of a reopened order from the cart they were restored to. */
export async function removeFromCart(app: App, tx: Tx, { id, user_id: userId }: OrderHead) {
  const cartId = userId === null ? null : await findCart(tx, id);
  if (userId !== null && cartId !== null) await removeRestoredLines(app, tx, userId, cartId);
}
