import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";

/** Stores the account that refunds of an order are transferred to, or replaces it. */
export const upsertRefundAccount = (tx: Tx, orderId: string, iban: string) =>
  sql`
    insert into order_refund_accounts (order_id, iban)
    values (${orderId}::uuid, ${iban})
    on conflict (order_id) do update set iban = excluded.iban`.execute(tx);
