import { sql } from "kysely";
import type { Items } from "#contract/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";

const rowsOf = (items: Items) => sql`unnest(${items.map((item) => item.order_item_id)}::bigint[],
  ${items.map((item) => item.quantity)}::int[]) as w (line_id, quantity)`;

/** Counts units as cancelled where that many are left to ship; answers how many lines that were. */
export async function cancelUnits(tx: Tx, orderId: string, items: Items): Promise<number> {
  const { rows } = await sql`
    update order_lines l
    set cancelled_qty = l.cancelled_qty + w.quantity
    from ${rowsOf(items)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid
      and l.fulfilled_qty + l.cancelled_qty + w.quantity <= l.quantity
    returning 1`.execute(tx);
  return rows.length;
}

/** Counts units as returned where that many were shipped and are not back yet; answers how many lines that were. */
export async function returnUnits(tx: Tx, orderId: string, items: Items): Promise<number> {
  const { rows } = await sql`
    update order_lines l
    set returned_qty = l.returned_qty + w.quantity
    from ${rowsOf(items)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid and l.returned_qty + w.quantity <= l.fulfilled_qty
    returning 1`.execute(tx);
  return rows.length;
}

/** Counts units as not cancelled after all; answers how many lines that were. */
export async function restoreCancelledUnits(tx: Tx, orderId: string, items: Items): Promise<number> {
  const { rows } = await sql`
    update order_lines l
    set cancelled_qty = l.cancelled_qty - w.quantity
    from ${rowsOf(items)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid and l.cancelled_qty >= w.quantity
    returning 1`.execute(tx);
  return rows.length;
}

/** Counts units as not returned after all; answers how many lines that were. */
export async function restoreReturnedUnits(tx: Tx, orderId: string, items: Items): Promise<number> {
  const { rows } = await sql`
    update order_lines l
    set returned_qty = l.returned_qty - w.quantity
    from ${rowsOf(items)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid and l.returned_qty >= w.quantity
    returning 1`.execute(tx);
  return rows.length;
}
