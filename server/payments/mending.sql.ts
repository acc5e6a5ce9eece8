import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** The order a payment is for. */
export async function orderOfPayment(tx: Tx, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from payments where id = ${paymentId}::uuid`.execute(tx);
  return rows[0]?.order_id;
}

/** How many payments, and events about them, there are. */
export async function countEvents(db: Db | Tx) {
  const { rows } = await sql<{ payments: number; events: number }>`
    select (select count(*) from payments)::int as payments, (select count(*) from payment_events)::int as events`.execute(
    db,
  );
  return rows[0] ?? { payments: 0, events: 0 };
}
