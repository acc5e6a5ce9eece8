import type { Payment } from "#contract/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import type { DaySpan } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import type { PaymentFunds, PaymentTotals } from "./funds.sql.ts";
import * as funds from "./funds.sql.ts";
import { isPromised } from "./payment-state.ts";
import type { PaymentRow } from "./payments.sql.ts";
import * as rows from "./payments.sql.ts";
import { syncPayment } from "./provider-sync.ts";

export { mustBeOffered, mustBePayable, mustTake, offeredMethods } from "#server/payments/gateways/gateways.ts";
export {
  collectPayments,
  endPayments,
  refundCancelledPayments,
  refundDuplicatePayments,
  refundPart,
  refundsOf,
  returnPayments,
  sendRefunds,
} from "#server/payments/refunds/refunds.ts";
export { signedByDemo } from "#server/payments/webhooks/webhooks.ts";
export { beginPayment, confirmPayment, lockAttempts, receiveTransfer } from "./attempts.ts";
export { askAfterOrder, reconcile } from "./provider-sync.ts";
export type { PaymentTransaction } from "./transactions.ts";
export type { PaymentFunds, PaymentRow, PaymentTotals };

/** Tells the provider of a payment what is still to be told, and answers how the payment then stands. */
export async function carriedOut(app: App, { id }: PaymentRow): Promise<PaymentRow> {
  await syncPayment(app, id);
  return assertFound(await rows.findPayment(app.db, id));
}

/** The promise of money for an order that can be taken now. Throws `order_state` when there is none. */
export async function promisedPayment(tx: Tx, orderId: string): Promise<PaymentRow> {
  const promised = (await rows.lockPayments(tx, orderId)).find(isPromised);
  if (!promised) throw new Problem("order_state");
  return promised;
}

/** How many payments, and events about them, there are. */
export const countPayments = (db: Db | Tx) => funds.countPayments(db);

/** What the payments of an order hold that its ledger does not say. */
export const paymentFunds = (tx: Db | Tx, orderId: string): Promise<PaymentFunds> => funds.findFunds(tx, orderId);

/** The last attempt to pay an order. */
export const latestPayment = async (db: Db | Tx, orderId: string): Promise<PaymentRow | undefined> =>
  (await rows.listPayments(db, orderId)).at(-1);

/** All attempts to pay an order, oldest first. */
export const paymentsOf = (db: Db | Tx, orderId: string): Promise<PaymentRow[]> => rows.listPayments(db, orderId);

/** Money that came in less money that went back, by day (`YYYY-MM-DD`) of the shop's time zone, both days included. */
export async function netByDay(db: Db, span: DaySpan) {
  return new Map((await funds.listNetByDay(db, span)).map(({ day, net }) => [day, net]));
}

/** What the payments of each order come to, and payments whose sums are not those of their events (none, if all is well). */
export async function provePayments(db: Db | Tx) {
  return { totals: await funds.listTotals(db), crooked: await funds.listCrooked(db) };
}

/** A payment as its customer may see it. What its screen needs is shown only while the customer is asked for something. */
export function shownPayment(payment: PaymentRow): Payment {
  return {
    payment_id: payment.id,
    order_id: payment.order_id,
    provider: payment.provider,
    status: payment.status,
    amount: { amount: payment.amount, currency: payment.currency },
    failure_message: payment.failure_message && say(payment.failure_message),
    client: payment.status === "requires_action" ? payment.client : {},
    redirect_url: null,
    created_at: payment.created_at,
  };
}
