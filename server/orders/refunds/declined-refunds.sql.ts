import { sql } from "kysely";
import type { Items } from "#contract/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { worthRows } from "#server/orders/ledger/units.sql.ts";
import type { Worth, WorthOfUnits } from "#server/orders/ledger/unit-values.ts";

/** What was decided together with money that goes back. */
export interface Beside {
  kind: "cancelled" | "returned" | "amount";
  items: Items;
  /** The same with what each came to; it was not always kept. */
  units?: WorthOfUnits[];
  /** What `items` come to, in minor units. */
  amount: number;
  /** Of them what was put on the shelf, and under which reference. */
  shelved: { variation_id: number; quantity: number }[];
  ref: string;
  /** What went back on gift cards, in minor units. */
  onCards: number;
  /** What took off what was never paid; it was not always kept. */
  setOff?: number;
  /** The return that was unpacked. */
  returnId: string | null;
}

/** Keeps what was decided together with a refund, until its provider has said no. */
export async function keepWish(tx: Tx, orderId: string, cause: string, what: Beside) {
  await sql`
    insert into order_refund_wishes (order_id, cause, what)
    values (${orderId}::uuid, ${cause}, ${JSON.stringify(what)}::jsonb)
    on conflict (order_id, cause) do nothing`.execute(tx);
}

/** What was kept with a refund. */
export async function findWish(tx: Tx, orderId: string, cause: string): Promise<Beside | undefined> {
  const { rows } = await sql<{ what: Beside }>`
    select what from order_refund_wishes where order_id = ${orderId}::uuid and cause = ${cause}`.execute(tx);
  return rows[0]?.what;
}

/** Takes what was kept, once: undefined when there is nothing to undo. */
export async function takeWish(tx: Tx, orderId: string, cause: string): Promise<Beside | undefined> {
  const { rows } = await sql<{ what: Beside }>`
    delete from order_refund_wishes where order_id = ${orderId}::uuid and cause = ${cause}
    returning what`.execute(tx);
  return rows[0]?.what;
}

/** Counts units as not returned after all; answers how many lines that were. */
export async function keepUnits(tx: Tx, orderId: string, units: WorthOfUnits[]): Promise<number> {
  const { rows } = await sql`
    update order_lines l
    set returned_qty = l.returned_qty - w.quantity, ${keptAgain}
    from ${worthRows(units)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid and l.returned_qty >= w.quantity
    returning 1`.execute(tx);
  return rows.length;
}

/** Counts units as not cancelled after all, and what they came to; answers how many lines that were. */
export async function wantUnits(tx: Tx, orderId: string, { units, amount }: Worth): Promise<number> {
  const { rows } = await sql`
    with more as (
      update orders set cancelled_amount = cancelled_amount - ${amount} where id = ${orderId}::uuid
    )
    update order_lines l
    set cancelled_qty = l.cancelled_qty - w.quantity, ${keptAgain}
    from ${worthRows(units)}
    where l.id = w.line_id and l.order_id = ${orderId}::uuid and l.cancelled_qty >= w.quantity
    returning 1`.execute(tx);
  return rows.length;
}

const keptAgain = sql`given_up_amount = l.given_up_amount - w.amount, given_up_tax = l.given_up_tax - w.tax`;

/** A return that was unpacked is on its way again, and can be unpacked once more. */
export async function packAgain(tx: Tx, returnId: string) {
  await sql`
    with packed as (
      update returns set status = 'approved', refund_amount = null, received_at = null
      where id = ${returnId}::uuid and status = 'refunded'
      returning id
    )
    update return_lines i set received_qty = null, condition = null, restock = false
    from packed
    where i.return_id = packed.id`.execute(tx);
}
