import { Declined, type GatewayEvent } from "#server/payments/gateways/gateway.ts";
import { gatewayOf, remoteProviders } from "#server/payments/gateways/gateways.ts";
import { endRefund, listPending, markTried, type RefundRow, wishOf } from "#server/payments/refunds/refunds.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { text } from "#words/say.ts";
import { recordEvents } from "./events.ts";
import { lockedPayments, settle } from "./payment-locks.ts";
import { isOpen, mayBeTriedAgain, providerPayment, refusedReference, toTake } from "./payment-state.ts";
import type { PaymentRow } from "./payments.sql.ts";
import * as rows from "./payments.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Tells a provider what was decided about a payment. */
    "payments.carry-out": { paymentId: string };
  }
}

/** The job that carries out what was decided inside transactions, and the one that asks after what stayed silent. */
export function providerSyncJobs(app: App) {
  app.jobs.define("payments.carry-out", ({ paymentId }) => syncUnlessUnresponsive(app, paymentId));
  app.jobs.schedule("payments.reconcile", "*/2 * * * *", () => reconcile(app));
}

/** Notes inside a transaction what the provider is to be told, and has it told once that commits. */
export async function schedulePaymentSync(app: App, tx: Tx, payment: PaymentRow, wanted?: "capture" | "cancel") {
  if (wanted) await rows.writeWanted(tx, payment.id, wanted, app.now());
  await app.jobs.add(tx, "payments.carry-out", { paymentId: payment.id }, { key: `payments.carry-out:${payment.id}` });
}

/**
 * Tells the provider all it is still to be told about a payment: that it begins, that it is wanted or given up, what goes
 * back. It may be done again at any time. A provider that can't be reached is asked again by the reconciliation.
 */
export async function syncPayment(app: App, paymentId: string): Promise<void> {
  try {
    await startAtProvider(app, paymentId);
    const begun = await rows.findPayment(app.db, paymentId);
    if (!begun || !gatewayOf(app, begun.provider).remote) return;
    if (begun.wanted) await sendRequestedAction(app, begun, begun.wanted);
    const payment = begun.wanted ? await rows.findPayment(app.db, paymentId) : begun;
    // What is only promised is returned once it has been taken.
    if (!payment || payment.captured_amount === 0) return;
    for (const refund of await listPending(app.db, [paymentId])) await sendRefund(app, payment, refund);
  } catch (error) {
    app.log.warn({ err: error, paymentId }, "a payment provider could not be told; it is tried again");
    await markTried(app.db, paymentId, app.now());
  }
}

/** The same, unless its provider is silent: the reconciliation tells it then. */
async function syncUnlessUnresponsive(app: App, paymentId: string) {
  const payment = await rows.findPayment(app.db, paymentId);
  if (payment && !isUnresponsive(app, payment)) await syncPayment(app, paymentId);
}

const isUnresponsive = (app: App, { provider }: PaymentRow) =>
  remoteProviders(app).includes(provider) && gatewayOf(app, provider).isSilent?.() === true;

async function startAtProvider(app: App, paymentId: string) {
  const payment = await rows.findPayment(app.db, paymentId);
  if (payment?.psp_reference !== null || payment.status !== "created") return;
  const { order_id: orderId, order_number: orderNumber, amount, currency } = payment;
  const wish = { paymentId, orderId, orderNumber, amount, currency, outcome: "approve" as const };
  const at = app.now();
  try {
    const charge = await gatewayOf(app, payment.provider).begin(wish, at);
    const client = charge.kind === "action" ? charge.client : {};
    const status = charge.kind === "action" ? "requires_action" : "processing";
    await inTransaction(app.db, (tx) => saveProviderAnswer(app, tx, payment, { ...charge, client, status, at }));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    app.log.error({ err: error, paymentId }, "a payment provider refused a payment");
    const answer = { reference: refusedReference(paymentId), client: {}, status: "created" as const, at };
    await inTransaction(app.db, (tx) =>
      saveProviderAnswer(app, tx, payment, { ...answer, events: [refused(payment, at)] }),
    );
  }
}

const refused = ({ id, currency }: PaymentRow, at: Date): GatewayEvent => ({
  objectRef: refusedReference(id),
  kind: "fail",
  amount: 0,
  currency,
  at,
  failure: { code: "refused", message: text("Couldn't start the payment. Choose another payment method.") },
});

async function saveProviderAnswer(
  app: App,
  tx: Tx,
  { id, order_id }: PaymentRow,
  { events = [], ...answer }: Parameters<typeof rows.writeAnswer>[2] & { events?: GatewayEvent[] },
) {
  await lockedPayments(app, tx, order_id);
  if (!(await rows.writeAnswer(tx, id, answer))) return;
  const payment = await rows.findPayment(tx, id);
  if (payment) await recordEvents(app, tx, [{ payment, events }]);
}

async function sendRequestedAction(app: App, payment: PaymentRow, wanted: "capture" | "cancel") {
  const events = await callProvider(app, payment, wanted);
  await inTransaction(app.db, async (tx) => {
    await settle(app, tx, payment, events);
    await rows.writeTold(tx, payment.id, wanted, app.now());
  });
}

async function callProvider(app: App, payment: PaymentRow, wanted: "capture" | "cancel"): Promise<GatewayEvent[]> {
  // Never begun at the provider, so there is nothing to give up there.
  if (payment.psp_reference === null) return [];
  try {
    const gateway = gatewayOf(app, payment.provider);
    if (wanted === "cancel") return await gateway.cancel(providerPayment(app, payment));
    return await gateway.capture(
      providerPayment(app, payment),
      toTake(payment, await listPending(app.db, [payment.id])),
    );
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    app.log.error({ err: error, paymentId: payment.id, wanted }, "a payment provider declined");
    if (wanted === "capture") await inTransaction(app.db, (tx) => captureFailed(app, tx, payment));
    return [];
  }
}

async function captureFailed(app: App, tx: Tx, { id, order_id, order_number }: PaymentRow) {
  const says = `The money promised for order ${order_number} could not be taken`;
  await app.events.emit(tx, "payment.alert_raised", { key: `capture_failed:${id}`, orderId: order_id, says });
}

const repeatAfterMs = 10_000;
const roundMs = 3_600_000;

async function sendRefund(app: App, payment: PaymentRow, refund: RefundRow) {
  const { id: refundId, amount, created_at } = refund;
  const age = app.now().getTime() - Date.parse(created_at);
  try {
    const wish = { refundId, amount, isRepeat: age > repeatAfterMs, round: Math.floor(age / roundMs) };
    const events = await gatewayOf(app, payment.provider).refund(providerPayment(app, payment), wish);
    await inTransaction(app.db, (tx) => settle(app, tx, payment, events));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    await inTransaction(app.db, (tx) => refundFailed(app, tx, refund, payment.order_number, error));
  }
}

async function refundFailed(
  app: App,
  tx: Tx,
  { id, order_id, key, amount }: RefundRow,
  orderNumber: number,
  error: Error,
) {
  await lockedPayments(app, tx, order_id);
  if (!(await endRefund(tx, id, "failed", error.message, app.now()))) return;
  app.log.error({ err: error, refundId: id }, "a refund was declined");
  const says = `A refund of order ${orderNumber} was declined by the payment provider`;
  await app.events.emit(tx, "payment.alert_raised", { key: `refund_failed:${id}`, orderId: order_id, says });
  await app.events.emit(tx, "payment.refund_failed", { orderId: order_id, ...wishOf(key), amount });
  await app.events.emit(tx, "payment.changed", { orderId: order_id, transactions: [] });
}

const silentMs = 2 * 60_000;
/** Payments asked about in one run, those that wait longest first. */
const batchSize = 200;
/** How long one that failed is asked after now and then. Before its order ends it is asked after once more. */
const triedAgainMs = 3_600_000;

/** Asks providers about payments they have been silent on for two minutes, and tells them what they could not be told. */
export async function reconcile(app: App) {
  const now = app.now().getTime();
  const since = { before: new Date(now - silentMs), failedAfter: new Date(now - triedAgainMs) };
  const silent = await rows.listSilent(app.db, since, remoteProviders(app), batchSize);
  if (silent.length === batchSize)
    app.log.warn({ batchSize }, "as many payments wait for their provider as are asked about in a run: others follow");
  for (const payment of silent) await askAfter(app, payment);
}

/**
 * Asks providers far away about payments of one order that may be made yet: before it is ended, for instance. False where
 * one gave no answer, so that its payment may have been made meanwhile.
 */
export async function askAfterOrder(app: App, orderId: string): Promise<boolean> {
  const far = remoteProviders(app);
  if (far.length === 0) return true;
  let areAnswered = true;
  for (const payment of await rows.listPayments(app.db, orderId))
    if (far.includes(payment.provider) && mayBePaid(payment))
      areAnswered = (await askAfter(app, payment)) && areAnswered;
  return areAnswered;
}

const mayBePaid = (payment: PaymentRow) => isOpen(payment) || mayBeTriedAgain(payment);

/** False when its provider gave no answer; nobody can have paid what was never begun there. */
async function askAfter(app: App, payment: PaymentRow): Promise<boolean> {
  if (isUnresponsive(app, payment)) return payment.psp_reference === null;
  try {
    const gateway = gatewayOf(app, payment.provider);
    // What waits for the customer here and not at a provider can't have moved.
    if (!gateway.remote && payment.status !== "processing") return true;
    await syncPayment(app, payment.id);
    if (!mayBePaid(payment) || payment.psp_reference === null) return true;
    const events = await gateway.ask(providerPayment(app, payment));
    await inTransaction(app.db, (tx) => settle(app, tx, payment, events));
    return true;
  } catch (error) {
    app.log.warn({ err: error, paymentId: payment.id }, "a payment provider could not be asked");
    return error instanceof Declined;
  } finally {
    await rows.markAsked(app.db, payment.id, app.now());
  }
}
