import { type RawBuilder, sql } from "kysely";
import type { Items } from "#contract/orders/orders.ts";
import { countAffected, type Tx, tableOf } from "#server/platform/database/database.ts";

/** Cancels units that are not shipped; returns the number of lines that had that many. */
export const cancelUnits = (tx: Tx, orderId: string, items: Items) =>
  updateUnits(tx, orderId, items, {
    change: sql`cancelled_qty = l.cancelled_qty + w.quantity`,
    where: sql`l.fulfilled_qty + l.cancelled_qty + w.quantity <= l.quantity`,
  });

/** Returns shipped units; returns the number of lines that had that many. */
export const returnUnits = (tx: Tx, orderId: string, items: Items) =>
  updateUnits(tx, orderId, items, {
    change: sql`returned_qty = l.returned_qty + w.quantity`,
    where: sql`l.returned_qty + w.quantity <= l.fulfilled_qty`,
  });

/** Undoes `cancelUnits`. */
export const restoreCancelledUnits = (tx: Tx, orderId: string, items: Items) =>
  updateUnits(tx, orderId, items, {
    change: sql`cancelled_qty = l.cancelled_qty - w.quantity`,
    where: sql`l.cancelled_qty >= w.quantity`,
  });

/** Undoes `returnUnits`. */
export const restoreReturnedUnits = (tx: Tx, orderId: string, items: Items) =>
  updateUnits(tx, orderId, items, {
    change: sql`returned_qty = l.returned_qty - w.quantity`,
    where: sql`l.returned_qty >= w.quantity`,
  });

const updateUnits = (
  tx: Tx,
  orderId: string,
  items: Items,
  { change, where }: Record<"change" | "where", RawBuilder<unknown>>,
) =>
  countAffected(tx)`
    update order_lines l
    set ${change}
    from ${tableOf(items, "w", { order_item_id: "bigint", quantity: "int" })}
    where l.id = w.order_item_id and l.order_id = ${orderId}::uuid and ${where}`;
