import { type RawBuilder, sql } from "kysely";
import { v7 } from "uuid";
import { ownAccord } from "#server/payments/payments.sql.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

export interface RefundRow {
  id: string;
  order_id: string;
  payment_id: string;
  amount: number;
  currency: string;
  reason: string;
  /** Names the wish it was made for. */
  key: string;
  status: "pending" | "succeeded" | "failed" | "dropped";
  failure_message: string | null;
  created_at: string;
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

const columns = sql`id, order_id, payment_id, amount, currency, reason, idempotency_key as key, status, failure_message, created_at`;

/** Writes a refund that is still to be sent. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    insert into refunds (id, order_id, payment_id, amount, currency, reason, idempotency_key, requested_by, created_at, updated_at)
    values (${refund.id}, ${refund.orderId}, ${refund.paymentId}, ${refund.amount}, ${refund.currency}, ${refund.reason},
      ${refund.key}, ${refund.requestedBy}, ${refund.at}, ${refund.at})
    returning ${columns}`.execute(tx);
  return rows[0] as RefundRow;
}

/**
 * The refund of an order asked for with this key, unless it failed, or the several it took; and how much was asked for: some
 * of it may have been dropped.
 */
export async function listByKey(tx: Tx, orderId: string, key: string): Promise<(RefundRow & { wished: number })[]> {
  const { rows } = await sql<RefundRow & { wished: number }>`
    select ${columns}, amount + (
      select coalesce(sum(p.amount), 0)::int8 from refunds p
      where p.order_id = r.order_id and starts_with(p.idempotency_key, ${partOf(sql`r.idempotency_key`)})) as wished
    from refunds r
    where order_id = ${orderId}::uuid
      and (idempotency_key = ${key} and status <> 'failed'
        or idempotency_key ~ ${oneOfSeveral.source} and regexp_replace(idempotency_key, ${oneOfSeveral.source}, '') = ${key})
    order by created_at, id`.execute(tx);
  return rows;
}

const oneOfSeveral = /^part-[0-9]+-of:/;
/** The key of the `nth` of several refunds that one wish takes. */
export const nthKey = (key: string, nth: number) => `part-${nth}-of:${key}`;
/** The key of the wish a refund was made for, and whether it took several. */
export const wishOf = (key: string) => ({ key: key.replace(oneOfSeveral, ""), isPart: oneOfSeveral.test(key) });

/** Whether one of several refunds that a wish took was declined or came back. */
export async function isPartMissing(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refunds
    where order_id = ${orderId}::uuid and status = 'failed' and idempotency_key ~ ${oneOfSeveral.source}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** One refund. */
export async function findRefund(db: Db | Tx, id: string): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`select ${columns} from refunds where id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** All refunds of an order, oldest first. */
export async function listRefunds(db: Db | Tx, orderId: string): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select ${columns}
    from refunds
    where order_id = ${orderId}::uuid
    order by created_at, id`.execute(db);
  return rows;
}

/** What is still to be sent back of some payments, oldest first. */
export async function listPending(db: Db | Tx, paymentIds: string[]): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select ${columns}
    from refunds
    where payment_id = any(${paymentIds}::uuid[]) and status = 'pending'
    order by created_at, id`.execute(db);
  return rows;
}

/** Payments of an order of which a refund of the shop's own accord was declined or came back. */
export async function listDeclined(tx: Tx, orderId: string): Promise<Set<string>> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from refunds
    where order_id = ${orderId}::uuid and status = 'failed' and starts_with(idempotency_key, ${ownAccord})`.execute(tx);
  return new Set(rows.map((row) => row.payment_id));
}

/** Notes that the provider sent refunds: by our own id of each, with its id of it. Returns those. */
export async function markSent(
  tx: Tx,
  sent: { refundId: string; reference: string }[],
  at: Date,
): Promise<{ key: string; reference: string }[]> {
  if (sent.length === 0) return [];
  const { rows } = await sql<{ key: string; reference: string }>`
    update refunds r
    set status = 'succeeded', psp_reference = s.reference, updated_at = ${at}
    from unnest(${sent.map((one) => one.refundId)}::uuid[], ${sent.map((one) => one.reference)}::text[]) as s (id, reference)
    where r.id = s.id and r.status = 'pending'
    returning r.idempotency_key as key, s.reference`.execute(tx);
  return rows;
}

/** Notes that refunds came back: by the provider's id of each. Returns those. */
export async function markReturned(tx: Tx, references: string[], at: Date): Promise<RefundRow[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<RefundRow>`
    update refunds
    set status = 'failed', failure_message = 'The bank sent it back.', updated_at = ${at}
    where psp_reference = any(${references}::text[]) and status = 'succeeded'
    returning ${columns}`.execute(tx);
  return rows;
}

/** Ends a refund that was not sent. */
export async function endRefund(tx: Tx, id: string, status: "failed" | "dropped", message: string, at: Date) {
  const { rows } = await sql`
    update refunds set status = ${status}, failure_message = ${message}, updated_at = ${at}
    where id = ${id}::uuid and status = 'pending'
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Drops what was to be returned of `untaken` minor units of a payment that were promised and not taken, the oldest first,
 * beside what was dropped before. A refund of which only a part was not taken is parted: the rest of it goes back.
 */
export async function dropUntaken(tx: Tx, paymentId: string, untaken: number, at: Date) {
  await sql`
    with due as (
      select id, amount, sum(amount) over (order by status = 'pending', created_at, id) as so_far
      from refunds
      where payment_id = ${paymentId}::uuid and status in ('pending', 'dropped')
    ), whole as (
      update refunds r set status = 'dropped', failure_message = ${notTaken}, updated_at = ${at}
      from due
      where r.id = due.id and r.status = 'pending' and due.so_far <= ${untaken}::bigint
    ), rest as (
      update refunds r set amount = due.so_far - ${untaken}::bigint, updated_at = ${at}
      from due
      where r.id = due.id and r.status = 'pending' and due.so_far > ${untaken}::bigint and due.so_far - due.amount < ${untaken}::bigint
      returning r.*, due.amount - r.amount as left_out
    )
    insert into refunds (id, order_id, payment_id, amount, currency, reason, status, failure_message, idempotency_key, requested_by, created_at, updated_at)
    select ${v7()}::uuid, order_id, payment_id, left_out, currency, reason, 'dropped', ${notTaken}, ${partOf(sql`idempotency_key`)} || ${v7()},
      requested_by, created_at, ${at}
    from rest`.execute(tx);
}
const notTaken = "It was not taken in the first place.";
/** How the keys of parts begin that were taken off a refund. */
const partOf = (key: RawBuilder<unknown>) => sql`${key} || ':untaken:'`;

/** Notes that the provider was asked about refunds that are still pending. */
export async function markTried(db: Db, paymentId: string, at: Date) {
  await sql`
    update refunds set updated_at = ${at} where payment_id = ${paymentId}::uuid and status = 'pending'`.execute(db);
}
