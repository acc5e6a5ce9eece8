import type { ProviderPayment } from "#server/payments/gateways/gateway.ts";
import type { App } from "#server/platform/app.ts";
import type { PaymentRow } from "./payments.sql.ts";

/** A payment as its gateway takes it. */
export const providerPayment = (app: App, { id, psp_reference, amount, currency }: PaymentRow): ProviderPayment => ({
  paymentId: id,
  reference: psp_reference ?? "",
  amount,
  currency,
  at: app.now(),
});

/** What to capture of an authorization: all but pending refunds; all if they are all, to end paid and refunded. */
export function amountToCapture({ authorized_amount: authorized }: PaymentRow, pending: { amount: number }[]): number {
  const reduction = pending.reduce((sum, { amount }) => sum + amount, 0);
  return reduction < authorized ? authorized - reduction : authorized;
}

/** Whether a payment waits for the customer or the provider. */
export const isOpen = ({ status }: PaymentRow) =>
  status === "created" || status === "requires_action" || status === "processing";

/** Whether the customer can retry a failed payment at its provider: it was begun there. */
export const canBeRetried = ({ id, status, psp_reference }: PaymentRow) =>
  status === "failed" && psp_reference !== declinedReference(id);

/** The reference of a payment that its provider declined to begin. */
export const declinedReference = (paymentId: string) => `refused_${paymentId}`;

/** Whether a payment is authorized and not being voided. */
export const isAuthorized = ({ status, requested_action }: PaymentRow) =>
  status === "authorized" && requested_action !== "cancel";

/** What can be refunded of a payment, or captured less, in minor units; `leaving` is what pending refunds take. */
export function refundableOf(payment: PaymentRow, leaving: number): number {
  const authorized = isAuthorized(payment) ? payment.authorized_amount : 0;
  const available = payment.status === "disputed" ? 0 : Math.max(payment.captured_amount, authorized);
  return available - payment.refunded_amount - leaving;
}
