import { sql } from "kysely";
import type { PaymentProvider, PaymentStatus } from "#contract/payments.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { Client, EventKind, GatewayEvent } from "./gateway.ts";
import type { LedgerEntry, Standing } from "./machine.ts";

export interface PaymentRow {
  id: string;
  order_id: string;
  order_number: number;
  provider: PaymentProvider;
  /** Null until the provider has answered. */
  psp_reference: string | null;
  amount: number;
  currency: string;
  status: PaymentStatus;
  authorized_amount: number;
  captured_amount: number;
  refunded_amount: number;
  failure_message: string | null;
  client: Client;
  /** What the provider is still to be told. */
  wanted: "capture" | "cancel" | null;
  created_at: string;
}
export interface NewEvent extends GatewayEvent {
  paymentId: string;
  provider: string;
  reference: string;
}

const columns = sql`id, order_id, order_number, provider, psp_reference, amount, currency, status, authorized_amount, captured_amount,
  refunded_amount, failure_message, client, wanted, created_at`;

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

/** One payment. */
export async function findPayment(db: Db | Tx, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`select ${columns} from payments where id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Payments that wait since before `before`: without a word of their provider, or with one still to be told to it. */
export async function listSilent(db: Db, before: Date, remote: string[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns}
    from payments
    where updated_at < ${before} and (status = 'processing'
        or provider = any(${remote}::text[]) and (wanted is not null or status in ('created', 'requires_action')))
      or provider = any(${remote}::text[]) and id in (
        select payment_id from refunds where status = 'pending' and updated_at < ${before})
    order by updated_at
    limit 200`.execute(db);
  return rows;
}

/** Payments of an order that their provider may know more about than we do. */
export async function listOpen(db: Db, orderId: string): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns}
    from payments
    where order_id = ${orderId}::uuid and status in ('created', 'requires_action', 'processing')`.execute(db);
  return rows;
}

/** Keeps what a provider answered to an attempt begun before; false when that was kept already. */
export async function writeAnswer(
  tx: Tx,
  id: string,
  { reference, client, status, at }: { reference: string; client: Client; status: PaymentStatus; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update payments
    set psp_reference = ${reference}, client = ${JSON.stringify(client)}::jsonb, updated_at = ${at},
      status = case when status = 'created' then ${status} else status end
    where id = ${id}::uuid and psp_reference is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Notes what the provider is to be told, or that it was. */
export async function writeWanted(tx: Tx, id: string, wanted: PaymentRow["wanted"], at: Date) {
  await sql`update payments set wanted = ${wanted}, updated_at = ${at} where id = ${id}::uuid`.execute(tx);
}

/** Notes that a payment was asked about, so that the others have their turn. */
export async function markAsked(db: Db, id: string, at: Date) {
  await sql`update payments set updated_at = ${at} where id = ${id}::uuid`.execute(db);
}

/** Keeps a new attempt as it stands after the provider's first answer. Throws on `payments_one_live`. */
export async function insertPayment(
  tx: Tx,
  payment: Omit<
    PaymentRow,
    "authorized_amount" | "captured_amount" | "refunded_amount" | "failure_message" | "wanted"
  > & {
    failure?: { code: string; message: string } | undefined;
  },
  standing: Standing,
): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    insert into payments (id, order_id, order_number, provider, psp_reference, amount, currency, status, authorized_amount, captured_amount,
      refunded_amount, failure_code, failure_message, client, created_at, updated_at)
    values (${payment.id}, ${payment.order_id}, ${payment.order_number}, ${payment.provider}, ${payment.psp_reference}, ${payment.amount}, ${payment.currency},
      ${standing.status}, ${standing.authorized}, ${standing.captured}, ${standing.refunded}, ${payment.failure?.code ?? null},
      ${payment.failure?.message ?? null}, ${JSON.stringify(payment.client)}::jsonb, ${payment.created_at}, ${payment.created_at})
    returning ${columns}`.execute(tx);
  return rows[0] as PaymentRow;
}

/** Adds to the ledger what is not in it yet, and returns that. The provider may tell one thing many times. */
export async function insertEvents(tx: Tx, events: NewEvent[]): Promise<{ object_ref: string; kind: EventKind }[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<{ object_ref: string; kind: EventKind }>`
    insert into payment_events (payment_id, provider, psp_reference, object_ref, kind, amount, currency, provider_event_at)
    select * from unnest(${events.map((event) => event.paymentId)}::uuid[], ${events.map((event) => event.provider)}::text[],
      ${events.map((event) => event.reference)}::text[], ${events.map((event) => event.objectRef)}::text[],
      ${events.map((event) => event.kind)}::text[], ${events.map((event) => event.amount)}::bigint[],
      ${events.map((event) => event.currency)}::text[], ${events.map((event) => event.at.toISOString())}::timestamptz[])
    on conflict (provider, object_ref, kind) do nothing
    returning object_ref, kind`.execute(tx);
  return rows;
}

/** Everything the providers told about some payments. */
export async function listEvents(tx: Db | Tx, paymentIds: string[]): Promise<(LedgerEntry & { payment_id: string })[]> {
  const { rows } = await sql<LedgerEntry & { payment_id: string }>`
    select payment_id, object_ref, kind, amount
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
      failure_message = coalesce(${failure?.message ?? null}, failure_message), updated_at = ${at},
      wanted = case when ${status} in ('created', 'requires_action', 'processing', 'authorized', 'expired') then wanted end
    where id = ${id}::uuid`.execute(tx);
}

export interface PaymentSums {
  /** Promised and neither taken nor given up. */
  authorized: number;
  captured: number;
  refunded: number;
  /** On its way back: kept out of what is still there, and not yet counted as refunded. */
  returning: number;
  /** A promise was let go. */
  voided: boolean;
  processing: boolean;
  disputed: boolean;
  /** What was promised and less of it taken, as some of it was owed no more by then. */
  waived: number;
  /** Something was taken that is not what was asked for, in amount or currency. */
  mismatched: boolean;
}

/** Of a payment `p` that was taken in part: as much of the rest as was to be returned of it, and then never was taken. */
const waived = sql`
  select case when p.captured_amount = 0 then 0
    else least(greatest(p.amount - p.captured_amount, 0), coalesce(sum(r.amount), 0)) end as waived
  from refunds r
  where r.payment_id = p.id and r.status = 'dropped'`;

/** What all attempts to pay an order come to, in minor units. */
export async function sumPayments(db: Db | Tx, orderId: string): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select coalesce(sum(p.authorized_amount) filter (where p.status = 'authorized' and p.wanted is distinct from 'cancel'), 0)::int8 as authorized,
      coalesce(sum(p.captured_amount), 0)::int8 as captured,
      coalesce(sum(p.refunded_amount), 0)::int8 as refunded,
      coalesce(sum((select sum(r.amount) from refunds r where r.payment_id = p.id and r.status = 'pending'))
        filter (where p.captured_amount > 0), 0)::int8 as returning,
      coalesce(bool_or(p.status = 'voided' and p.authorized_amount > 0), false) as voided,
      coalesce(bool_or(p.status in ('created', 'processing')), false) as processing,
      coalesce(bool_or(p.status = 'disputed'), false) as disputed,
      coalesce(sum(w.waived), 0)::int8 as waived,
      coalesce(bool_or(p.captured_amount > p.refunded_amount and (p.captured_amount <> p.amount - w.waived or exists (
        select 1 from payment_events e where e.payment_id = p.id and e.currency <> p.currency))), false) as mismatched
    from payments p
    cross join lateral (${waived}) w
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

export interface PaymentTotals {
  order_id: string;
  captured: number;
  refunded: number;
  waived: number;
  /** Taken, neither returned nor on its way back, and not disputed. */
  kept: number;
  /** Attempts that may still be paid. */
  live: number;
}

/** Payments of many orders, for the proof of the books. */
export async function listTotals(db: Db | Tx): Promise<PaymentTotals[]> {
  const { rows } = await sql<PaymentTotals>`
    select p.order_id, sum(p.captured_amount)::int8 as captured, sum(p.refunded_amount)::int8 as refunded,
      sum(w.waived)::int8 as waived,
      coalesce(sum(p.captured_amount - p.refunded_amount
        - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status = 'pending'))
        filter (where p.captured_amount > 0 and p.status <> 'disputed'), 0)::int8 as kept,
      count(*) filter (where p.status in ('created', 'requires_action', 'processing', 'authorized')
        and p.wanted is distinct from 'cancel')::int as live
    from payments p
    cross join lateral (${waived}) w
    group by p.order_id`.execute(db);
  return rows;
}

/** Payments whose sums are not those of their events, and refunds without the event that proves them. */
export async function listCrooked(db: Db | Tx) {
  const { rows } = await sql<{
    check: "captured" | "refunded" | "unproven_refund";
    id: string;
    order_id: string;
    name: string;
    expected: number;
    found: number;
    problem: string;
  }>`
    with moved as (
      select payment_id, sum(amount) filter (where kind = 'capture') as captured,
        sum(amount) filter (where kind = 'chargeback_lost' or kind = 'refund' and not exists (
          select from payment_events f where f.kind = 'refund_fail' and f.provider = e.provider and f.object_ref = e.object_ref)) as refunded
      from payment_events e
      group by payment_id
    )
    select c.check, p.id, p.order_id, p.order_number::text as name, c.expected::int8 as expected, c.found,
      c.check || ' ' || c.found || ' but events say ' || c.expected as problem
    from payments p
    left join moved m on m.payment_id = p.id
    cross join lateral (values ('captured', coalesce(m.captured, 0), p.captured_amount),
      ('refunded', least(coalesce(m.captured, 0), coalesce(m.refunded, 0)), p.refunded_amount)) as c ("check", expected, found)
    where c.expected <> c.found
    union all
    select 'unproven_refund', r.payment_id, p.order_id, p.order_number::text, 0, r.amount, 'refund ' || r.id || ' of ' || r.amount || ' is said to be done, but no event says so'
    from refunds r
    join payments p on p.id = r.payment_id
    where r.status = 'succeeded' and not exists (
      select from payment_events e where e.payment_id = r.payment_id and e.kind = 'refund' and e.object_ref = r.psp_reference and e.amount = r.amount)`.execute(
    db,
  );
  return rows;
}
