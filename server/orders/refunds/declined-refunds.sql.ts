import { sql } from "kysely";
import type { Items } from "#contract/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** What was decided together with a refund, and is undone when its provider declines it. */
export interface RefundEffects {
  kind: "cancelled" | "returned" | "amount";
  items: Items;
  /** The cause of the credit in the ledger; null where nothing was credited. */
  cause: string | null;
  /** What of the items was put on the shelf, and under which reference. */
  shelved: { variation_id: number; quantity: number }[];
  ref: string;
  /** What went back on gift cards, in minor units. */
  onCards: number;
  /** The return that was unpacked. */
  returnId: string | null;
}

/** Keeps the effects of the refund made for `key` until its provider has answered. */
export async function insertEffects(tx: Tx, orderId: string, key: string, effects: RefundEffects) {
  await sql`
    insert into order_refund_effects (order_id, key, effects)
    values (${orderId}::uuid, ${key}, ${JSON.stringify(effects)}::jsonb)
    on conflict (order_id, key) do nothing`.execute(tx);
}

/** The effects of a refund. */
export async function findEffects(tx: Tx, orderId: string, key: string): Promise<RefundEffects | undefined> {
  const { rows } = await sql<{ effects: RefundEffects }>`
    select effects from order_refund_effects where order_id = ${orderId}::uuid and key = ${key}`.execute(tx);
  return rows[0]?.effects;
}

/** Takes the effects of a refund, once: undefined when there is nothing to undo. */
export async function takeEffects(tx: Tx, orderId: string, key: string): Promise<RefundEffects | undefined> {
  const { rows } = await sql<{ effects: RefundEffects }>`
    delete from order_refund_effects where order_id = ${orderId}::uuid and key = ${key}
    returning effects`.execute(tx);
  return rows[0]?.effects;
}

/** Puts a return that was unpacked on its way again, so that it can be unpacked once more. */
export async function reopenReturn(tx: Tx, returnId: string) {
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
