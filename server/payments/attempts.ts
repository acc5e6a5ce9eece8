import { isDeepStrictEqual } from "node:util";
import { v7 as uuid } from "uuid";
import type { DemoOutcome, PaymentProvider } from "#contract/payments.ts";
import type { BankStatementEntry, Charge } from "#server/payments/gateways/gateway.ts";
import { gatewayOf, isRemote } from "#server/payments/gateways/gateways.ts";
import { cashReference, transferReceived, transferReference } from "#server/payments/gateways/manual.gateway.ts";
import { scheduleLateApproval } from "#server/payments/webhooks/webhooks.ts";
import type { App } from "#server/platform/app.ts";
import { inOrder, type Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { lockAndRecordEvents, lockOrderAndPayments, recordEvents } from "./events.ts";
import { canBeRetried, isOpen, providerPayment } from "./payment-state.ts";
import { totalsAndStatus, transactionsOf, zeroTotals } from "./payment-status.ts";
import type { PaymentRow } from "./payments.sql.ts";
import * as rows from "./payments.sql.ts";
import { schedulePaymentSync } from "./provider-sync.ts";

/** A payment of `amount` minor units to begin; `earlier` are the order's payments so far. */
export interface PaymentRequest {
  orderId: string;
  orderNumber: number;
  amount: number;
  currency: string;
  provider: PaymentProvider;
  outcome?: DemoOutcome | undefined;
  earlier: PaymentRow[];
}

/** Attempts to pay an order in a day. Somebody whose card is declined has given up long before. */
const maxAttemptsOfDay = 30;
const dayMs = 86_400_000;

/**
 * Begins a payment, replacing one that waits for the customer, unless it is the same bank transfer, which is returned: the
 * customer has its instructions. Throws `payment_in_progress` while another is processing or authorized, and
 * `too_many_requests`. A remote provider is called by `syncPayment`, after the commit.
 */
export async function beginPayment(app: App, tx: Tx, request: PaymentRequest): Promise<PaymentRow> {
  const { orderId, provider, earlier, outcome = "approve" } = request;
  const gateway = gatewayOf(app, provider);
  const [id, at] = [uuid(), app.now()];
  if (earlier.some(({ status }) => status === "processing" || status === "authorized"))
    throw new Problem("payment_in_progress");
  const charge = gateway.remote ? undefined : await gateway.begin({ ...request, paymentId: id, outcome, hours: 0 }, at);
  const same = earlier.filter((one) => isSameTransfer(one, request, charge));
  const awaited = same.find(({ status }) => status === "requires_action");
  if (awaited) return awaited;
  assertFewAttempts(earlier, at);
  await expireOpenAttempts(app, tx, earlier);
  if (!charge) return insertAttempt(tx, { id, at, request, charge });
  const payment = await insertAttempt(tx, { id, at, request, charge });
  if (charge.kind === "processing" && provider === "demo") await scheduleLateApproval(app, tx, payment);
  if (charge.kind === "action" && same.length === 0)
    await app.events.emit(tx, "payment.requested", { orderId, paymentId: id, provider });
  if (charge.kind === "settled")
    await app.events.emit(tx, "payment.changed", { orderId, transactions: payment.transactions });
  return payment;
}

/** Whether an earlier payment asked for the same amount by transfer to the same account. */
const isSameTransfer = (payment: PaymentRow, request: PaymentRequest, charge: Charge | undefined) =>
  payment.provider === "bank" &&
  request.provider === "bank" &&
  payment.amount === request.amount &&
  payment.currency === request.currency &&
  charge?.kind === "action" &&
  isDeepStrictEqual(payment.client, charge.client);

function assertFewAttempts(earlier: PaymentRow[], at: Date) {
  const oldest = earlier.at(-maxAttemptsOfDay);
  const wait = oldest ? Date.parse(oldest.created_at) + dayMs - at.getTime() : 0;
  if (wait > 0) throw new Problem("too_many_requests", { retryAfter: Math.ceil(wait / 1000) });
}

interface NewAttempt {
  id: string;
  at: Date;
  request: PaymentRequest;
  /** Undefined until the provider has answered. */
  charge: Charge | undefined;
}

const statusAfter = { settled: "created", action: "requires_action", processing: "processing" } as const;

async function insertAttempt(tx: Tx, { id, at, request, charge }: NewAttempt) {
  const events = charge?.kind === "settled" ? charge.events : [];
  const { orderId, orderNumber, provider, amount, currency } = request;
  const reference = charge?.reference ?? null;
  const after = totalsAndStatus(
    charge ? statusAfter[charge.kind] : "created",
    events.map((event) => ({ ...event, object_ref: event.objectRef })),
  );
  const row = {
    id,
    order_id: orderId,
    order_number: orderNumber,
    provider,
    psp_reference: reference,
    amount,
    currency,
    client: charge?.kind === "action" ? charge.client : {},
    created_at: at.toISOString(),
    failure: events.find((event) => event.failure)?.failure,
  };
  const newEvents = events.map((event) => ({ ...event, paymentId: id, provider, reference: reference ?? "" }));
  // Events refer to their payment.
  const [payment, fresh] = await inOrder(
    tx,
    () => rows.insertPayment(tx, row, after),
    () => rows.insertEvents(tx, newEvents),
  );
  return { ...payment, transactions: transactionsOf(id, { before: zeroTotals, after, fresh }) };
}

/**
 * Expires attempts that wait for the customer. At remote providers they are cancelled too, also failed ones, which could
 * be retried there; a capture that arrives nevertheless counts as a late success.
 */
async function expireOpenAttempts(app: App, tx: Tx, payments: PaymentRow[]) {
  for (const payment of payments) {
    const isWaiting = payment.status === "requires_action" || payment.status === "created";
    if (isWaiting) await rows.expirePayment(tx, payment.id, app.now());
    if (isRemote(app, payment.provider) && (isWaiting || canBeRetried(payment)))
      await schedulePaymentSync(app, tx, payment, "cancel");
  }
}

/** The customer's second step, found by the token or client secret of the payment, synced if remote. Idempotent. */
export async function confirmPayment(
  app: App,
  orderId: string,
  { token, approve }: { token: string; approve: boolean },
): Promise<PaymentRow> {
  const hasToken = ({ client }: PaymentRow) => client.token === token || client.client_secret === token;
  const payment = assertFound((await rows.listPayments(app.db, orderId)).find(hasToken));
  if (gatewayOf(app, payment.provider).remote) await confirmAtProvider(app, payment);
  else await inTransaction(app.db, (tx) => confirmLocally(app, tx, payment, approve));
  return assertFound(await rows.findPayment(app.db, payment.id));
}

async function confirmAtProvider(app: App, payment: PaymentRow) {
  try {
    const events = await gatewayOf(app, payment.provider).confirm(providerPayment(app, payment), true);
    await inTransaction(app.db, (tx) => lockAndRecordEvents(app, tx, payment, events));
  } catch (error) {
    // The webhook or a later synchronization brings the result.
    app.log.warn({ err: error, paymentId: payment.id }, "a payment provider could not be reached");
  }
}

async function confirmLocally(app: App, tx: Tx, { id, order_id }: PaymentRow, approve: boolean) {
  const payments = await lockOrderAndPayments(app, tx, order_id);
  const payment = assertFound(payments.find((one) => one.id === id));
  if (payment.status === "expired") throw new Problem(payments.some(isPaid) ? "already_paid" : "order_expired");
  if (payment.status !== "requires_action") return;
  const events = await gatewayOf(app, payment.provider).confirm(providerPayment(app, payment), approve);
  await recordEvents(app, tx, [{ payment, events }]);
}

const isPaid = ({ status }: PaymentRow) => status === "captured" || status === "authorized";

/** An order that may be paid by bank transfer. */
export interface TransferOrder extends Pick<PaymentRequest, "orderId" | "orderNumber" | "currency"> {
  outstanding: number;
}

/** Money that arrived, in minor units, with what the bank statement says of it. */
interface ReceivedTransfer extends BankStatementEntry {
  amount: number;
}

/**
 * Records a received bank transfer of `amount` minor units: for the payment by transfer of the order, also in parts or
 * late, or as a new payment for what is outstanding. Throws `not_found` if the order has neither, `order_state` if the
 * transfer was received in full before, or paid another way, unless it `isAnother`: that is a duplicate payment.
 */
export async function receiveTransfer(
  app: App,
  tx: Tx,
  order: TransferOrder,
  { isAnother, ...received }: ReceivedTransfer & { isAnother: boolean },
): Promise<PaymentRow> {
  const transfers = (await lockOrderAndPayments(app, tx, order.orderId)).filter(({ provider }) => provider === "bank");
  const last = transfers.at(-1);
  if (order.outstanding > 0 && !(last && isAwaited(last)))
    return recordReceived(app, tx, order, { provider: "bank", ...received });
  const payment = assertFound(last);
  const before = payment.captured_amount;
  // Also one for which another payment method was chosen, that has paid.
  const isExtra = isAnother && order.outstanding === 0 && (before === 0 || before >= payment.amount);
  if (isExtra)
    return recordReceived(app, tx, { ...order, outstanding: received.amount }, { provider: "bank", ...received });
  if (before >= payment.amount) throw new Problem("order_state");
  const events = [transferReceived(providerPayment(app, payment), received, before)];
  await recordEvents(app, tx, [{ payment, events }]);
  return assertFound(await rows.findPayment(tx, payment.id));
}

const isAwaited = (transfer: PaymentRow) =>
  isOpen(transfer) ||
  (transfer.cancelled_at === null && transfer.captured_amount > 0 && transfer.captured_amount < transfer.amount);

/** Records the outstanding amount of an order as received in cash. */
export const receiveCash = (app: App, tx: Tx, order: TransferOrder): Promise<PaymentRow> =>
  recordReceived(app, tx, order, { provider: "cash", amount: order.outstanding });

async function recordReceived(
  app: App,
  tx: Tx,
  { outstanding, ...order }: TransferOrder,
  { provider, ...part }: ReceivedTransfer & { provider: "bank" | "cash" },
): Promise<PaymentRow> {
  const [id, at] = [uuid(), app.now()];
  const reference = provider === "bank" ? transferReference(id) : cashReference(id);
  const received = { paymentId: id, reference, amount: outstanding, currency: order.currency, at };
  const { transactions } = await insertAttempt(tx, {
    id,
    at,
    request: { ...order, amount: outstanding, provider, earlier: [] },
    charge: { kind: "settled", reference, events: [transferReceived(received, part)] },
  });
  await app.events.emit(tx, "payment.changed", { orderId: order.orderId, transactions });
  return assertFound(await rows.findPayment(tx, id));
}
