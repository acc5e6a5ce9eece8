import { sql } from "kysely";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import type { GuestOrders } from "#server/accounts/accounts.ts";
import {
  countAffected,
  type Db,
  isAffected,
  listRows,
  listValues,
  mapRows,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";

/** Changes of an order; undefined fields stay. */
export interface OrderDetails {
  shipping_address?: NewAddress | undefined;
  billing_address?: NewAddress | null | undefined;
  /** An address the customer asked for and has not confirmed is dropped with it, unless given too. */
  email?: string | null | undefined;
  requested_email?: string | null | undefined;
  customer_note?: string | null | undefined;
}

/** Updates an order with this `version`; false if the version is outdated. */
export async function updateOrderDetails(tx: Tx, orderId: string, version: number, change: OrderDetails) {
  const { shipping_address: shipping, billing_address: billing, email, customer_note: note } = change;
  const { requested_email: requested } = change;
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
  return isAffected(tx)`
    update orders
    set shipping_address = coalesce(${json(shipping)}::jsonb, shipping_address),
      fullname = coalesce(${shipping?.fullname ?? null}::text, fullname),
      billing_address = case when ${billing !== undefined} then ${json(billing)}::jsonb else billing_address end,
      email = case when ${email !== undefined} then ${email ?? null}::text else email end,
      requested_email = case when ${email !== undefined} then ${requested ?? null}::text else requested_email end,
      customer_note = case when ${note !== undefined} then ${note ?? null}::text else customer_note end,
      version = version + 1
    where id = ${orderId}::uuid and version = ${version}`;
}

/** A note of staff on an order. */
export interface OrderNote {
  id: number;
  text: string;
  at: string;
  actor_id: number | null;
}

/** Deletes the notes on an order that are not among these. */
export const deleteOtherNotes = (tx: Tx, orderId: string, ids: number[]) =>
  sql`
    delete from order_events
    where order_id = ${orderId}::uuid and type = 'note' and id <> all(${ids}::bigint[])`.execute(tx);

/** Adds notes on an order that are missing, with the ids that they had. */
export const restoreNotes = (tx: Tx, orderId: string, notes: OrderNote[]) =>
  sql`
    insert into order_events (id, order_id, type, actor_type, actor_id, text, data, is_public, at) overriding system value
    select id, ${orderId}::uuid, 'note', 'admin', actor_id, text, '{}', false, at
    from ${tableOf(notes, "n", { id: "bigint", text: "text", actor_id: "bigint", at: "timestamptz" })}
    on conflict (id) do nothing`.execute(tx);

/** Sends emails about a customer's orders to an address they asked for, once it is confirmed. */
export const confirmOrderEmail = (tx: Tx, userId: number, email: string) =>
  sql`
    update orders
    set email = requested_email, requested_email = null
    where user_id = ${userId} and lower(requested_email) = lower(${email})`.execute(tx);

/** Moves the orders of a customer, with their returns, to another one. Returns how many of each. */
export async function moveOrders(tx: Tx, fromId: number, intoId: number) {
  const move = (table: "orders" | "returns") =>
    countAffected(tx)`update ${sql.table(table)} set user_id = ${intoId} where user_id = ${fromId}`;
  return { orders: await move("orders"), returns: await move("returns") };
}

/** Whether an order was placed for another email than this one, as one that was corrected. */
const isForAnother = (email: string) =>
  sql`(lower(email) <> lower(${email}) or lower(requested_email) <> lower(${email})) is true`;

/** Locks the orders of customers and counts them: those for this email and those for another one. */
export const countOrdersFor = (tx: Tx, userIds: number[], email: string) =>
  mapRows<number, GuestOrders>(tx)`
    with locked as (
      select user_id, ${isForAnother(email)} as is_for_another, coalesce(email, requested_email) as email
      from orders
      where user_id = any(${userIds}::bigint[])
      order by id
      for update
    )
    select user_id as id,
      json_build_object('own', count(*) filter (where not is_for_another),
        'others', count(*) filter (where is_for_another),
        'otherEmail', max(email) filter (where is_for_another)) as name
    from locked
    group by user_id`;

/** The orders for an email of these customers, with the customer of each. */
export const listOrdersFor = (db: Db | Tx, userIds: number[], email: string) =>
  listRows<{ id: string; user_id: number }>(db)`
    select id, user_id
    from orders
    where user_id = any(${userIds}::bigint[]) and not ${isForAnother(email)}
    order by placed_at desc, id`;

/** Moves the orders of a customer for an email, with their returns, to another one. */
export async function moveOrdersFor(
  tx: Tx,
  { fromId, intoId, email }: { fromId: number; intoId: number; email: string },
) {
  const orderIds = await listValues<string>(tx)`
    update orders set user_id = ${intoId} where user_id = ${fromId} and not ${isForAnother(email)} returning id`;
  const returns = await countAffected(tx)`
    update returns set user_id = ${intoId} where user_id = ${fromId} and order_id = any(${orderIds}::uuid[])`;
  return { orderIds, returns };
}

/** Statuses of orders that nothing is to be delivered of any more. */
const endedStatuses = sql`'completed', 'cancelled', 'expired', 'closed_returned'`;

/** Marks the orders of a customer for anonymization. */
export const requestAnonymization = (tx: Tx, userId: number, at: Date) =>
  sql`
    update orders
    set anonymize_at = ${at}
    where user_id = ${userId} and anonymize_at is null`.execute(tx);

/** Marks orders that were placed while their customer's account was being deleted. */
export const requestAnonymizationOfOrphans = (tx: Tx, at: Date) =>
  sql`
    update orders o
    set anonymize_at = ${at}
    where user_id is not null and anonymize_at is null
      and not exists (select from account_contacts c where c.id = o.user_id)`.execute(tx);

/** Marks orders that ended before an instant, the oldest first. */
export const requestAnonymizationOfOld = (tx: Tx, { before, at, limit }: { before: Date; at: Date; limit: number }) =>
  sql`
    update orders
    set anonymize_at = ${at}
    where id in (
      select id
      from orders
      where status in (${endedStatuses}) and user_id is not null and anonymize_at is null
        and greatest(placed_at, completed_at, cancelled_at) < ${before}
      order by placed_at
      limit ${limit}
    )`.execute(tx);

/** Marks an anonymized order again, whose payer has been recorded since. */
export const requestAnonymizationAgain = (tx: Tx, orderId: string, at: Date) =>
  sql`update orders set anonymize_at = ${at} where id = ${orderId}::uuid and user_id is null`.execute(tx);

/** Locks ended orders that are marked for anonymization. */
export const lockOrdersToAnonymize = (tx: Tx) =>
  listValues<string>(tx)`
    select id
    from orders
    where anonymize_at is not null and status in (${endedStatuses})
    order by id
    for update`;

export const listReturnIds = (tx: Tx, orderIds: string[]) =>
  listValues<string>(tx)`select id from returns where order_id = any(${orderIds}::uuid[])`;

/**
 * Deletes the customers' data of orders, and what staff wrote about them. Lines, amounts and the country stay; so do the
 * accounts that refunds of returns go to, until `deleteRefundIbans`.
 */
export const anonymizeOrders = (tx: Tx, orderIds: string[]) =>
  sql`
    with anonymized as (
      update orders
      set user_id = null, email = null, requested_email = null, fullname = 'Deleted customer', customer_note = null,
        billing_address = null, anonymize_at = null, version = version + 1,
        shipping_address = jsonb_build_object('fullname', 'Deleted customer', 'line1', '—', 'city', '—',
          'postal_code', '—', 'country', shipping_address ->> 'country')
      where id = any(${orderIds}::uuid[])
      returning id
    ), written as (
      delete from order_events where order_id = any(${orderIds}::uuid[])
        and type in ('note', 'return_rejected', 'return_closed', 'refund_reason', 'shipment_cancel_reason', 'withdrawal_left')
    ), held as (
      update order_events set data = data - 'note' where order_id = any(${orderIds}::uuid[]) and type = 'held'
    )
    update returns r
    set user_id = null, note = null, answer = null
    from anonymized
    where r.order_id = anonymized.id`.execute(tx);

/** A return `r` that is decided, or whose goods did not come for months: nobody may ever close it. */
const isDone = (at: Date) => sql`(r.status not in ('requested', 'approved')
  or coalesce(r.send_by, r.requested_at) < ${at}::timestamptz - interval '90 days')`;

/** Anonymized orders that have accounts for refunds, but those of returns that are still to be decided. */
export const listOrdersWithRefundIban = (tx: Tx, at: Date) =>
  listValues<string>(tx)`
    select r.order_id
    from returns r
    where r.user_id is null and r.refund_iban is not null and ${isDone(at)}
    union
    select a.order_id
    from order_refund_accounts a
    join orders o on o.id = a.order_id
    where o.user_id is null`;

/** Deletes the accounts that refunds of these orders and of their decided returns went to. */
export const deleteRefundIbans = (tx: Tx, orderIds: string[], at: Date) =>
  sql`
    with named as (
      delete from order_refund_accounts where order_id = any(${orderIds}::uuid[])
    )
    update returns r
    set refund_iban = null
    where r.order_id = any(${orderIds}::uuid[]) and r.user_id is null and ${isDone(at)}`.execute(tx);
