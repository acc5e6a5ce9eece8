import { sql } from "kysely";
import { type Db, getRow, listRows, type Tx } from "#server/platform/database/database.ts";
import { automaticRefundPrefix } from "./payments.sql.ts";

/** State of an order's payments that is not in its ledger, in minor units. */
export interface PaymentFunds {
  /** Authorized and neither captured nor being voided. */
  authorized: number;
  /** What will be captured less than that. */
  capture_reduction: number;
  /** Refunds of captured money that the provider has not confirmed. */
  pending_refunds: number;
  /** Captured by cancelled payments and not being refunded. */
  cancelled_funds: number;
  /** Captured by disputed payments and not being refunded. */
  disputed_funds: number;
  /** Refunded at the provider and not by the shop, of payments that are not cancelled. */
  provider_refunds: number;
  /** Some of `cancelled_funds` can be refunded, and it was not tried yet. */
  has_refunds_due: boolean;
  is_voided: boolean;
  /** How many authorizations were voided or expired. */
  voided_payments: number;
  is_disputed: boolean;
  is_processing: boolean;
  /** A captured or authorized amount or currency differs from the requested one. */
  is_mismatched: boolean;
  in_other_currency: boolean;
  /** Creation of the oldest payment that its provider has not answered. */
  unanswered_since: string | null;
  /** The latest event of a payment other than a refund, which the shop makes itself: what it caused is alerted once. */
  latest_event: number | null;
}

const otherCurrency = sql`exists (
  select
  from payment_events e
  where e.payment_id = p.id and e.currency <> p.currency)`;

/** Of a payment `p`: pending and cancelled refunds, what is left, refunds at the provider, failed automatic ones. */
const refundSums = sql`
  select coalesce(sum(r.amount) filter (where r.status = 'pending'), 0) as pending,
    coalesce(sum(r.amount) filter (where r.status = 'cancelled'), 0) as cancelled,
    greatest(0, p.captured_amount - p.refunded_amount
      - coalesce(sum(r.amount) filter (where r.status = 'pending'), 0)) as held,
    greatest(0, p.refunded_amount - coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) - (
      select coalesce(sum(e.amount), 0)
      from payment_events e
      where e.payment_id = p.id and e.kind = 'chargeback_lost')) as at_provider,
    coalesce(bool_or(r.status = 'failed'
      and starts_with(r.idempotency_key, ${automaticRefundPrefix})), false) as has_failed,
    (select max(e.id) from payment_events e where e.payment_id = p.id and e.kind <> 'refund') as latest_event
  from refunds r
  where r.payment_id = p.id`;

const isAuthorized = sql`p.status = 'authorized' and p.requested_action is distinct from 'cancel'`;

/** The funds of an order's payments. */
export const findFunds = (db: Db | Tx, orderId: string) =>
  getRow<PaymentFunds>(db)`
    select coalesce(sum(p.authorized_amount) filter (where ${isAuthorized}), 0)::int8 as authorized,
      coalesce(sum(r.pending) filter (where ${isAuthorized}), 0)::int8 as capture_reduction,
      coalesce(sum(r.pending) filter (where p.captured_amount > 0), 0)::int8 as pending_refunds,
      coalesce(sum(r.held) filter (where p.cancelled_at is not null), 0)::int8 as cancelled_funds,
      coalesce(sum(r.held) filter (where p.status = 'disputed'), 0)::int8 as disputed_funds,
      coalesce(sum(r.at_provider) filter (where p.cancelled_at is null), 0)::int8 as provider_refunds,
      coalesce(bool_or(r.held > 0 and p.status <> 'disputed' and not r.has_failed)
        filter (where p.cancelled_at is not null), false) as has_refunds_due,
      coalesce(bool_or(p.status = 'voided' and p.authorized_amount > 0), false) as is_voided,
      (count(*) filter (where p.status = 'voided'))::int as voided_payments,
      coalesce(bool_or(p.status = 'disputed'), false) as is_disputed,
      coalesce(bool_or(p.status = 'processing'), false) as is_processing,
      coalesce(bool_or(p.cancelled_at is null and (
        p.captured_amount > p.refunded_amount
          and (p.captured_amount not between p.amount - r.cancelled and p.amount or ${otherCurrency})
        or ${isAuthorized} and (p.authorized_amount <> p.amount or ${otherCurrency}))), false) as is_mismatched,
      coalesce(bool_or(${otherCurrency}), false) as in_other_currency,
      min(p.created_at) filter (where p.status = 'created') as unanswered_since,
      max(r.latest_event) as latest_event
    from payments p
    cross join lateral (${refundSums}) r
    where p.order_id = ${orderId}::uuid`;

/** Totals of an order's payments, in minor units. */
export interface PaymentTotals {
  order_id: string;
  captured: number;
  refunded: number;
  /** Captured, neither refunded nor being refunded, and not disputed. */
  retained: number;
  /** Number of payments that may still succeed. */
  open: number;
  /** Authorized now, and ever. */
  authorized: number;
  ever_authorized: number;
  is_voided: boolean;
  is_disputed: boolean;
  /** Nothing is left to request from providers. */
  is_synced: boolean;
}

/** The payment totals of every order. */
export const listTotals = (db: Db | Tx) =>
  listRows<PaymentTotals>(db)`
    select p.order_id, sum(p.captured_amount)::int8 as captured, sum(p.refunded_amount)::int8 as refunded,
      coalesce(sum(p.captured_amount - p.refunded_amount - (
        select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status = 'pending'))
        filter (where p.captured_amount > 0 and p.status <> 'disputed'), 0)::int8 as retained,
      count(*) filter (where p.status in ('created', 'requires_action', 'processing', 'authorized')
        and p.requested_action is distinct from 'cancel')::int as open,
      coalesce(sum(p.authorized_amount) filter (where ${isAuthorized}), 0)::int8 as authorized,
      sum(p.authorized_amount)::int8 as ever_authorized,
      bool_or(p.status = 'voided' and p.authorized_amount > 0) as is_voided,
      bool_or(p.status = 'disputed') as is_disputed,
      bool_and(p.requested_action is null) as is_synced
    from payments p
    group by p.order_id`;

/** Payments whose totals differ from their events, and succeeded refunds without an event. */
export const listInconsistentPayments = (db: Db | Tx) =>
  listRows<{
    check: "captured" | "refunded" | "unproven_refund";
    id: string;
    order_id: string;
    name: string;
    expected: number;
    found: number;
    problem: string;
  }>(db)`
    with moved as (
      select payment_id, sum(amount) filter (where kind = 'capture') as captured,
        sum(amount) filter (where kind = 'chargeback_lost' or kind = 'refund' and not exists (
          select
          from payment_events f
          where f.kind = 'refund_fail' and f.provider = e.provider and f.object_ref = e.object_ref)) as refunded
      from payment_events e
      group by payment_id
    )
    select c.check, p.id, p.order_id, p.order_number::text as name, c.expected::int8 as expected, c.found,
      c.check || ' ' || c.found || ' but events say ' || c.expected as problem
    from payments p
    left join moved m on m.payment_id = p.id
    cross join lateral (values
      ('captured', coalesce(m.captured, 0), p.captured_amount),
      ('refunded', least(coalesce(m.captured, 0), coalesce(m.refunded, 0)), p.refunded_amount)
    ) as c ("check", expected, found)
    where c.expected <> c.found
    union all
    select 'unproven_refund', r.payment_id, p.order_id, p.order_number::text, 0, r.amount,
      'refund ' || r.id || ' of ' || r.amount || ' has succeeded without an event'
    from refunds r
    join payments p on p.id = r.payment_id
    where r.status = 'succeeded' and not exists (
      select
      from payment_events e
      where e.payment_id = r.payment_id and e.kind = 'refund' and e.object_ref = r.psp_reference
        and e.amount = r.amount)`;

/** Number of payments and their events. */
export const countPayments = (db: Db | Tx) =>
  getRow<{ payments: number; events: number }>(db)`
    select (select count(*) from payments)::int as payments,
      (select count(*) from payment_events)::int as events`;
