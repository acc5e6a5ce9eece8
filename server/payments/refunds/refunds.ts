import { v7 as uuid } from "uuid";
import { splitOverPayments } from "#contract/orders/refund-split.ts";
import { isSentByHand, type Refund } from "#contract/payments.ts";
import { type GatewayReport, recordEvents } from "#server/payments/events.ts";
import { gatewayOf, isRemote } from "#server/payments/gateways/gateways.ts";
import {
  amountToCapture,
  canBeRetried,
  isAuthorized,
  isOpen,
  providerPayment,
  refundableOf,
} from "#server/payments/payment-state.ts";
import {
  automaticRefundPrefix,
  expirePayment,
  findPayment,
  lockPayments,
  markCancelled,
  type PaymentRow,
} from "#server/payments/payments.sql.ts";
import { schedulePaymentSync, syncPayment } from "#server/payments/provider-sync.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { formatMoney } from "#server/shop/shop.ts";
import type { RefundRow } from "./refunds.sql.ts";
import * as rows from "./refunds.sql.ts";

/** A request to refund part of an order, in minor units. Repeating a `key` returns the same refund. */
export interface RefundRequest {
  orderId: string;
  amount: number;
  reason: string;
  /** The administrator or customer who requested it; null for the shop. */
  requestedBy: number | null;
  key: string;
}

/**
 * Refunds part of what was paid for an order, or reduces its authorization: from one payment if one is enough, else from
 * several. The order must be locked. Throws `refund_too_much` above the refundable amount, `idempotency_mismatch` for a
 * key used with another amount. At remote providers refunds are pending until they are sent after the commit.
 */
export async function createRefund(app: App, tx: Tx, request: RefundRequest): Promise<Refund[]> {
  const earlier = await rows.listByKey(tx, request.orderId, request.key);
  if (earlier.length > 0) {
    if (earlier.reduce((sum, { requested }) => sum + requested, 0) !== request.amount)
      throw new Problem("idempotency_mismatch");
    return earlier.map(presentRefund);
  }
  const parts = splitRequest(await withRefundable(tx, await lockPayments(tx, request.orderId)), request);
  const created = await insertRefunds(app, tx, parts);
  return Promise.all(created.map(async ({ id }) => presentRefund(assertFound(await rows.findRefund(tx, id)))));
}

/** Splits a refund over payments. One that needs no split keeps the key of the request. */
function splitRequest(payments: RefundablePayment[], request: RefundRequest): Part[] {
  const isCancelled = ({ payment }: RefundablePayment) => payment.cancelled_at !== null;
  const parts = splitOverPayments(
    payments.map((one) => ({ ...one, isCancelled: isCancelled(one) })),
    request.amount,
  );
  const left = parts.reduce((sum, { amount }) => sum + amount, 0);
  if (left < request.amount) throw new Problem("refund_too_much", { details: { left } });
  const isSplit = parts.length > 1;
  return parts.map(({ payment: { payment }, amount }, index) => ({
    payment,
    request: isSplit ? { ...request, amount, key: rows.partKey(request.key, index + 1) } : request,
  }));
}

/**
 * Sends pending refunds to their providers. Throws `payment_refused` if the provider declined the only refund, which is
 * then undone. Several refunds are not undone, because others may have been sent: administrators are alerted.
 */
export async function sendRefunds(app: App, refunds: Refund[]): Promise<void> {
  for (const { id } of refunds) {
    const created = assertFound(await rows.findRefund(app.db, id));
    if (created.status === "pending") await syncPayment(app, created.payment_id);
    const sent = assertFound(await rows.findRefund(app.db, id));
    if (sent.status === "failed" && refunds.length === 1) throw new Problem("payment_refused");
  }
}

/** The refunds of an order, oldest first. */
export const listRefunds = async (db: Db | Tx, orderId: string): Promise<Refund[]> =>
  (await rows.listRefunds(db, orderId)).map(presentRefund);

/** What staff still have to send of the refunds of orders, in minor units, by order. */
export const sumRefundsToSend = rows.sumToBeSent;
export const { ordersWithRefundsToSend } = rows;

/** What is not sent of the refunds of these requests yet, by staff or the provider, in minor units, by key. */
export const sumUnsentRefunds = rows.sumUnsent;

/** Marks a refund by transfer or in cash as sent, which the customer is told now. Throws `refund_sent`. */
export async function markRefundSent(app: App, tx: Tx, orderId: string, id: string) {
  const sent = await rows.markSent(tx, orderId, id, app.now());
  if (!sent) throw new Problem("refund_sent");
  const { reference: cause, key, amount } = sent;
  await app.events.emit(tx, "payment.refunded", { orderId, cause, key, amount, byHand: true });
}

const presentRefund = ({
  id,
  payment_id,
  provider,
  amount,
  currency,
  reason,
  status,
  ...times
}: RefundRow): Refund => ({
  id,
  payment_id,
  provider,
  amount: { amount, currency },
  reason,
  status,
  created_at: times.created_at,
  sent_at: times.sent_at,
});

interface RefundablePayment {
  payment: PaymentRow;
  /** What can be refunded of it, or captured less, in minor units; without pending refunds. */
  refundable: number;
}

/** The refundable amount of each payment, highest first. */
async function withRefundable(tx: Tx, payments: PaymentRow[]): Promise<RefundablePayment[]> {
  const ids = payments.map(({ id }) => id);
  const pending = Map.groupBy(await rows.listPending(tx, ids), (refund) => refund.payment_id);
  return payments
    .map((payment) => {
      const leaving = (pending.get(payment.id) ?? []).reduce((sum, { amount }) => sum + amount, 0);
      return { payment, refundable: refundableOf(payment, leaving) };
    })
    .sort((one, other) => other.refundable - one.refundable);
}

interface Part {
  payment: PaymentRow;
  request: RefundRequest;
}

/** Inserts all refunds before any event is recorded, so that none of them looks like an overpayment. */
async function insertRefunds(app: App, tx: Tx, parts: Part[]): Promise<RefundRow[]> {
  const created: RefundRow[] = [];
  const local: { payment: PaymentRow; refund: RefundRow }[] = [];
  for (const { payment, request } of parts) {
    const { id: paymentId, currency } = payment;
    const refund = await rows.insertRefund(tx, { ...request, id: uuid(), paymentId, currency, at: app.now() });
    created.push(refund);
    if (payment.captured_amount === 0) continue;
    if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment);
    else local.push({ payment, refund });
  }
  await recordEvents(app, tx, await Promise.all(local.map((one) => refundLocally(app, tx, one.payment, one.refund))));
  return created;
}

/** Refunds a payment without a remote provider. Of a manual payment method a person has to send the money. */
async function refundLocally(app: App, tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<GatewayReport> {
  const { provider, order_id: orderId, order_number: number } = payment;
  const { id: refundId, amount, currency } = refund;
  if (isSentByHand(provider)) {
    const message = `Refund ${formatMoney(amount, currency)} for order ${number} manually because ${paidBy[provider]}.`;
    await app.events.emit(tx, "payment.alert_raised", { key: `send_by_hand:${refundId}`, orderId, message });
  }
  const refundToSend = { refundId, amount, isRepeat: false, hours: 0 };
  return { payment, events: await gatewayOf(app, provider).refund(providerPayment(app, payment), refundToSend) };
}
const paidBy = {
  bank: "it was paid by bank transfer",
  cod: "it was paid by cash on delivery",
  cash: "it was paid in cash",
} as const;

/**
 * Sends pending refunds of a payment that was captured although they should have reduced its authorization, for example
 * by somebody else at the provider. The payments of the order must be locked.
 */
export async function refundExcessCapture(app: App, tx: Tx, paymentId: string) {
  const payment = assertFound(await findPayment(tx, paymentId));
  if (payment.status === "disputed" || payment.captured_amount === 0) return;
  const pending = await rows.listPending(tx, [paymentId]);
  if (pending.length === 0) return;
  if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment);
  else await recordEvents(app, tx, await Promise.all(pending.map((refund) => refundLocally(app, tx, payment, refund))));
}

/** Cancels all payments of an order for good: authorizations are voided, captures refunded, also later ones. Idempotent. */
export async function cancelPayments(app: App, tx: Tx, orderId: string) {
  await cancelAndRefund(app, tx, await lockPayments(tx, orderId), "The order was cancelled.");
}

/** Refunds all payments of an order, which may be paid again. */
export async function refundAllPayments(app: App, tx: Tx, orderId: string, reason: string) {
  await refundOrVoid(app, tx, await lockPayments(tx, orderId), reason);
}

/** Refunds captures of cancelled payments; once, because a provider that declined would decline again. */
export async function refundCancelledPayments(app: App, tx: Tx, orderId: string) {
  const failed = await rows.listWithFailedRefund(tx, orderId, { automatic: true });
  const payments = (await lockPayments(tx, orderId)).filter(
    ({ id, cancelled_at, captured_amount }) => cancelled_at !== null && captured_amount > 0 && !failed.has(id),
  );
  await refundOrVoid(app, tx, payments, "The payment wasn't needed.");
}

/** Cancels and refunds the payments that are not required for the `owed` minor units of an order; false if there are none. */
export async function refundDuplicatePayments(app: App, tx: Tx, orderId: string, owed: number): Promise<boolean> {
  // An overpayment left by a failed part of a refund is no duplicate payment: a person refunds it.
  if (await rows.hasFailedPart(tx, orderId)) return false;
  const payments = (await withRefundable(tx, await lockPayments(tx, orderId)))
    .filter(({ payment, refundable }) => refundable > 0 && payment.cancelled_at === null)
    .sort((one, other) => (one.payment.id < other.payment.id ? -1 : 1));
  const failed = await rows.listWithFailedRefund(tx, orderId);
  const required = owed > 0 ? requiredPayments(payments, owed) : refundedBefore(payments, failed);
  const duplicates = payments.filter((one) => !required.includes(one)).map(({ payment }) => payment);
  if (duplicates.length === 0) return false;
  await cancelAndRefund(app, tx, duplicates, paidTwice);
  const [only, ...others] = required;
  const excess = owed > 0 && others.length === 0 && only?.payment.captured_amount ? only.refundable - owed : 0;
  if (only && excess > 0) await insertRefunds(app, tx, [automaticRefund(only.payment, excess, paidTwice)]);
  return true;
}
const paidTwice = "The order was paid twice.";

/**
 * The payments that cover what is owed, of these, oldest first: one if one is enough, else as many as needed. Captured
 * payments come before authorized ones, an exact amount before a higher one.
 */
function requiredPayments(payments: RefundablePayment[], owed: number): RefundablePayment[] {
  const [captured, authorized] = [payments.filter(isCaptured), payments.filter((one) => !isCaptured(one))];
  const single =
    captured.find(({ refundable }) => refundable === owed) ?? captured.find(({ refundable }) => refundable > owed);
  if (single) return [single];
  const required = takeUntil(captured, owed);
  const missing = owed - sumRefundable(required);
  if (missing <= 0) return required;
  const enough = authorized.find(({ refundable }) => refundable >= missing);
  return [...required, ...(enough ? [enough] : takeUntil(authorized, missing))];
}
const takeUntil = (payments: RefundablePayment[], amount: number) =>
  payments.filter((_, index) => sumRefundable(payments.slice(0, index)) < amount);
const sumRefundable = (payments: RefundablePayment[]) => payments.reduce((sum, { refundable }) => sum + refundable, 0);
const isCaptured = ({ payment }: RefundablePayment) => payment.captured_amount > 0;

/** The rest of a partly refunded payment, and one whose refund came back, are no duplicates: a person decides about them. */
const refundedBefore = (payments: RefundablePayment[], failed: ReadonlySet<string>) => [
  ...payments.filter(({ payment }) => failed.has(payment.id)),
  ...payments
    .filter((one) => isCaptured(one) && !failed.has(one.payment.id) && one.refundable < one.payment.captured_amount)
    .slice(0, 1),
];

async function cancelAndRefund(app: App, tx: Tx, payments: PaymentRow[], reason: string) {
  const ids = payments.map(({ id }) => id);
  await markCancelled(tx, ids, app.now());
  await refundOrVoid(app, tx, payments, reason);
}

async function refundOrVoid(app: App, tx: Tx, payments: PaymentRow[], reason: string) {
  for (const { payment, refundable } of await withRefundable(tx, payments)) {
    const remote = isRemote(app, payment.provider);
    if (payment.status === "authorized") await voidAuthorization(app, tx, payment);
    else if (payment.captured_amount > 0 && refundable > 0)
      await insertRefunds(app, tx, [automaticRefund(payment, refundable, reason)]);
    else if (isOpen(payment)) {
      await expirePayment(tx, payment.id, app.now());
      if (remote) await schedulePaymentSync(app, tx, payment, "cancel");
    } else if (canBeRetried(payment) && remote) await schedulePaymentSync(app, tx, payment, "cancel");
  }
}

const automaticRefund = (payment: PaymentRow, amount: number, reason: string): Part => ({
  payment,
  request: { orderId: payment.order_id, amount, reason, requestedBy: null, key: `${automaticRefundPrefix}${uuid()}` },
});

async function voidAuthorization(app: App, tx: Tx, payment: PaymentRow) {
  for (const { id } of await rows.listPending(tx, [payment.id]))
    await rows.endRefund(tx, id, "cancelled", "No payment was captured.", app.now());
  if (isRemote(app, payment.provider)) return schedulePaymentSync(app, tx, payment, "cancel");
  const events = await gatewayOf(app, payment.provider).cancel(providerPayment(app, payment));
  await recordEvents(app, tx, [{ payment, events }]);
}

/** Captures the authorized payments of an order, less their pending refunds. */
export async function capturePayments(app: App, tx: Tx, orderId: string) {
  const needed = (payment: PaymentRow) => isAuthorized(payment) && payment.cancelled_at === null;
  for (const payment of (await lockPayments(tx, orderId)).filter(needed))
    if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment, "capture");
    else await captureLocally(app, tx, payment);
}

async function captureLocally(app: App, tx: Tx, payment: PaymentRow) {
  const pending = await rows.listPending(tx, [payment.id]);
  const amount = amountToCapture(payment, pending);
  const captured = await gatewayOf(app, payment.provider).capture(providerPayment(app, payment), amount);
  const toRefund = amount < payment.authorized_amount ? [] : pending;
  const refunded = await Promise.all(toRefund.map((refund) => refundLocally(app, tx, payment, refund)));
  await recordEvents(app, tx, [{ payment, events: [...captured, ...refunded.flatMap(({ events }) => events)] }]);
}
