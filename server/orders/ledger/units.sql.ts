import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";
import type { Worth, WorthOfUnits } from "./unit-values.ts";

/** Units as a table to join with, each with what it comes to. */
export const worthRows = (units: WorthOfUnits[]) => sql`unnest(${units.map((unit) => unit.order_line_id)}::bigint[],
  ${units.map((unit) => unit.quantity)}::int[], ${units.map((unit) => unit.amount)}::bigint[],
  ${units.map((unit) => unit.tax)}::bigint[]) as w (line_id, quantity, amount, tax)`;
const givenUp = sql`given_up_amount = l.given_up_amount + w.amount, given_up_tax = l.given_up_tax + w.tax`;

/** Counts units as cancelled where that many are left to ship, and what they came to; answers how many lines that were. */
export async function cancelUnits(tx: Tx, orderId: string, { units, amount }: Worth): Promise<number> {
  const { rows } = await sql`
    with less as (
      update orders set cancelled_amount = cancelled_amount + ${amount} where id = ${orderId}::uuid
    )
    update order_lines l
    set cancelled_qty = l.cancelled_qty + w.quantity, ${givenUp}
    from ${worthRows(units)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid and l.fulfilled_qty + l.cancelled_qty + w.quantity <= l.quantity
    returning 1`.execute(tx);
  return rows.length;
}

/** Counts units as returned where that many were shipped and are not back yet; answers how many lines that were. */
export async function returnUnits(tx: Tx, orderId: string, units: WorthOfUnits[]): Promise<number> {
  const { rows } = await sql`
    update order_lines l
    set returned_qty = l.returned_qty + w.quantity, ${givenUp}
    from ${worthRows(units)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid and l.returned_qty + w.quantity <= l.fulfilled_qty
    returning 1`.execute(tx);
  return rows.length;
}

/** Counts what returned units came to as taken off what was never paid of their order. */
export async function setOff(tx: Tx, orderId: string, amount: number) {
  await sql`
    update orders set set_off_amount = set_off_amount + ${amount} where id = ${orderId}::uuid`.execute(tx);
}
