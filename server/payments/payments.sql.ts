import { sql } from "kysely";
import { type Payment, type PaymentProvider, type PaymentStatus, sentByHand } from "#contract/payments.ts";
import type { Client, EventKind, GatewayEvent } from "#server/payments/gateways/gateway.ts";
import { type Db, findRow, getRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import type { PaymentTotalsAndStatus, RecordedEvent } from "./payment-status.ts";

export interface PaymentRow extends Omit<Payment, "payment_id" | "amount" | "redirect_url"> {
  id: string;
  order_number: number;
  /** Null until the provider has answered. */
  psp_reference: string | null;
  amount: number;
  currency: string;
  authorized_amount: number;
  captured_amount: number;
  refunded_amount: number;
  client: Client;
  /** What to request from the provider. */
  requested_action: "capture" | "cancel" | null;
  /** Of a cancelled payment the authorization is voided, and captures are refunded. */
  cancelled_at: string | null;
}
export interface NewEvent extends GatewayEvent {
  paymentId: string;
  provider: string;
  reference: string;
}

const columns = sql`id, order_id, order_number, provider, psp_reference, amount, currency, status, authorized_amount,
  captured_amount, refunded_amount, failure_message, client, requested_action, cancelled_at, created_at`;

/** The payments of an order, oldest first. */
export const listPayments = (db: Db | Tx, orderId: string) =>
  listRows<PaymentRow>(db)`
    select ${columns}
    from payments
    where order_id = ${orderId}::uuid
    order by created_at, id`;

export interface CaptureRow {
  provider: PaymentProvider;
  amount: number;
  /** When the first part arrived. */
  at: string;
}

/** What each payment of an order captured, oldest first; without cancelled payments, which are refunded. */
export const listCaptures = (db: Db | Tx, orderId: string) =>
  listRows<CaptureRow>(db)`
    select p.provider, sum(e.amount)::int8 as amount, min(e.provider_event_at) as at
    from payments p
    join payment_events e on e.payment_id = p.id and e.kind = 'capture'
    where p.order_id = ${orderId}::uuid and p.cancelled_at is null
    group by p.id
    order by at, p.id`;

export interface TransferRow {
  /** Of its event. */
  id: number;
  payment_id: string;
  order_number: number;
  amount: number;
  currency: string;
  /** `YYYY-MM-DD` */
  value_date: string | null;
  reference: string | null;
  recorded_at: string;
}

const receivedTransfers = sql`
    select e.id, e.payment_id, p.order_number, e.amount, e.currency, e.value_date::text, e.bank_reference as reference,
      e.provider_event_at as recorded_at
    from payment_events e
    join payments p on p.id = e.payment_id
    where e.provider = 'bank' and e.kind = 'capture'`;

/** The bank transfers received for an order, oldest first. */
export const listTransfers = (db: Db | Tx, orderId: string) =>
  listRows<TransferRow>(db)`
    ${receivedTransfers} and p.order_id = ${orderId}::uuid
    order by e.id`;

/** The bank transfers of a period, in the order they were recorded; days are those of the time zone. */
export const listTransfersForExport = (
  db: Db,
  { from = "-infinity", to = "infinity", timezone }: { from?: string; to?: string; timezone: string },
  after: number | null,
  limit: number,
) =>
  listRows<TransferRow>(db)`
    ${receivedTransfers} and (${after}::bigint is null or e.id > ${after})
      and coalesce(e.value_date, (e.provider_event_at at time zone ${timezone})::date)
        between ${from}::date and ${to}::date
    order by e.id
    limit ${limit}`;

export interface MovementRow {
  /** Of its event. */
  id: number;
  order_number: number;
  provider: PaymentProvider;
  kind: "capture" | "refund" | "refund_fail" | "chargeback" | "chargeback_won";
  /** Negative for what was paid back. */
  amount: number;
  currency: string;
  /** The provider's id of the payment, or what the payer of a bank transfer wrote. */
  reference: string | null;
  status: "done" | "to_be_sent";
  at: string;
}

/** What was paid and paid back in a period, in the order it was recorded; days are those of the time zone. */
export const listMovementsForExport = (
  db: Db,
  { from = "-infinity", to = "infinity", timezone }: { from?: string; to?: string; timezone: string },
  after: number | null,
  limit: number,
) =>
  listRows<MovementRow>(db)`
    select e.id, p.order_number, p.provider, e.kind, e.currency, e.provider_event_at as at,
      case when p.provider = any(${[...sentByHand]}::text[]) then e.bank_reference else p.psp_reference end as reference,
      case when e.kind = 'refund' and exists (
        select
        from refunds r
        where r.payment_id = e.payment_id and r.psp_reference = e.object_ref and r.status = 'succeeded'
          and r.sent_at is null and p.provider = any(${[...sentByHand]}::text[]))
        then 'to_be_sent' else 'done' end as status,
      case when e.kind in ('refund', 'chargeback') then -e.amount else e.amount end as amount
    from payment_events e
    join payments p on p.id = e.payment_id
    where e.kind in ('capture', 'refund', 'refund_fail', 'chargeback', 'chargeback_won') and e.amount > 0
      and e.provider_event_at >= ${from}::timestamp at time zone ${timezone}
      and e.provider_event_at < (${to}::timestamp + interval '1 day') at time zone ${timezone}
      and (${after}::bigint is null or e.id > ${after})
    order by e.id
    limit ${limit}`;

/** Deletes what payers wrote, which may name them. */
export const deleteBankReferences = (tx: Tx, orderIds: string[]) =>
  sql`
    update payment_events e
    set bank_reference = null
    from payments p
    where p.id = e.payment_id and p.order_id = any(${orderIds}::uuid[]) and e.bank_reference is not null`.execute(tx);

/** The payments of an order, locked, oldest first. */
export const lockPayments = (tx: Tx, orderId: string) =>
  listRows<PaymentRow>(tx)`
    select ${columns}
    from payments
    where order_id = ${orderId}::uuid
    order by created_at, id
    for no key update`;

export const findByReference = (db: Db | Tx, provider: string, reference: string) =>
  findRow<PaymentRow>(db)`
    select ${columns}
    from payments
    where provider = ${provider} and psp_reference = ${reference}`;

export const findPayment = (db: Db | Tx, id: string) =>
  findRow<PaymentRow>(db)`select ${columns} from payments where id = ${id}::uuid`;

/** Payments not updated since `before` with something to sync, and failed ones since `failedAfter`, maybe retried. */
export const listUnresolved = (
  db: Db,
  { before, failedAfter, authorizedBefore }: { before: Date; failedAfter: Date; authorizedBefore: Date },
  remote: string[],
  limit: number,
) =>
  listRows<PaymentRow>(db)`
    select ${columns}
    from payments
    where id in (
        select id
        from payments
        where (requested_action is not null or status in ('created', 'requires_action', 'processing'))
          and updated_at < ${before}
        union
        select id
        from payments
        where status = 'failed' and created_at > ${failedAfter} and updated_at < ${before}
        union
        select id
        from payments
        where status = 'authorized' and updated_at < ${authorizedBefore}
        union
        select payment_id
        from refunds
        where status = 'pending' and updated_at < ${before}
      )
      and (status = 'processing' or provider = any(${remote}::text[]))
    order by status = 'authorized' and requested_action is null, updated_at
    limit ${limit}`;

/** Payments authorized before an instant that are needed and whose capture was not requested yet. */
export const listUncaptured = (db: Db, authorizedBefore: Date, remote: string[]) =>
  listRows<PaymentRow>(db)`
    select ${columns}
    from payments p
    where status = 'authorized' and requested_action is null and cancelled_at is null and provider = any(${remote}::text[])
      and exists (
        select from payment_events e
        where e.payment_id = p.id and e.kind = 'auth' and e.provider_event_at < ${authorizedBefore})`;

/** Saves the provider's answer to a payment begun before; false if it was saved already. */
export const updateBegun = (
  tx: Tx,
  id: string,
  { reference, client, status, at }: { reference: string; client: Client; status: PaymentStatus; at: Date },
) =>
  isAffected(tx)`
    update payments
    set psp_reference = ${reference}, client = ${JSON.stringify(client)}::jsonb, updated_at = ${at},
      status = case when status = 'created' then ${status} else status end
    where id = ${id}::uuid and psp_reference is null`;

export const writeRequestedAction = (tx: Tx, id: string, action: "capture" | "cancel", at: Date) =>
  sql`
    update payments
    set requested_action = ${action}, updated_at = ${at}
    where id = ${id}::uuid`.execute(tx);

/** Clears the requested action; false if it has changed. */
export const clearRequestedAction = (tx: Tx, id: string, action: "capture" | "cancel", at: Date) =>
  isAffected(tx)`
    update payments
    set requested_action = null, updated_at = ${at}
    where id = ${id}::uuid and requested_action = ${action}`;

/** Marks captured and authorized payments as cancelled. */
export const markCancelled = (tx: Tx, ids: string[], at: Date) =>
  sql`
    update payments
    set cancelled_at = ${at}
    where id = any(${ids}::uuid[]) and cancelled_at is null
      and (captured_amount > 0 or status = 'authorized')`.execute(tx);

export const expirePayment = (tx: Tx, id: string, at: Date) =>
  sql`update payments set status = 'expired', updated_at = ${at} where id = ${id}::uuid`.execute(tx);

/** Moves a payment to the end of the queue of unresolved ones. */
export const touchPayment = (db: Db, id: string, at: Date) =>
  sql`update payments set updated_at = ${at} where id = ${id}::uuid`.execute(db);

export interface NewPayment
  extends Pick<
    PaymentRow,
    "id" | "order_id" | "order_number" | "provider" | "psp_reference" | "amount" | "currency" | "client" | "created_at"
  > {
  failure: { code: string; message: string } | undefined;
}

/** Inserts a payment. Fails on `payments_one_live`. */
export const insertPayment = (
  tx: Tx,
  payment: NewPayment,
  { status, authorized, captured, refunded }: PaymentTotalsAndStatus,
) =>
  getRow<PaymentRow>(tx)`
    insert into payments (id, order_id, order_number, provider, psp_reference, amount, currency, status,
      authorized_amount, captured_amount, refunded_amount, failure_code, failure_message, client, created_at,
      updated_at)
    values (${payment.id}, ${payment.order_id}, ${payment.order_number}, ${payment.provider}, ${payment.psp_reference},
      ${payment.amount}, ${payment.currency}, ${status}, ${authorized}, ${captured}, ${refunded},
      ${payment.failure?.code ?? null}, ${payment.failure?.message ?? null}, ${JSON.stringify(payment.client)}::jsonb,
      ${payment.created_at}, ${payment.created_at})
    returning ${columns}`;

export interface InsertedEvent {
  id: number;
  payment_id: string;
  object_ref: string;
  kind: EventKind;
  /** When it happened at the provider. */
  at: string;
}

/** Inserts events and returns the new ones; providers repeat events. */
export async function insertEvents(tx: Tx, events: NewEvent[]): Promise<InsertedEvent[]> {
  if (events.length === 0) return [];
  return listRows<InsertedEvent>(tx)`
    insert into payment_events (payment_id, provider, psp_reference, object_ref, kind, amount, currency,
      provider_event_at, value_date, bank_reference)
    select * from unnest(${events.map((event) => event.paymentId)}::uuid[],
      ${events.map((event) => event.provider)}::text[], ${events.map((event) => event.reference)}::text[],
      ${events.map((event) => event.objectRef)}::text[], ${events.map((event) => event.kind)}::text[],
      ${events.map((event) => event.amount)}::bigint[], ${events.map((event) => event.currency)}::text[],
      ${events.map((event) => event.at.toISOString())}::timestamptz[],
      ${events.map((event) => event.transfer?.value_date ?? null)}::date[],
      ${events.map((event) => event.transfer?.reference || null)}::text[])
    on conflict (provider, object_ref, kind) do nothing
    returning id, payment_id, object_ref, kind, provider_event_at as at`;
}

export const listEvents = (tx: Tx, paymentIds: string[]) =>
  listRows<RecordedEvent & { id: number; payment_id: string }>(tx)`
    select id, payment_id, object_ref, kind, amount
    from payment_events
    where payment_id = any(${paymentIds}::uuid[])
    order by id`;

/** Returns what stays requested of the provider: nothing once the payment has ended or was captured. */
export const updateTotalsAndStatus = (
  tx: Tx,
  id: string,
  { status, authorized, captured, refunded }: PaymentTotalsAndStatus,
  failure: { code: string; message: string } | undefined,
  at: Date,
) =>
  getRow<Pick<PaymentRow, "requested_action">>(tx)`
    update payments
    set status = ${status}, authorized_amount = ${authorized}, captured_amount = ${captured},
      refunded_amount = ${refunded}, failure_code = coalesce(${failure?.code ?? null}, failure_code),
      failure_message = coalesce(${failure?.message ?? null}, failure_message), updated_at = ${at},
      requested_action = case
        when ${status} in ('created', 'requires_action', 'processing', 'authorized', 'failed', 'expired')
        then requested_action
      end
    where id = ${id}::uuid
    returning requested_action`;

/** Prefix of the keys of refunds that nobody requested. */
export const automaticRefundPrefix = "shop:";
