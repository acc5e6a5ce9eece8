import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { text } from "#words/say.ts";
import { Declined, type GatewayEvent } from "./gateway.ts";
import { gatewayOf, remoteProviders } from "./gateways.ts";
import { enter } from "./ledger.ts";
import type { PaymentRow } from "./payments.sql.ts";
import * as rows from "./payments.sql.ts";
import { endRefund, listPending, markTried, type RefundRow, wishOf } from "./refunds.sql.ts";
import { lockedPayments, settle } from "./settling.ts";
import { isOpen, mayBeTriedAgain, refusedReference, toTake, underway } from "./underway.ts";

declare module "#server/platform/jobs.ts" {
  interface JobTable {
    /** Tells a provider what was decided about a payment. */
    "payments.carry-out": { paymentId: string };
  }
}

/** The job that carries out what was decided inside transactions, and the one that asks after what stayed silent. */
export function errandJobs(house: House) {
  house.jobs.define("payments.carry-out", ({ paymentId }) => carryOutInTurn(house, paymentId));
  house.jobs.repeat("payments.reconcile", "*/2 * * * *", () => reconcile(house));
}

/** Notes inside a transaction what the provider is to be told, and has it told once that commits. */
export async function carryOutLater(house: House, tx: Tx, payment: PaymentRow, wanted?: "capture" | "cancel") {
  if (wanted) await rows.writeWanted(tx, payment.id, wanted, house.now());
  await house.jobs.add(
    tx,
    "payments.carry-out",
    { paymentId: payment.id },
    { key: `payments.carry-out:${payment.id}` },
  );
}

/**
 * Tells the provider all it is still to be told about a payment: that it begins, that it is wanted or given up, what goes
 * back. It may be done again at any time. A provider that can't be reached is asked again by the reconciliation.
 */
export async function carryOut(house: House, paymentId: string): Promise<void> {
  try {
    await begin(house, paymentId);
    const begun = await rows.findPayment(house.db, paymentId);
    if (!begun || !gatewayOf(house, begun.provider).remote) return;
    if (begun.wanted) await tellWanted(house, begun, begun.wanted);
    const payment = begun.wanted ? await rows.findPayment(house.db, paymentId) : begun;
    // What is only promised is returned once it has been taken.
    if (!payment || payment.captured_amount === 0) return;
    for (const refund of await listPending(house.db, [paymentId])) await send(house, payment, refund);
  } catch (error) {
    house.log.warn({ err: error, paymentId }, "a payment provider could not be told; it is tried again");
    await markTried(house.db, paymentId, house.now());
  }
}

/** The same, unless its provider is silent: the reconciliation tells it then. */
async function carryOutInTurn(house: House, paymentId: string) {
  const payment = await rows.findPayment(house.db, paymentId);
  if (payment && !isLeftAlone(house, payment)) await carryOut(house, paymentId);
}

const isLeftAlone = (house: House, { provider }: PaymentRow) =>
  remoteProviders(house).includes(provider) && gatewayOf(house, provider).isSilent?.() === true;

async function begin(house: House, paymentId: string) {
  const payment = await rows.findPayment(house.db, paymentId);
  if (payment?.psp_reference !== null || payment.status !== "created") return;
  const { order_id: orderId, order_number: orderNumber, amount, currency } = payment;
  const wish = { paymentId, orderId, orderNumber, amount, currency, outcome: "approve" as const };
  const at = house.now();
  try {
    const charge = await gatewayOf(house, payment.provider).begin(wish, at);
    const client = charge.kind === "action" ? charge.client : {};
    const status = charge.kind === "action" ? "requires_action" : "processing";
    await inTransaction(house.db, (tx) => keepAnswer(house, tx, payment, { ...charge, client, status, at }));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    house.log.error({ err: error, paymentId }, "a payment provider refused a payment");
    const answer = { reference: refusedReference(paymentId), client: {}, status: "created" as const, at };
    await inTransaction(house.db, (tx) =>
      keepAnswer(house, tx, payment, { ...answer, events: [refused(payment, at)] }),
    );
  }
}

const refused = ({ id, currency }: PaymentRow, at: Date): GatewayEvent => ({
  objectRef: refusedReference(id),
  kind: "fail",
  amount: 0,
  currency,
  at,
  failure: { code: "refused", message: text("The payment could not be started. Try another way to pay.") },
});

async function keepAnswer(
  house: House,
  tx: Tx,
  { id, order_id }: PaymentRow,
  { events = [], ...answer }: Parameters<typeof rows.writeAnswer>[2] & { events?: GatewayEvent[] },
) {
  await lockedPayments(house, tx, order_id);
  if (!(await rows.writeAnswer(tx, id, answer))) return;
  const payment = await rows.findPayment(tx, id);
  if (payment) await enter(house, tx, [{ payment, events }]);
}

async function tellWanted(house: House, payment: PaymentRow, wanted: "capture" | "cancel") {
  const events = await asked(house, payment, wanted);
  await inTransaction(house.db, async (tx) => {
    await settle(house, tx, payment, events);
    await rows.writeTold(tx, payment.id, wanted, house.now());
  });
}

async function asked(house: House, payment: PaymentRow, wanted: "capture" | "cancel"): Promise<GatewayEvent[]> {
  // Never begun at the provider, so there is nothing to give up there.
  if (payment.psp_reference === null) return [];
  try {
    const gateway = gatewayOf(house, payment.provider);
    if (wanted === "cancel") return await gateway.cancel(underway(house, payment));
    return await gateway.capture(underway(house, payment), toTake(payment, await listPending(house.db, [payment.id])));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    house.log.error({ err: error, paymentId: payment.id, wanted }, "a payment provider declined");
    if (wanted === "capture") await inTransaction(house.db, (tx) => captureFailed(house, tx, payment));
    return [];
  }
}

async function captureFailed(house: House, tx: Tx, { id, order_id, order_number }: PaymentRow) {
  const says = `The money promised for order ${order_number} could not be taken`;
  await house.happenings.announce(tx, "payments.alert", { key: `capture_failed:${id}`, orderId: order_id, says });
}

const repeatAfterMs = 10_000;
const roundMs = 3_600_000;

async function send(house: House, payment: PaymentRow, refund: RefundRow) {
  const { id: refundId, amount, created_at } = refund;
  const age = house.now().getTime() - Date.parse(created_at);
  try {
    const wish = { refundId, amount, isRepeat: age > repeatAfterMs, round: Math.floor(age / roundMs) };
    const events = await gatewayOf(house, payment.provider).refund(underway(house, payment), wish);
    await inTransaction(house.db, (tx) => settle(house, tx, payment, events));
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    await inTransaction(house.db, (tx) => refundFailed(house, tx, refund, payment.order_number, error));
  }
}

async function refundFailed(
  house: House,
  tx: Tx,
  { id, order_id, key, amount }: RefundRow,
  orderNumber: number,
  error: Error,
) {
  await lockedPayments(house, tx, order_id);
  if (!(await endRefund(tx, id, "failed", error.message, house.now()))) return;
  house.log.error({ err: error, refundId: id }, "a refund was declined");
  const says = `A refund of order ${orderNumber} was declined by the payment provider`;
  await house.happenings.announce(tx, "payments.alert", { key: `refund_failed:${id}`, orderId: order_id, says });
  await house.happenings.announce(tx, "payments.refund_declined", { orderId: order_id, ...wishOf(key), amount });
  await house.happenings.announce(tx, "payments.changed", { orderId: order_id });
}

const silentMs = 2 * 60_000;
/** How long one that failed is asked after now and then. Before its order ends it is asked after once more. */
const triedAgainMs = 3_600_000;

/** Asks providers about payments they have been silent on for two minutes, and tells them what they could not be told. */
export async function reconcile(house: House) {
  const now = house.now().getTime();
  const since = { before: new Date(now - silentMs), failedAfter: new Date(now - triedAgainMs) };
  for (const payment of await rows.listSilent(house.db, since, remoteProviders(house))) await askAfter(house, payment);
}

/**
 * Asks providers far away about payments of one order that may be made yet: before it is ended, for instance. False where
 * one gave no answer, so that its payment may have been made meanwhile.
 */
export async function askAfterOrder(house: House, orderId: string): Promise<boolean> {
  const far = remoteProviders(house);
  if (far.length === 0) return true;
  let areAnswered = true;
  for (const payment of await rows.listPayments(house.db, orderId))
    if (far.includes(payment.provider) && mayBePaid(payment))
      areAnswered = (await askAfter(house, payment)) && areAnswered;
  return areAnswered;
}

const mayBePaid = (payment: PaymentRow) => isOpen(payment) || mayBeTriedAgain(payment);

/** False when its provider gave no answer; nobody can have paid what was never begun there. */
async function askAfter(house: House, payment: PaymentRow): Promise<boolean> {
  if (isLeftAlone(house, payment)) return payment.psp_reference === null;
  try {
    const gateway = gatewayOf(house, payment.provider);
    // What waits for the customer here and not at a provider can't have moved.
    if (!gateway.remote && payment.status !== "processing") return true;
    await carryOut(house, payment.id);
    if (!mayBePaid(payment) || payment.psp_reference === null) return true;
    const events = await gateway.ask(underway(house, payment));
    await inTransaction(house.db, (tx) => settle(house, tx, payment, events));
    return true;
  } catch (error) {
    house.log.warn({ err: error, paymentId: payment.id }, "a payment provider could not be asked");
    return error instanceof Declined;
  } finally {
    await rows.markAsked(house.db, payment.id, house.now());
  }
}
