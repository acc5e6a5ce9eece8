import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";

export interface NewCredit {
  id: string;
  orderId: string;
  cause: string;
  amount: number;
  used: number;
}

/**
 * Notes what is owed no more, once for each cause of an order; true if that is new. Money asked for again under the same
 * cause is on its way to the customer after all.
 */
export async function insertCredit(tx: Tx, { id, orderId, cause, amount, used }: NewCredit): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into credits (id, order_id, cause, amount, used_amount)
    values (${id}, ${orderId}::uuid, ${cause}, ${amount}, ${used})
    on conflict (order_id, cause) where undone_at is null do update set unpaid_amount = 0
    returning id`.execute(tx);
  return rows[0]?.id === id;
}

/** What was credited of an order and still has not reached its customer, in minor units. */
export async function sumUnpaid(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ unpaid: number }>`
    select greatest(0, coalesce(sum(unpaid_amount - used_amount), 0))::int8 as unpaid
    from credits
    where order_id = ${orderId}::uuid and undone_at is null`.execute(tx);
  return rows[0]?.unpaid ?? 0;
}

/** Notes that a credit came to nothing; its id, or undefined when there is none. */
export async function undoCredit(tx: Tx, orderId: string, cause: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update credits set undone_at = now()
    where order_id = ${orderId}::uuid and cause = ${cause} and undone_at is null
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Notes that the money of a credit, or `amount` of it, did not reach the customer. */
export async function writeUnpaid(tx: Tx, orderId: string, cause: string, amount: number | null) {
  await sql`
    update credits set unpaid_amount = least(amount, unpaid_amount + coalesce(${amount}::bigint, amount))
    where order_id = ${orderId}::uuid and cause = ${cause} and undone_at is null`.execute(tx);
}
