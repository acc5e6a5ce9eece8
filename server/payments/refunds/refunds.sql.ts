import { type RawBuilder, sql } from "kysely";
import { v7 } from "uuid";
import { type Refund, sentByHand } from "#contract/payments.ts";
import { automaticRefundPrefix } from "#server/payments/payments.sql.ts";
import {
  type Db,
  findRow,
  getRow,
  hasRows,
  isAffected,
  listRows,
  mapRows,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";

export interface RefundRow extends Omit<Refund, "amount"> {
  order_id: string;
  amount: number;
  currency: string;
  /** Key of the request it was created for. */
  key: string;
  failure_message: string | null;
}
export interface NewRefund {
  id: string;
  orderId: string;
  paymentId: string;
  amount: number;
  currency: string;
  reason: string;
  key: string;
  requestedBy: number | null;
  at: Date;
}

const columns = sql`id, order_id, payment_id, amount, currency, reason, idempotency_key as key, status,
  failure_message, created_at, sent_at, (select p.provider from payments p where p.id = payment_id) as provider`;

/** Inserts a pending refund. */
export const insertRefund = (tx: Tx, refund: NewRefund) =>
  getRow<RefundRow>(tx)`
    insert into refunds (id, order_id, payment_id, amount, currency, reason, idempotency_key, requested_by, created_at,
      updated_at)
    values (${refund.id}, ${refund.orderId}, ${refund.paymentId}, ${refund.amount}, ${refund.currency},
      ${refund.reason}, ${refund.key}, ${refund.requestedBy}, ${refund.at}, ${refund.at})
    returning ${columns}`;

/** The refunds of a request: one unless it failed, or several parts; and what was requested before parts were cancelled. */
export const listByKey = (tx: Tx, orderId: string, key: string) =>
  listRows<RefundRow & { requested: number }>(tx)`
    select ${columns}, amount + (
      select coalesce(sum(p.amount), 0)::int8
      from refunds p
      where p.order_id = r.order_id and starts_with(p.idempotency_key, ${cancelledKey(sql`r.idempotency_key`)})
    ) as requested
    from refunds r
    where order_id = ${orderId}::uuid
      and (idempotency_key = ${key} and status <> 'failed' or idempotency_key ~ ${partPrefix.source}
        and regexp_replace(idempotency_key, ${partPrefix.source}, '') = ${key})
    order by created_at, id`;

const partPrefix = /^part-[0-9]+-of:/;
/** The key of one of several refunds of a request. */
export const partKey = (key: string, part: number) => `part-${part}-of:${key}`;
/** The key of the request of a refund, and whether it is one of several. */
export const requestOf = (key: string) => ({ key: key.replace(partPrefix, ""), isPart: partPrefix.test(key) });

/** Whether one of several refunds of a request failed. */
export const hasFailedPart = (tx: Tx, orderId: string) =>
  hasRows(tx)`
    select
    from refunds
    where order_id = ${orderId}::uuid and status = 'failed' and idempotency_key ~ ${partPrefix.source}
    limit 1`;

export const findRefund = (db: Db | Tx, id: string) =>
  findRow<RefundRow>(db)`select ${columns} from refunds where id = ${id}::uuid`;

export const listByIds = async (tx: Tx, ids: string[]) =>
  ids.length === 0
    ? []
    : listRows<RefundRow>(tx)`select ${columns} from refunds where id = any(${ids}::uuid[]) order by created_at, id`;

/** All refunds of an order, oldest first. */
export const listRefunds = (db: Db | Tx, orderId: string) =>
  listRows<RefundRow>(db)`
    select ${columns}
    from refunds
    where order_id = ${orderId}::uuid
    order by created_at, id`;

/** Pending refunds of some payments, oldest first. */
export const listPending = (db: Db | Tx, paymentIds: string[]) =>
  listRows<RefundRow>(db)`
    select ${columns}
    from refunds
    where payment_id = any(${paymentIds}::uuid[]) and status = 'pending'
    order by created_at, id`;

/** Payments of an order with a refund that failed or came back; of `automatic` refunds only, if asked for. */
export async function listWithFailedRefund(
  tx: Tx,
  orderId: string,
  { automatic = false }: { automatic?: boolean } = {},
): Promise<Set<string>> {
  const prefix = automatic ? automaticRefundPrefix : "";
  const rows = await listRows<{ payment_id: string }>(tx)`
    select payment_id
    from refunds
    where order_id = ${orderId}::uuid and status = 'failed' and starts_with(idempotency_key, ${prefix})`;
  return new Set(rows.map((row) => row.payment_id));
}

/** Marks pending refunds as succeeded, with the provider's id, and returns them. */
export async function markSucceeded(
  tx: Tx,
  sent: { refundId: string; reference: string }[],
  at: Date,
): Promise<{ key: string; reference: string }[]> {
  if (sent.length === 0) return [];
  return listRows<{ key: string; reference: string }>(tx)`
    update refunds r
    set status = 'succeeded', psp_reference = s.reference, updated_at = ${at},
      sent_at = case when not exists (
        select from payments p where p.id = r.payment_id and p.provider = any(${[...sentByHand]}::text[])
      ) then ${at}::timestamptz end
    from ${tableOf(sent, "s", { refundId: "uuid", reference: "text" })}
    where r.id = s."refundId" and r.status = 'pending'
    returning r.idempotency_key as key, s.reference`;
}

/** Marks succeeded refunds as failed, by the provider's id, and returns them. */
export async function markReturnedByBank(tx: Tx, references: string[], at: Date): Promise<RefundRow[]> {
  if (references.length === 0) return [];
  return listRows<RefundRow>(tx)`
    update refunds
    set status = 'failed', failure_message = 'The bank sent it back.', updated_at = ${at}
    where psp_reference = any(${references}::text[]) and status = 'succeeded'
    returning ${columns}`;
}

const isToBeSent = sql`status = 'succeeded' and sent_at is null and exists (
  select from payments p where p.id = payment_id and p.provider = any(${[...sentByHand]}::text[]))`;

/** The orders with refunds that staff still have to send, as a query of their ids. */
export const ordersWithRefundsToSend = sql`select order_id from refunds where ${isToBeSent}`;

/** What staff still have to send of the refunds of orders, in minor units, by order. */
export const sumToBeSent = async (db: Db | Tx, orderIds: string[]): Promise<Map<string, number>> =>
  orderIds.length === 0
    ? new Map()
    : mapRows<string, number>(db)`
      select order_id, sum(amount)::int8
      from refunds
      where order_id = any(${orderIds}::uuid[]) and ${isToBeSent}
      group by order_id`;

/** What is not sent of refunds yet, by staff or the provider, in minor units, by the key of their request. */
export const sumUnsent = async (db: Db | Tx, keys: { orderId: string; key: string }[]): Promise<Map<string, number>> =>
  keys.length === 0
    ? new Map()
    : mapRows<string, number>(db)`
      select request, sum(amount)::int8
      from refunds
      cross join lateral regexp_replace(idempotency_key, ${partPrefix.source}, '') as request
      where order_id = any(${keys.map(({ orderId }) => orderId)}::uuid[])
        and request = any(${keys.map(({ key }) => key)}::text[]) and (status = 'pending' or ${isToBeSent})
      group by request`;

/** Marks a refund that staff send themselves as sent; undefined if it is not to be sent. */
export const markSent = (tx: Tx, orderId: string, id: string, at: Date) =>
  findRow<RefundRow & { reference: string }>(tx)`
    update refunds
    set sent_at = ${at}, updated_at = ${at}
    where id = ${id}::uuid and order_id = ${orderId}::uuid and ${isToBeSent}
    returning ${columns}, coalesce(psp_reference, id::text) as reference`;

/** Ends a pending refund; false if it is not pending. */
export const endRefund = (tx: Tx, id: string, status: "failed" | "cancelled", message: string, at: Date) =>
  isAffected(tx)`
    update refunds
    set status = ${status}, failure_message = ${message}, updated_at = ${at}
    where id = ${id}::uuid and status = 'pending'`;

/** Cancels pending refunds of `uncaptured`, oldest first; one that is partly captured is split. */
export const cancelUncaptured = (tx: Tx, paymentId: string, uncaptured: number, at: Date) =>
  sql`
    with due as (
      select id, amount, sum(amount) over (order by status = 'pending', created_at, id) as so_far
      from refunds
      where payment_id = ${paymentId}::uuid and status in ('pending', 'cancelled')
    ), whole as (
      update refunds r
      set status = 'cancelled', failure_message = ${notCaptured}, updated_at = ${at}
      from due
      where r.id = due.id and r.status = 'pending' and due.so_far <= ${uncaptured}::bigint
    ), rest as (
      update refunds r
      set amount = due.so_far - ${uncaptured}::bigint, updated_at = ${at}
      from due
      where r.id = due.id and r.status = 'pending' and due.so_far > ${uncaptured}::bigint
        and due.so_far - due.amount < ${uncaptured}::bigint
      returning r.*, due.amount - r.amount as cancelled
    )
    insert into refunds (id, order_id, payment_id, amount, currency, reason, status, failure_message, idempotency_key,
      requested_by, created_at, updated_at)
    select ${v7()}::uuid, order_id, payment_id, cancelled, currency, reason, 'cancelled', ${notCaptured},
      ${cancelledKey(sql`idempotency_key`)} || ${v7()}, requested_by, created_at, ${at}
    from rest`.execute(tx);
const notCaptured = "No payment was captured.";
/** Prefix of the keys of parts that were cancelled of a refund. */
const cancelledKey = (key: RawBuilder<unknown>) => sql`${key} || ':untaken:'`;

/** Moves the pending refunds of a payment to the end of the queue of unresolved ones. */
export const touchPendingRefunds = (db: Db, paymentId: string, at: Date) =>
  sql`
    update refunds
    set updated_at = ${at}
    where payment_id = ${paymentId}::uuid and status = 'pending'`.execute(db);
