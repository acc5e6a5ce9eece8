import { sql } from "kysely";
import { findValue, getValue, type Tx } from "#server/platform/database/database.ts";

/** The account for refunds of an order `o`: the last one named, or that of its latest return, where none is stored. */
export const refundIban = sql`coalesce(
  (select a.iban from order_refund_accounts a where a.order_id = o.id),
  (select r.refund_iban
    from returns r
    where r.order_id = o.id and r.refund_iban is not null
    order by r.requested_at desc
    limit 1))`;

export const findRefundIban = async (tx: Tx, orderId: string) =>
  (await findValue<string | null>(tx)`select ${refundIban} from orders o where o.id = ${orderId}::uuid`) ?? null;

/** Stores the account that refunds of an order are transferred to, or replaces it. */
export const upsertRefundAccount = (tx: Tx, orderId: string, iban: string) =>
  sql`
    insert into order_refund_accounts (order_id, iban)
    values (${orderId}::uuid, ${iban})
    on conflict (order_id) do update set iban = excluded.iban`.execute(tx);

/** How often an account for refunds of an order was named. */
export const countRefundAccounts = (tx: Tx, orderId: string) =>
  getValue<number>(tx)`
    select count(*)::int from order_events where order_id = ${orderId}::uuid and type = 'refund_account'`;
