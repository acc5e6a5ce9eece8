import type { Payment } from "#contract/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";
import { isAuthorized } from "./payment-state.ts";
import { findPayment, listPayments, lockPayments, type PaymentRow } from "./payments.sql.ts";
import { syncPayment } from "./provider-sync.ts";

export {
  assertAmountSupported,
  assertOffered,
  assertPayable,
  listPaymentMethods,
  type Purchase,
  roundToPayable,
} from "#server/payments/gateways/gateways.ts";
export {
  cancelPayments,
  capturePayments,
  createRefund,
  listRefunds,
  markRefundSent,
  ordersWithRefundsToSend,
  refundAllPayments,
  refundCancelledPayments,
  refundDuplicatePayments,
  sendRefunds,
  sumRefundsToSend,
  sumUnsentRefunds,
} from "#server/payments/refunds/refunds.ts";
export { signDemoWebhook } from "#server/payments/webhooks/webhooks.ts";
export { beginPayment, confirmPayment, receiveCash, receiveTransfer } from "./attempts.ts";
export {
  countPayments,
  findFunds,
  listInconsistentPayments,
  listTotals,
  type PaymentFunds,
  type PaymentTotals,
} from "./funds.sql.ts";
export { refundableOf } from "./payment-state.ts";
export type { PaymentTransaction } from "./payment-status.ts";
export {
  type CaptureRow,
  deleteBankReferences,
  listCaptures,
  listPayments,
  listTransfers,
  lockPayments,
  type PaymentRow,
  type TransferRow,
} from "./payments.sql.ts";
export { alertUncapturedPayments, syncOrderPayments, syncUnresolvedPayments } from "./provider-sync.ts";

/** Sends what is pending to the provider of a payment, and returns the payment after that. */
export async function syncAndGetPayment(app: App, { id }: PaymentRow): Promise<PaymentRow> {
  await syncPayment(app, id);
  return assertFound(await findPayment(app.db, id));
}

/** The authorized payment of an order that is needed. Throws `order_state` if there is none. */
export async function getAuthorizedPayment(tx: Tx, orderId: string): Promise<PaymentRow> {
  const authorized = (await lockPayments(tx, orderId)).find(
    (payment) => isAuthorized(payment) && payment.cancelled_at === null,
  );
  if (!authorized) throw new Problem("order_state");
  return authorized;
}

export const findLatestPayment = async (db: Db | Tx, orderId: string): Promise<PaymentRow | undefined> =>
  (await listPayments(db, orderId)).at(-1);

/** A payment as its customer sees it; `client` only while the customer has to act. */
export const presentPayment = (payment: PaymentRow): Payment => ({
  payment_id: payment.id,
  order_id: payment.order_id,
  provider: payment.provider,
  status: payment.status,
  amount: { amount: payment.amount, currency: payment.currency },
  failure_message: payment.failure_message && say(payment.failure_message),
  client: payment.status === "requires_action" ? payment.client : {},
  redirect_url: null,
  created_at: payment.created_at,
});
