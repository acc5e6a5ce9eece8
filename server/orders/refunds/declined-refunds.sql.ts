import { sql } from "kysely";
import type { Items } from "#contract/orders/orders.ts";
import { findValue, type Tx } from "#server/platform/database/database.ts";

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

export const insertEffects = (tx: Tx, orderId: string, key: string, effects: RefundEffects) =>
  sql`
    insert into order_refund_effects (order_id, key, effects)
    values (${orderId}::uuid, ${key}, ${JSON.stringify(effects)}::jsonb)
    on conflict (order_id, key) do nothing`.execute(tx);

export const findEffects = (tx: Tx, orderId: string, key: string) =>
  findValue<RefundEffects>(tx)`
    select effects
    from order_refund_effects
    where order_id = ${orderId}::uuid and key = ${key}`;

/** Deletes and returns the effects of a refund, so that they are undone once. */
export const deleteEffects = (tx: Tx, orderId: string, key: string) =>
  findValue<RefundEffects>(tx)`
    delete from order_refund_effects
    where order_id = ${orderId}::uuid and key = ${key}
    returning effects`;

/** Marks a received return as approved, so that it can be received again. */
export const reopenReturn = (tx: Tx, returnId: string) =>
  sql`
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
