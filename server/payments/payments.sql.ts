import { sql } from "kysely";
import type { PaymentProvider, PaymentStatus } from "#contract/payments.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { GatewayEvent } from "./gateway.ts";
import type { LedgerEntry, Standing } from "./machine.ts";

export interface PaymentRow {
  id: string;
  order_id: string;
  provider: PaymentProvider;
  psp_reference: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  authorized_amount: number;
  captured_amount: number;
  refunded_amount: number;
  failure_message: string | null;
  client_token: string | null;
  created_at: string;
}
export interface NewEvent extends GatewayEvent {
  paymentId: string;
  provider: string;
  reference: string;
}

const columns = sql`id, order_id, provider, psp_reference, amount, currency, status, authorized_amount, captured_amount,
  refunded_amount, failure_message, client_token, created_at`;

/** All attempts to pay an order, oldest first. */
export async function listPayments(db: Db | Tx, orderId: string): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns}
    from payments
    where order_id = ${orderId}::uuid
    order by created_at, id`.execute(db);
  return rows;
}

/** The same, locked until the transaction ends. */
export async function lockPayments(tx: Tx, orderId: string): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns}
    from payments
    where order_id = ${orderId}::uuid
    order by created_at, id
    for no key update`.execute(tx);
  return rows;
}

/** The payment a provider knows by this reference. */
export async function findByReference(db: Db | Tx, provider: string, reference: string) {
  const { rows } = await sql<PaymentRow>`
    select ${columns}
    from payments
    where provider = ${provider} and psp_reference = ${reference}`.execute(db);
  return rows[0];
}

/** Payments their provider has worked on since before `before` without a word. */
export async function listSilent(db: Db, before: Date): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns}
    from payments
    where status in ('created', 'processing') and updated_at < ${before}
    order by updated_at
    limit 100`.execute(db);
  return rows;
}

/** Keeps a new attempt as it stands after the provider's first answer. Throws on `payments_one_live`. */
export async function insertPayment(
  tx: Tx,
  payment: Omit<PaymentRow, "authorized_amount" | "captured_amount" | "refunded_amount" | "failure_message"> & {
    failure?: { code: string; message: string } | undefined;
  },
  standing: Standing,
): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    insert into payments (id, order_id, provider, psp_reference, amount, currency, status, authorized_amount, captured_amount,
      refunded_amount, failure_code, failure_message, client_token, created_at, updated_at)
    values (${payment.id}, ${payment.order_id}, ${payment.provider}, ${payment.psp_reference}, ${payment.amount}, ${payment.currency},
      ${standing.status}, ${standing.authorized}, ${standing.captured}, ${standing.refunded}, ${payment.failure?.code ?? null},
      ${payment.failure?.message ?? null}, ${payment.client_token}, ${payment.created_at}, ${payment.created_at})
    returning ${columns}`.execute(tx);
  return rows[0] as PaymentRow;
}

/** Adds to the ledger what is not in it yet; returns how much was new. The provider may tell one thing many times. */
export async function insertEvents(tx: Tx, events: NewEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { rows } = await sql`
    insert into payment_events (payment_id, provider, psp_reference, object_ref, kind, amount, currency, provider_event_at)
    select * from unnest(${events.map((event) => event.paymentId)}::uuid[], ${events.map((event) => event.provider)}::text[],
      ${events.map((event) => event.reference)}::text[], ${events.map((event) => event.objectRef)}::text[],
      ${events.map((event) => event.kind)}::text[], ${events.map((event) => event.amount)}::bigint[],
      ${events.map((event) => event.currency)}::text[], ${events.map((event) => event.at.toISOString())}::timestamptz[])
    on conflict (provider, object_ref, kind) do nothing
    returning 1`.execute(tx);
  return rows.length;
}

/** Everything the providers told about some payments. */
export async function listEvents(tx: Db | Tx, paymentIds: string[]): Promise<(LedgerEntry & { payment_id: string })[]> {
  const { rows } = await sql<LedgerEntry & { payment_id: string }>`
    select payment_id, object_ref, kind, amount, provider_event_at
    from payment_events
    where payment_id = any(${paymentIds}::uuid[])
    order by id`.execute(tx);
  return rows;
}

/** Writes where a payment stands now. */
export async function writeStanding(
  tx: Tx,
  id: string,
  { status, authorized, captured, refunded }: Standing,
  failure: { code: string; message: string } | undefined,
  at: Date,
) {
  await sql`
    update payments
    set status = ${status}, authorized_amount = ${authorized}, captured_amount = ${captured}, refunded_amount = ${refunded},
      failure_code = coalesce(${failure?.code ?? null}, failure_code),
      failure_message = coalesce(${failure?.message ?? null}, failure_message), updated_at = ${at}
    where id = ${id}::uuid`.execute(tx);
}

export interface PaymentSums {
  /** Promised and neither taken nor given up. */
  authorized: number;
  captured: number;
  refunded: number;
  voided: boolean;
  processing: boolean;
  disputed: boolean;
  /** Something was taken that is not what was asked for, in amount or currency. */
  mismatched: boolean;
}

/** What all attempts to pay an order come to, in minor units. */
export async function sumPayments(db: Db | Tx, orderId: string): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select coalesce(sum(p.authorized_amount) filter (where p.status = 'authorized'), 0)::int8 as authorized,
      coalesce(sum(p.captured_amount), 0)::int8 as captured,
      coalesce(sum(p.refunded_amount), 0)::int8 as refunded,
      coalesce(bool_or(p.status = 'voided'), false) as voided,
      coalesce(bool_or(p.status in ('created', 'processing')), false) as processing,
      coalesce(bool_or(p.status = 'disputed'), false) as disputed,
      coalesce(bool_or(p.captured_amount > p.refunded_amount and (p.captured_amount <> p.amount or exists (
        select 1 from payment_events e where e.payment_id = p.id and e.currency <> p.currency))), false) as mismatched
    from payments p
    where p.order_id = ${orderId}::uuid`.execute(db);
  return rows[0] as PaymentSums;
}

/** Money that came in less money that went back, by day of the shop's time zone; days without are missing. */
export async function listNetByDay(db: Db, from: string, to: string, timezone: string) {
  const { rows } = await sql<{ day: string; net: number }>`
    select to_char(provider_event_at at time zone ${timezone}, 'YYYY-MM-DD') as day,
      sum(case kind when 'capture' then amount when 'refund_fail' then amount when 'chargeback_won' then amount else -amount end)::int8 as net
    from payment_events
    where kind in ('capture', 'refund', 'refund_fail', 'chargeback', 'chargeback_won')
      and provider_event_at >= ${from}::timestamp at time zone ${timezone}
      and provider_event_at < (${to}::date + 1)::timestamp at time zone ${timezone}
    group by 1`.execute(db);
  return rows;
}

/** Payments of many orders, for the proof of the books. */
export async function listTotals(db: Db | Tx) {
  const { rows } = await sql<{ order_id: string; captured: number; refunded: number; live: number }>`
    select order_id, sum(captured_amount)::int8 as captured, sum(refunded_amount)::int8 as refunded,
      count(*) filter (where status in ('created', 'requires_action', 'processing', 'authorized'))::int as live
    from payments
    group by order_id`.execute(db);
  return rows;
}

/** Payments whose sums are not those of their events. */
export async function listCrooked(db: Db | Tx) {
  const { rows } = await sql<{ id: string; problem: string }>`
    select p.id, 'captured ' || p.captured_amount || ', refunded ' || p.refunded_amount || ' but events say '
      || coalesce(e.captured, 0) || ' and ' || coalesce(e.refunded, 0) as problem
    from payments p
    left join (
      select payment_id, sum(amount) filter (where kind = 'capture') as captured,
        coalesce(sum(amount) filter (where kind = 'refund'), 0) - coalesce(sum(amount) filter (where kind = 'refund_fail'), 0) as refunded
      from payment_events
      group by payment_id
    ) e on e.payment_id = p.id
    where p.captured_amount <> coalesce(e.captured, 0) or p.refunded_amount <> least(coalesce(e.captured, 0), coalesce(e.refunded, 0))`.execute(
    db,
  );
  return rows;
}
