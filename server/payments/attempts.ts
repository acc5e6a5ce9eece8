import { v7 as uuid } from "uuid";
import type { DemoOutcome, PaymentProvider } from "#contract/payments.ts";
import { received, referenceOf } from "#server/payments/gateways/bank.gateway.ts";
import type { Charge } from "#server/payments/gateways/gateway.ts";
import { gatewayOf, isRemote } from "#server/payments/gateways/gateways.ts";
import { expectLateApproval } from "#server/payments/webhooks/webhooks.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { recordEvents } from "./events.ts";
import { lockedPayments, settle } from "./payment-locks.ts";
import { isOpen, mayBeTriedAgain, providerPayment, sumsOf } from "./payment-state.ts";
import { totalsAndStatus } from "./payment-status.ts";
import type { PaymentRow } from "./payments.sql.ts";
import * as rows from "./payments.sql.ts";
import { schedulePaymentSync } from "./provider-sync.ts";
import { nothing, type PaymentTransaction, transactionsOf } from "./transactions.ts";

/** Locks what was tried to pay an order that is locked, for `beginPayment`: both locks may be asked for together. */
export const lockAttempts = (tx: Tx, orderId: string): Promise<PaymentRow[]> => rows.lockPayments(tx, orderId);

/** An order to be paid: `amount` minor units of it are still due, `earlier` was tried. */
export interface ToPay {
  orderId: string;
  orderNumber: number;
  amount: number;
  currency: string;
  provider: PaymentProvider;
  outcome?: DemoOutcome | undefined;
  earlier: PaymentRow[];
}

/**
 * Starts to pay an order and answers how the attempt stands. An attempt that waits for the customer gives way to it;
 * throws `payment_in_progress` while another is being worked on. Of a provider at the far end of a network only the
 * wish is kept: call `carryOut` after the commit.
 */
export async function beginPayment(app: App, tx: Tx, order: ToPay): Promise<PaymentRow> {
  const gateway = gatewayOf(app, order.provider);
  const [id, at] = [uuid(), app.now()];
  const { earlier } = order;
  if (earlier.some((payment) => payment.status === "processing" || payment.status === "authorized"))
    throw new Problem("payment_in_progress");
  await giveUpWaiting(app, tx, earlier);
  if (gateway.remote) return keep(tx, { id, at, order, charge: undefined });
  const charge = await gateway.begin({ ...order, paymentId: id, outcome: order.outcome ?? "approve" }, at);
  const payment = await keep(tx, { id, at, order, charge });
  if (charge.kind === "processing" && order.provider === "demo") await expectLateApproval(app, tx, payment);
  if (charge.kind === "action")
    await app.events.emit(tx, "payment.requested", {
      orderId: order.orderId,
      paymentId: id,
      provider: order.provider,
    });
  if (charge.kind === "settled")
    await app.events.emit(tx, "payment.changed", { orderId: order.orderId, transactions: payment.transactions });
  return payment;
}

interface Kept {
  id: string;
  at: Date;
  order: ToPay;
  /** Undefined until the provider has answered. */
  charge: Charge | undefined;
}

const statusAfter = { settled: "created", action: "requires_action", processing: "processing" } as const;

async function keep(
  tx: Tx,
  { id, at, order, charge }: Kept,
): Promise<PaymentRow & { transactions: PaymentTransaction[] }> {
  const events = charge?.kind === "settled" ? charge.events : [];
  const status = charge ? statusAfter[charge.kind] : "created";
  const { provider } = order;
  const reference = charge?.reference ?? null;
  const state = totalsAndStatus(
    status,
    events.map((event) => ({ ...event, object_ref: event.objectRef })),
  );
  const inserted = rows.insertPayment(
    tx,
    {
      id,
      order_id: order.orderId,
      order_number: order.orderNumber,
      provider,
      psp_reference: reference,
      amount: order.amount,
      currency: order.currency,
      status,
      client: charge?.kind === "action" ? charge.client : {},
      created_at: at.toISOString(),
      failure: events.find((event) => event.failure)?.failure,
    },
    state,
  );
  const entered = rows.insertEvents(
    tx,
    events.map((event) => ({ ...event, paymentId: id, provider, reference: reference ?? "" })),
  );
  const [payment, fresh] = await Promise.all([inserted, entered]);
  return { ...payment, transactions: transactionsOf(id, { before: nothing, after: state, fresh }) };
}

/**
 * Attempts the customer has not answered are closed, and of a provider at the far end those that failed too, since they
 * could be tried again there. One that is paid all the same counts as a late success.
 */
async function giveUpWaiting(app: App, tx: Tx, payments: PaymentRow[]) {
  for (const payment of payments) {
    const waits = payment.status === "requires_action" || payment.status === "created";
    const remote = isRemote(app, payment.provider);
    if (waits)
      await rows.updateTotalsAndStatus(tx, payment.id, { ...sumsOf(payment), status: "expired" }, undefined, app.now());
    if (remote && (waits || mayBeTriedAgain(payment))) await schedulePaymentSync(app, tx, payment, "cancel");
  }
}

/**
 * The customer's second step, with the token or secret only he was given: answered here, or done at the provider, who is
 * then asked. A repeat answers how the payment stands.
 */
export async function confirmPayment(
  app: App,
  orderId: string,
  { token, approve }: { token: string; approve: boolean },
): Promise<PaymentRow> {
  const isMeant = ({ client }: PaymentRow) => client.token === token || client.client_secret === token;
  const payment = assertFound((await rows.listPayments(app.db, orderId)).find(isMeant));
  if (gatewayOf(app, payment.provider).remote) await askedFor(app, payment);
  else await inTransaction(app.db, (tx) => answered(app, tx, payment, approve));
  return assertFound(await rows.findPayment(app.db, payment.id));
}

async function askedFor(app: App, payment: PaymentRow) {
  try {
    const events = await gatewayOf(app, payment.provider).confirm(providerPayment(app, payment), true);
    await inTransaction(app.db, (tx) => settle(app, tx, payment, events));
  } catch (error) {
    // The provider tells by webhook too, and is asked again.
    app.log.warn({ err: error, paymentId: payment.id }, "a payment provider could not be asked");
  }
}

async function answered(app: App, tx: Tx, { id, order_id }: PaymentRow, approve: boolean) {
  const payments = await lockedPayments(app, tx, order_id);
  const payment = assertFound(payments.find((one) => one.id === id));
  if (payment.status === "expired") throw new Problem(payments.some(isPaid) ? "already_paid" : "order_expired");
  if (payment.status !== "requires_action") return;
  const events = await gatewayOf(app, payment.provider).confirm(providerPayment(app, payment), approve);
  await recordEvents(app, tx, [{ payment, events }]);
}

const isPaid = ({ status }: PaymentRow) => status === "captured" || status === "authorized";

/** An order that may be paid by transfer: `outstanding` minor units of what was sold are neither paid nor promised. */
export interface Outstanding extends Pick<ToPay, "orderId" | "orderNumber" | "currency"> {
  outstanding: number;
}

/**
 * Notes that a bank transfer of `amount` minor units arrived: one that was asked for, also in parts or after its time, or
 * one that was agreed on later for what is outstanding. Throws `not_found` for an order that owes nothing and nobody wanted to
 * pay by transfer, `order_state` when all of it had arrived before.
 */
export async function receiveTransfer(app: App, tx: Tx, order: Outstanding, amount: number): Promise<PaymentRow> {
  const transfers = (await lockedPayments(app, tx, order.orderId)).filter(({ provider }) => provider === "bank");
  const last = transfers.at(-1);
  if (order.outstanding > 0 && !(last && isAwaited(last))) return keepAgreed(app, tx, order, amount);
  const payment = assertFound(last);
  const before = payment.captured_amount;
  if (before >= payment.amount) throw new Problem("order_state");
  await recordEvents(app, tx, [{ payment, events: [received(providerPayment(app, payment), amount, before)] }]);
  return assertFound(await rows.findPayment(tx, payment.id));
}

/** Whether a transfer, or the rest of one, is still waited for. */
const isAwaited = (transfer: PaymentRow) =>
  isOpen(transfer) ||
  (transfer.cancelled_at === null && transfer.captured_amount > 0 && transfer.captured_amount < transfer.amount);

async function keepAgreed(
  app: App,
  tx: Tx,
  { outstanding, ...order }: Outstanding,
  amount: number,
): Promise<PaymentRow> {
  const [id, at] = [uuid(), app.now()];
  const [provider, reference] = ["bank" as const, referenceOf(id)];
  const events = received({ paymentId: id, reference, amount: outstanding, currency: order.currency, at }, amount);
  const payment = await keep(tx, {
    id,
    at,
    order: { ...order, amount: outstanding, provider, earlier: [] },
    charge: { kind: "settled", reference, events: [events] },
  });
  const { transactions } = payment;
  await app.events.emit(tx, "payment.changed", { orderId: order.orderId, transactions });
  return assertFound(await rows.findPayment(tx, payment.id));
}
