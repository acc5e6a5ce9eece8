import { sql } from "kysely";
import type { Items } from "#contract/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** The effects of a request to undo if the provider declines its refund. */
export interface RefundEffects {
  kind: "cancelled" | "returned" | "amount";
  items: Items;
  /** The cause of the credit in the ledger; null where nothing was credited. */
  cause: string | null;
  /** The restocked units, and their reference. */
  restocked: { variation_id: number; quantity: number }[];
  ref: string;
  /** Refunded to gift cards, in minor units. */
  onCards: number;
  /** The received return. */
  returnId: string | null;
}

export async function insertEffects(tx: Tx, orderId: string, key: string, effects: RefundEffects) {
  await sql`
    insert into order_refund_effects (order_id, key, effects)
    values (${orderId}::uuid, ${key}, ${JSON.stringify(effects)}::jsonb)
    on conflict (order_id, key) do nothing`.execute(tx);
}

export async function findEffects(tx: Tx, orderId: string, key: string): Promise<RefundEffects | undefined> {
  const { rows } = await sql<{ effects: RefundEffects }>`
    select effects
    from order_refund_effects
    where order_id = ${orderId}::uuid and key = ${key}`.execute(tx);
  return rows[0]?.effects;
}

/** Deletes and returns the effects of a refund, so that they are undone once. */
export async function deleteEffects(tx: Tx, orderId: string, key: string): Promise<RefundEffects | undefined> {
  const { rows } = await sql<{ effects: RefundEffects }>`
    delete from order_refund_effects
    where order_id = ${orderId}::uuid and key = ${key}
    returning effects`.execute(tx);
  return rows[0]?.effects;
}

/** Marks a received return as approved, so that it can be received again. */
export async function reopenReturn(tx: Tx, returnId: string) {
  await sql`
    with reopened as (
      update returns
      set status = 'approved', refund_amount = null, received_at = null
      where id = ${returnId}::uuid and status = 'refunded'
      returning id
    )
    update return_lines i
    set received_qty = null, condition = null, restock = false
    from reopened
    where i.return_id = reopened.id`.execute(tx);
}
