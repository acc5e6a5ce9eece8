import { sql } from "kysely";
import type { PaymentProvider, PaymentStatus } from "#contract/payments.ts";
import type { Client, EventKind, GatewayEvent } from "#server/payments/gateways/gateway.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { LedgerEntry, PaymentTotalsAndStatus } from "./payment-status.ts";

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
  /** Since when it is cancelled: its authorization is voided, and whatever is captured of it is refunded. */
  cancelled_at: string | null;
  created_at: string;
}
export interface NewEvent extends GatewayEvent {
  paymentId: string;
  provider: string;
  reference: string;
}

const columns = sql`id, order_id, order_number, provider, psp_reference, amount, currency, status, authorized_amount, captured_amount,
  refunded_amount, failure_message, client, wanted, cancelled_at, created_at`;

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

/**
 * Payments that wait since before `before`: without a word of their provider, or with one still to be told to it. One
 * begun `failedAfter` that failed is among them, as it may have been tried again.
 */
export async function listSilent(
  db: Db,
  { before, failedAfter }: { before: Date; failedAfter: Date },
  remote: string[],
  limit: number,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns}
    from payments
    where id in (
        select id
        from payments
        where (wanted is not null or status in ('created', 'requires_action', 'processing')) and updated_at < ${before}
        union
        select id from payments where status = 'failed' and created_at > ${failedAfter} and updated_at < ${before}
        union
        select payment_id from refunds where status = 'pending' and updated_at < ${before})
      and (status = 'processing' or provider = any(${remote}::text[]))
    order by updated_at
    limit ${limit}`.execute(db);
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

/** Notes that a provider was told what it was to be told, unless something else is wanted by now. */
export async function writeTold(tx: Tx, id: string, told: "capture" | "cancel", at: Date) {
  await sql`
    update payments set wanted = null, updated_at = ${at}
    where id = ${id}::uuid and wanted = ${told}`.execute(tx);
}

/** Cancels payments: an authorization of them is voided, and what is captured of them is refunded. */
export async function markCancelled(tx: Tx, ids: string[], at: Date) {
  await sql`
    update payments set cancelled_at = ${at}
    where id = any(${ids}::uuid[]) and cancelled_at is null and (captured_amount > 0 or status = 'authorized')`.execute(
    tx,
  );
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
    "authorized_amount" | "captured_amount" | "refunded_amount" | "failure_message" | "wanted" | "cancelled_at"
  > & {
    failure?: { code: string; message: string } | undefined;
  },
  standing: Omit<PaymentTotalsAndStatus, "chargedBack">,
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

/** An event that was not known before. */
export interface InsertedEvent {
  id: number;
  payment_id: string;
  object_ref: string;
  kind: EventKind;
}

/** Adds events that are not known yet, and returns those. A provider may report one of them many times. */
export async function insertEvents(tx: Tx, events: NewEvent[]): Promise<InsertedEvent[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<InsertedEvent>`
    insert into payment_events (payment_id, provider, psp_reference, object_ref, kind, amount, currency, provider_event_at)
    select * from unnest(${events.map((event) => event.paymentId)}::uuid[], ${events.map((event) => event.provider)}::text[],
      ${events.map((event) => event.reference)}::text[], ${events.map((event) => event.objectRef)}::text[],
      ${events.map((event) => event.kind)}::text[], ${events.map((event) => event.amount)}::bigint[],
      ${events.map((event) => event.currency)}::text[], ${events.map((event) => event.at.toISOString())}::timestamptz[])
    on conflict (provider, object_ref, kind) do nothing
    returning id, payment_id, object_ref, kind`.execute(tx);
  return rows;
}

/** Everything the providers reported about some payments. */
export async function listEvents(
  tx: Db | Tx,
  paymentIds: string[],
): Promise<(LedgerEntry & { id: number; payment_id: string })[]> {
  const { rows } = await sql<LedgerEntry & { id: number; payment_id: string }>`
    select id, payment_id, object_ref, kind, amount
    from payment_events
    where payment_id = any(${paymentIds}::uuid[])
    order by id`.execute(tx);
  return rows;
}

/** Writes where a payment stands now. */
export async function updateTotalsAndStatus(
  tx: Tx,
  id: string,
  { status, authorized, captured, refunded }: Omit<PaymentTotalsAndStatus, "chargedBack">,
  failure: { code: string; message: string } | undefined,
  at: Date,
) {
  await sql`
    update payments
    set status = ${status}, authorized_amount = ${authorized}, captured_amount = ${captured}, refunded_amount = ${refunded},
      failure_code = coalesce(${failure?.code ?? null}, failure_code),
      failure_message = coalesce(${failure?.message ?? null}, failure_message), updated_at = ${at},
      wanted = case when ${status} in ('created', 'requires_action', 'processing', 'authorized', 'failed', 'expired') then wanted end
    where id = ${id}::uuid`.execute(tx);
}

/** How refunds of the shop's own accord begin their keys: nobody decided them about the sale. */
export const ownAccord = "shop:";
