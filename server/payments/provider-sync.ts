import { Declined, type GatewayEvent } from "#server/payments/gateways/gateway.ts";
import { gatewayOf, remoteProviders } from "#server/payments/gateways/gateways.ts";
import { listPending, type RefundRow, touchPendingRefunds } from "#server/payments/refunds/refunds.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { text } from "#words/say.ts";
import { declineRefund, lockAndRecordEvents, lockOrderAndPayments, recordEvents } from "./events.ts";
import { amountToCapture, canBeRetried, declinedReference, isOpen, providerPayment } from "./payment-state.ts";
import type { PaymentRow } from "./payments.sql.ts";
import * as rows from "./payments.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Sends what was decided about a payment to its provider. */
    "payments.sync": { paymentId: string };
  }
}

/** The jobs that send decisions to providers and retrieve payments without an answer. */
export function registerSyncJobs(app: App) {
  app.jobs.define("payments.sync", ({ paymentId }) => syncIfResponsive(app, paymentId));
  app.jobs.schedule("payments.sync-unresolved", "*/2 * * * *", () => syncUnresolvedPayments(app));
  app.jobs.schedule("payments.alert-uncaptured", "23 * * * *", () => alertUncapturedPayments(app));
}

/** Schedules the synchronization of a payment after the commit, with an action if given. */
export async function schedulePaymentSync(app: App, tx: Tx, payment: PaymentRow, action?: "capture" | "cancel") {
  if (action) await rows.writeRequestedAction(tx, payment.id, action, app.now());
  await app.jobs.add(tx, "payments.sync", { paymentId: payment.id }, { key: `payments.sync:${payment.id}` });
}

/**
 * Sends everything that is pending to the provider of a payment: its begin, capture or cancellation, and refunds.
 * Idempotent. If the provider can't be reached, `syncUnresolvedPayments` tries again.
 */
export async function syncPayment(app: App, paymentId: string): Promise<void> {
  try {
    await beginAtProvider(app, paymentId);
    const begun = await rows.findPayment(app.db, paymentId);
    if (!begun || !gatewayOf(app, begun.provider).remote) return;
    const { requested_action: action } = begun;
    if (action) await sendRequestedAction(app, begun, action);
    const payment = action ? await rows.findPayment(app.db, paymentId) : begun;
    if (!payment || payment.captured_amount === 0) return;
    for (const refund of await listPending(app.db, [paymentId])) await sendRefund(app, payment, refund);
  } catch (error) {
    app.log.warn({ err: error, paymentId }, "a payment provider could not be reached; it is retried");
    await touchPendingRefunds(app.db, paymentId, app.now());
  }
}

async function syncIfResponsive(app: App, paymentId: string) {
  const payment = await rows.findPayment(app.db, paymentId);
  if (payment && !isUnresponsive(app, payment)) await syncPayment(app, paymentId);
}

const isUnresponsive = (app: App, { provider }: PaymentRow) => gatewayOf(app, provider).isUnresponsive?.() === true;

async function beginAtProvider(app: App, paymentId: string) {
  const payment = await rows.findPayment(app.db, paymentId);
  if (payment?.psp_reference !== null || payment.status !== "created") return;
  const { order_id: orderId, order_number: orderNumber, amount, currency } = payment;
  const at = app.now();
  try {
    const hours = Math.floor((at.getTime() - Date.parse(payment.created_at)) / hourMs);
    const attempt = { paymentId, orderId, orderNumber, amount, currency, outcome: "approve" as const, hours };
    const charge = await gatewayOf(app, payment.provider).begin(attempt, at);
    const client = charge.kind === "action" ? charge.client : {};
    const status = charge.kind === "action" ? "requires_action" : "processing";
    await inTransaction(app.db, (tx) => saveCharge(app, tx, payment, { ...charge, client, status, at }));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    app.log.error({ err: error, paymentId }, "a payment provider declined to begin a payment");
    const answer = { reference: declinedReference(paymentId), client: {}, status: "created" as const, at };
    const events = [declinedEvent(payment, at)];
    await inTransaction(app.db, (tx) => saveCharge(app, tx, payment, { ...answer, events }));
  }
}

const declinedEvent = ({ id, currency }: PaymentRow, at: Date): GatewayEvent => ({
  objectRef: declinedReference(id),
  kind: "fail",
  amount: 0,
  currency,
  at,
  failure: { code: "refused", message: text("Couldn't start the payment. Choose another payment method.") },
});

async function saveCharge(
  app: App,
  tx: Tx,
  { id, order_id }: PaymentRow,
  { events = [], ...answer }: Parameters<typeof rows.updateBegun>[2] & { events?: GatewayEvent[] },
) {
  await lockOrderAndPayments(app, tx, order_id);
  if (!(await rows.updateBegun(tx, id, answer))) return;
  const payment = await rows.findPayment(tx, id);
  if (payment) await recordEvents(app, tx, [{ payment, events }]);
}

async function sendRequestedAction(app: App, payment: PaymentRow, action: "capture" | "cancel") {
  const events = await callGateway(app, payment, action);
  // Its money is still reserved: voiding it is tried again, also once the provider allows it again.
  if (!events) return;
  await inTransaction(app.db, async (tx) => {
    await lockAndRecordEvents(app, tx, payment, events);
    const isCleared = await rows.clearRequestedAction(tx, payment.id, action, app.now());
    if (isCleared && action === "capture" && events.length === 0) await recordDeclinedCapture(app, tx, payment);
  });
}

/** Undefined if the provider declined to void an authorization; no events if it declined to capture it. */
async function callGateway(
  app: App,
  payment: PaymentRow,
  action: "capture" | "cancel",
): Promise<GatewayEvent[] | undefined> {
  // Never begun at the provider, so there is nothing to cancel there.
  if (payment.psp_reference === null) return [];
  try {
    const gateway = gatewayOf(app, payment.provider);
    if (action === "cancel") return await gateway.cancel(providerPayment(app, payment));
    const amount = amountToCapture(payment, await listPending(app.db, [payment.id]));
    return await gateway.capture(providerPayment(app, payment), amount);
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    app.log.error({ err: error, paymentId: payment.id, action }, "a payment provider declined");
    if (action === "capture" || payment.status !== "authorized") return [];
    await inTransaction(app.db, (tx) => alertFailedVoid(app, tx, payment));
    return undefined;
  }
}

/** Once, as it is tried again until the authorization ends. */
async function alertFailedVoid(app: App, tx: Tx, { id, order_id: orderId, order_number }: PaymentRow) {
  const message =
    `Couldn't void the payment authorization of order ${order_number}. ` +
    "The customer's money stays reserved. Void it at the payment provider.";
  await app.events.emit(tx, "payment.alert_raised", { key: `void_failed:${id}`, orderId, message });
}

async function recordDeclinedCapture(app: App, tx: Tx, payment: PaymentRow) {
  const { id, order_id: orderId, order_number, currency } = payment;
  const amount = amountToCapture(payment, await listPending(tx, [id]));
  const message = `Couldn't capture the payment for order ${order_number}`;
  // A failed capture is not repeated by itself, so the next one was requested again.
  const key = `capture_failed:${id}:${app.now().toISOString()}`;
  await app.events.emit(tx, "payment.alert_raised", { key, orderId, message });
  await app.events.emit(tx, "payment.capture_declined", { orderId, amount: { amount, currency } });
}

const repeatAfterMs = 10_000;
const hourMs = 3_600_000;

async function sendRefund(app: App, payment: PaymentRow, refund: RefundRow) {
  const { id: refundId, amount, created_at } = refund;
  const age = app.now().getTime() - Date.parse(created_at);
  try {
    const refundToSend = { refundId, amount, isRepeat: age > repeatAfterMs, hours: Math.floor(age / hourMs) };
    const events = await gatewayOf(app, payment.provider).refund(providerPayment(app, payment), refundToSend);
    await inTransaction(app.db, (tx) => lockAndRecordEvents(app, tx, payment, events));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    await inTransaction(app.db, (tx) => recordDeclinedRefund(app, tx, refund, payment.order_number, error));
  }
}

async function recordDeclinedRefund(app: App, tx: Tx, refund: RefundRow, orderNumber: number, error: Error) {
  const { order_id: orderId } = refund;
  await lockOrderAndPayments(app, tx, orderId);
  if (!(await declineRefund(app, tx, refund, orderNumber, error.message))) return;
  await app.events.emit(tx, "payment.changed", { orderId, transactions: [] });
}

const unresolvedAfterMs = 2 * 60_000;
/** Payments retrieved in one run, the longest unresolved first. */
const batchSize = 200;
/** How long failed payments are retrieved regularly. Before their order expires they are retrieved once more. */
const retriedForMs = 3_600_000;

/** How often authorized payments are retrieved, which may have been captured or voided at the provider. */
const authorizedRetrievedMs = 6 * 3_600_000;

/** Retrieves payments without an event for two minutes from their providers, and sends what could not be sent before. */
export async function syncUnresolvedPayments(app: App) {
  const now = app.now().getTime();
  const since = {
    before: new Date(now - unresolvedAfterMs),
    failedAfter: new Date(now - retriedForMs),
    authorizedBefore: new Date(now - authorizedRetrievedMs),
  };
  const unresolved = await rows.listUnresolved(app.db, since, await remoteProviders(app), batchSize);
  if (unresolved.length === batchSize)
    app.log.warn({ batchSize }, "more payments are unresolved than one run handles: the next run continues");
  for (const payment of unresolved) await retrievePayment(app, payment);
}

/** Syncs payments of an order that may still succeed; false if a provider gave no answer, so one may have. */
export async function syncOrderPayments(app: App, orderId: string): Promise<boolean> {
  const remote = await remoteProviders(app);
  if (remote.length === 0) return true;
  let areAnswered = true;
  for (const payment of await rows.listPayments(app.db, orderId))
    if (remote.includes(payment.provider) && maySucceed(payment))
      areAnswered = (await retrievePayment(app, payment)) && areAnswered;
  return areAnswered;
}

const maySucceed = (payment: PaymentRow) => isOpen(payment) || canBeRetried(payment);

const mayHaveChanged = (payment: PaymentRow) => maySucceed(payment) || payment.status === "authorized";

/** Card payments can usually be captured for seven days: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
const alertUncapturedAfterMs = 5 * 86_400_000;

/** Alerts administrators, once each, to payments that have been authorized for five days and not captured. */
export async function alertUncapturedPayments(app: App) {
  const before = new Date(app.now().getTime() - alertUncapturedAfterMs);
  const uncaptured = await rows.listUncaptured(app.db, before, await remoteProviders(app));
  for (const { id, order_id: orderId, order_number: number } of uncaptured) {
    const message =
      `The payment of order ${number} has been authorized for five days. ` +
      "Capture it before the authorization expires, usually after seven.";
    const alert = { key: `uncaptured:${id}`, orderId, message };
    await inTransaction(app.db, (tx) => app.events.emit(tx, "payment.alert_raised", alert));
  }
}

/** False if the provider of a payment that was begun there gave no answer. */
async function retrievePayment(app: App, payment: PaymentRow): Promise<boolean> {
  if (isUnresponsive(app, payment)) return payment.psp_reference === null;
  try {
    const gateway = gatewayOf(app, payment.provider);
    // A local payment that waits for the customer has no events.
    if (!gateway.remote && payment.status !== "processing") return true;
    await syncPayment(app, payment.id);
    if (!mayHaveChanged(payment) || payment.psp_reference === null) return true;
    const events = await gateway.retrieve(providerPayment(app, payment));
    await inTransaction(app.db, (tx) => lockAndRecordEvents(app, tx, payment, events));
    return true;
  } catch (error) {
    app.log.warn({ err: error, paymentId: payment.id }, "a payment could not be retrieved from its provider");
    return error instanceof Declined;
  } finally {
    await rows.touchPayment(app.db, payment.id, app.now());
  }
}
