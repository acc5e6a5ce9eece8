import { canCartsHoldStock, findActiveCart, removeRestoredLines } from "#server/cart/cart.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { findCart, type LineRow, listLines, type OrderHead } from "#server/orders/orders.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { type ReserveOutcome, reserveStockKeepingHold } from "#server/stock/stock.ts";
import { inSavepoint } from "./savepoint.sql.ts";

/** The lines of an order whose stock is counted, as the stock room wants them. */
export const counted = (
  lines: Pick<LineRow, "id" | "variation_id" | "quantity" | "cancelled_qty" | "tracks_stock">[],
) =>
  lines.flatMap(({ id, variation_id, quantity, cancelled_qty, tracks_stock }) =>
    tracks_stock && variation_id !== null && quantity > cancelled_qty
      ? [{ order_line_id: id, variation_id, quantity: quantity - cancelled_qty }]
      : [],
  );

/** Whether an order has no stock until somebody takes it off hold: it had ended when its money came. */
export const waitsForStock = ({ hold_reason }: Pick<OrderHead, "hold_reason">) =>
  hold_reason === "paid_no_stock" || hold_reason === "amount_mismatch_late";

/**
 * Holds stock once more for an order that let it go; when some is missing nothing is taken. What its customer's cart holds
 * meanwhile may be these very goods: the order has them first, and the cart goes on holding the rest.
 */
export async function reserveAgain(
  app: App,
  tx: Tx,
  { id: orderId, user_id: userId }: Pick<OrderHead, "id" | "user_id">,
): Promise<ReserveOutcome> {
  const kept = counted(await listLines(tx, orderId));
  const holds = userId !== null && (await canCartsHoldStock(app));
  const holder = holds ? (await findActiveCart(tx, { userId }))?.id : undefined;
  const sale = await getVariationsForSale(
    tx,
    kept.map((line) => line.variation_id),
  );
  const lines = kept.map((line) => ({ ...line, on_backorder: sale.get(line.variation_id)?.on_backorder ?? false }));
  return inSavepoint(
    tx,
    () => reserveStockKeepingHold(app, tx, orderId, lines, holder),
    (outcome) => outcome.kind === "reserved",
  );
}

/** The goods of an order that lives again leave the cart they went back to: nobody orders them twice without knowing. */
export async function outOfCart(app: App, tx: Tx, { id, user_id: userId }: OrderHead) {
  const cartId = userId === null ? null : await findCart(tx, id);
  if (userId !== null && cartId !== null) await removeRestoredLines(app, tx, userId, cartId);
}
