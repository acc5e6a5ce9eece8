import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { ownAccord } from "./payments.sql.ts";

// What payments come to: of an order, of a day, of all of them, and held against their events.

export interface PaymentSums {
  /** Promised and neither taken nor given up. */
  authorized: number;
  captured: number;
  /** The same of what the shop did not give up: taken for the order, whatever became of it since. */
  earned: number;
  refunded: number;
  /** On its way back: kept out of what is still there, and not yet counted as refunded. */
  returning: number;
  /** What is to be taken less of what is promised. */
  lessened: number;
  /** Of what is still there, disputed or not, what the shop gave up: no order lives again on it. */
  forgone: number;
  /** Some of that could be sent back and has not been yet, nor was it declined. */
  unreturned: boolean;
  /** What was returned, here or at a provider, or taken less, of what the order keeps: it is owed no more. */
  returned: number;
  /** A promise was let go. */
  voided: boolean;
  processing: boolean;
  /** The oldest attempt its provider has not answered. */
  unanswered_since: string | null;
  disputed: boolean;
  /** Of what is still there, what is disputed: it can't be sent back. */
  contested: number;
  /** What was promised and less of it taken, as some of it was owed no more by then. */
  waived: number;
  /** Something was taken or promised that is not what was asked for, in amount or currency. */
  mismatched: boolean;
  /** Something came that is not in the currency asked for. */
  in_other_currency: boolean;
}

/**
 * Of a payment `p` that was taken in part, or a promise that lapsed: as much of the rest as was to be returned of it, and
 * then never was taken.
 */
const waived = sql`
  select case when p.captured_amount = 0 and (p.status <> 'voided' or p.given_up_at is not null) then 0
    else least(greatest(p.amount - p.captured_amount, 0), coalesce(sum(r.amount), 0)) end as waived
  from refunds r
  where r.payment_id = p.id and r.status = 'dropped'`;

const otherCurrency = sql`exists (select from payment_events e where e.payment_id = p.id and e.currency <> p.currency)`;

/**
 * Of a payment `p`: what is on its way back, what is still here, what people returned, here or at its provider, and whether
 * a return by itself failed. What a bank took in a dispute nobody returned.
 */
const refundSums = sql`
  select coalesce(sum(r.amount) filter (where r.status = 'pending'), 0) as pending,
    greatest(0, p.captured_amount - p.refunded_amount - coalesce(sum(r.amount) filter (where r.status = 'pending'), 0)) as here,
    coalesce(sum(r.amount) filter (where r.status <> 'failed' and not starts_with(r.idempotency_key, ${ownAccord})), 0)
      + greatest(0, p.refunded_amount - coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0)
        - (select coalesce(sum(e.amount), 0) from payment_events e where e.payment_id = p.id and e.kind = 'chargeback_lost')) as returned,
    coalesce(bool_or(r.status = 'failed' and starts_with(r.idempotency_key, ${ownAccord})), false) as declined
  from refunds r
  where r.payment_id = p.id`;

/** What all attempts to pay an order come to, in minor units. */
export async function sumPayments(db: Db | Tx, orderId: string): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select coalesce(sum(p.authorized_amount) filter (where p.status = 'authorized' and p.wanted is distinct from 'cancel'), 0)::int8 as authorized,
      coalesce(sum(p.captured_amount), 0)::int8 as captured,
      coalesce(sum(p.captured_amount) filter (where p.given_up_at is null), 0)::int8 as earned,
      coalesce(sum(p.refunded_amount), 0)::int8 as refunded,
      coalesce(sum(r.pending) filter (where p.captured_amount > 0), 0)::int8 as returning,
      coalesce(bool_or(p.status = 'voided' and p.authorized_amount > 0), false) as voided,
      coalesce(sum(r.pending) filter (where p.status = 'authorized' and p.wanted is distinct from 'cancel'), 0)::int8 as lessened,
      coalesce(sum(r.here) filter (where p.given_up_at is not null), 0)::int8 as forgone,
      coalesce(bool_or(r.here > 0 and p.status <> 'disputed' and not r.declined) filter (where p.given_up_at is not null), false) as unreturned,
      coalesce(sum(r.returned) filter (where p.given_up_at is null or p.captured_amount = 0), 0)::int8 as returned,
      coalesce(bool_or(p.status = 'processing'), false) as processing,
      min(p.created_at) filter (where p.status = 'created') as unanswered_since,
      coalesce(bool_or(p.status = 'disputed'), false) as disputed,
      coalesce(sum(r.here) filter (where p.status = 'disputed'), 0)::int8 as contested,
      coalesce(sum(w.waived), 0)::int8 as waived,
      coalesce(bool_or(p.given_up_at is null and (p.captured_amount > p.refunded_amount
          and (p.captured_amount <> p.amount - w.waived or ${otherCurrency})
        or p.status = 'authorized' and p.wanted is distinct from 'cancel'
          and (p.authorized_amount <> p.amount or ${otherCurrency}))), false) as mismatched,
      coalesce(bool_or(${otherCurrency}), false) as in_other_currency
    from payments p
    cross join lateral (${waived}) w
    cross join lateral (${refundSums}) r
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
  /** Promised now, and ever. */
  authorized: number;
  promised: number;
  voided: boolean;
  disputed: boolean;
  /** Providers know all that was decided. */
  is_told: boolean;
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
        and p.wanted is distinct from 'cancel')::int as live,
      coalesce(sum(p.authorized_amount) filter (where p.status = 'authorized' and p.wanted is distinct from 'cancel'), 0)::int8 as authorized,
      sum(p.authorized_amount)::int8 as promised, bool_or(p.status = 'voided' and p.authorized_amount > 0) as voided,
      bool_or(p.status = 'disputed') as disputed, bool_and(p.wanted is null) as is_told
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
