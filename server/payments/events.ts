import type { Money } from "#contract/money.ts";
import { isSentByHand, type PaymentProvider } from "#contract/payments.ts";
import type { EventKind, GatewayEvent } from "#server/payments/gateways/gateway.ts";
import {
  cancelUncaptured,
  endRefund,
  listByIds,
  listPending,
  markReturnedByBank,
  markSucceeded,
  type RefundRow,
  requestOf,
} from "#server/payments/refunds/refunds.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { amountToCapture } from "./payment-state.ts";
import { type PaymentTransaction, totalsAndStatus, transactionsOf } from "./payment-status.ts";
import * as rows from "./payments.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Emitted before payments of an order are locked, so that the order is locked first. */
    "payment.changing": { orderId: string };
    /** Payments of an order, or their refunds, have changed. */
    "payment.changed": { orderId: string; transactions: PaymentTransaction[] };
    /** The customer has to act before a payment proceeds, for example transfer the money. */
    "payment.requested": { orderId: string; paymentId: string; provider: PaymentProvider };
    /** A capture that was requested ended without money: its provider declined it, or the authorization had ended. */
    "payment.capture_declined": { orderId: string; amount: Money };
    /** A provider declined the refund of a request `key`, or one `isPart` of several. */
    "payment.refund_failed": { orderId: string; key: string; isPart: boolean; amount: Money };
    /** A refund was sent: by staff (`byHand`) or the provider, whose id of it is `cause`; `key` is of its request, if any. */
    "payment.refunded": { orderId: string; cause: string; key: string | null; amount: number; byHand: boolean };
    /** A person must look at a payment; once per `key`. */
    "payment.alert_raised": { key: string; orderId: string | null; message: string };
  }
}

/** Events that a provider reported about a payment. */
export interface GatewayReport {
  payment: rows.PaymentRow;
  events: GatewayEvent[];
}

/** Locks an order, then its payments, oldest first. */
export async function lockOrderAndPayments(app: App, tx: Tx, orderId: string): Promise<rows.PaymentRow[]> {
  await app.events.emit(tx, "payment.changing", { orderId });
  return rows.lockPayments(tx, orderId);
}

export async function lockAndRecordEvents(app: App, tx: Tx, { id, order_id }: rows.PaymentRow, events: GatewayEvent[]) {
  const payment = (await lockOrderAndPayments(app, tx, order_id)).find((one) => one.id === id);
  if (payment) await recordEvents(app, tx, [{ payment, events }]);
}

/** Records events of a locked order's payments, updates totals and status, then emits `payment.changed` once. */
export async function recordEvents(app: App, tx: Tx, reports: GatewayReport[]) {
  const entries = reports.filter(({ events }) => events.length > 0);
  const [first] = entries;
  if (!first) return;
  const { order_id: orderId } = first.payment;
  const events = entries.flatMap(({ payment, events }) => events.map((event) => ({ ...event, payment })));
  const fresh = await rows.insertEvents(
    tx,
    events.map(({ payment: { id, provider, psp_reference }, ...event }) => ({
      ...event,
      paymentId: id,
      provider,
      reference: psp_reference ?? "",
    })),
  );
  const declined = await declineRefunds(app, tx, first.payment, events);
  const keys = await updateRefunds(app, tx, first.payment, events);
  if (fresh.length === 0 && !declined) return;
  const paymentIds = entries.map(({ payment }) => payment.id);
  const recorded = Map.groupBy(await rows.listEvents(tx, paymentIds), (event) => event.payment_id);
  const freshIds = new Set(fresh.map(({ id }) => id));
  const transactions: PaymentTransaction[] = [];
  for (const { payment, events } of entries) {
    const failure = events.find((event) => event.failure)?.failure;
    const all = recorded.get(payment.id) ?? [];
    const earlier = all.filter(({ id }) => !freshIds.has(id));
    const [before, after] = [totalsAndStatus(payment.status, earlier), totalsAndStatus(payment.status, all)];
    transactions.push(...transactionsOf(payment.id, { before, after, fresh }));
    const { requested_action: kept } = await rows.updateTotalsAndStatus(tx, payment.id, after, failure, app.now());
    if (payment.requested_action === "capture" && kept === null && after.captured === 0)
      await app.events.emit(tx, "payment.capture_declined", {
        orderId,
        amount: {
          amount: amountToCapture(payment, await listPending(tx, [payment.id])),
          currency: payment.currency,
        },
      });
    const uncaptured = payment.amount - after.captured;
    if ((after.captured > 0 || after.status === "voided") && uncaptured > 0)
      await cancelUncaptured(tx, payment.id, uncaptured, app.now());
  }
  await alertDisputes(app, tx, orderId, fresh);
  // The customer is told of a refund that staff send themselves once it is marked as sent.
  const sentLater = events.filter(({ payment, refundId }) => refundId && isSentByHand(payment.provider));
  await emitRefunds(app, tx, orderId, { events: events.filter((event) => !sentLater.includes(event)), fresh, keys });
  await app.events.emit(tx, "payment.changed", { orderId, transactions });
}

/** Ends pending refunds that the provider reports as failed, as if it had declined them at once; false if there are none. */
async function declineRefunds(app: App, tx: Tx, { order_number }: rows.PaymentRow, events: GatewayEvent[]) {
  const ids = events.flatMap(({ kind, refundId }) => (kind === "refund_fail" && refundId ? [refundId] : []));
  const pending = (await listByIds(tx, ids)).filter(({ status }) => status === "pending");
  for (const refund of pending) await declineRefund(app, tx, refund, order_number, "The refund failed.");
  return pending.length > 0;
}

/** Ends a pending refund that was declined; false if it is not pending. The order must be locked. */
export async function declineRefund(
  app: App,
  tx: Tx,
  { id, order_id: orderId, key, amount, currency }: RefundRow,
  orderNumber: number,
  reason: string,
): Promise<boolean> {
  if (!(await endRefund(tx, id, "failed", reason, app.now()))) return false;
  app.log.error({ refundId: id, reason }, "a refund was declined");
  const message = `The payment provider declined a refund for order ${orderNumber}`;
  await app.events.emit(tx, "payment.alert_raised", { key: `refund_failed:${id}`, orderId, message });
  await app.events.emit(tx, "payment.refund_failed", { orderId, ...requestOf(key), amount: { amount, currency } });
  return true;
}

/** Updates the shop's refunds by their events. Returns their keys by the provider's id of each. */
async function updateRefunds(app: App, tx: Tx, { order_id, order_number }: rows.PaymentRow, events: GatewayEvent[]) {
  const sent = events.flatMap(({ kind, refundId, objectRef }) =>
    kind === "refund" && refundId ? [{ refundId, reference: objectRef }] : [],
  );
  const keys = new Map((await markSucceeded(tx, sent, app.now())).map(({ reference, key }) => [reference, key]));
  for (const { id } of await markReturnedByBank(tx, failedRefunds(events), app.now())) {
    const message = `The bank returned a refund for order ${order_number}`;
    await app.events.emit(tx, "payment.alert_raised", { key: `refund_back:${id}`, orderId: order_id, message });
  }
  return keys;
}

/** Emits each new refund, except failed ones and those of zero, which a provider may report for an empty payment. */
async function emitRefunds(
  app: App,
  tx: Tx,
  orderId: string,
  { events, fresh, keys }: { events: GatewayEvent[]; fresh: rows.InsertedEvent[]; keys: Map<string, string> },
) {
  const failed = failedRefunds(events);
  for (const { object_ref: cause, kind } of fresh) {
    if (kind !== "refund" || failed.includes(cause)) continue;
    const amount = events.find((event) => event.kind === "refund" && event.objectRef === cause)?.amount ?? 0;
    if (amount === 0) continue;
    await app.events.emit(tx, "payment.refunded", {
      orderId,
      cause,
      key: keys.get(cause) ?? null,
      amount,
      byHand: false,
    });
  }
}

const failedRefunds = (events: GatewayEvent[]) =>
  events.filter(({ kind }) => kind === "refund_fail").map(({ objectRef }) => objectRef);

const disputeMessages: Partial<Record<EventKind, string>> = {
  chargeback: "A customer disputed a payment",
  chargeback_won: "You won a payment dispute",
  chargeback_lost: "You lost a payment dispute",
};

async function alertDisputes(app: App, tx: Tx, orderId: string, fresh: rows.InsertedEvent[]) {
  for (const { object_ref, kind } of fresh) {
    const message = disputeMessages[kind];
    if (message) await app.events.emit(tx, "payment.alert_raised", { key: `${kind}:${object_ref}`, orderId, message });
  }
}
