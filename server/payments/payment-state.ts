import type { ProviderPayment } from "#server/payments/gateways/gateway.ts";
import type { App } from "#server/platform/app.ts";
import type { PaymentRow } from "./payments.sql.ts";

/** A payment as its gateway needs to know it. */
export const providerPayment = (app: App, { id, psp_reference, amount, currency }: PaymentRow): ProviderPayment => ({
  paymentId: id,
  reference: psp_reference ?? "",
  amount,
  currency,
  at: app.now(),
});

/** What a payment comes to so far, for writing a status that no event gives. */
export const sumsOf = (payment: PaymentRow) => ({
  authorized: payment.authorized_amount,
  captured: payment.captured_amount,
  refunded: payment.refunded_amount,
});

/**
 * How much of a promise is to be taken: all but what is to be less. Where that would be nothing all of it is taken and
 * goes back, so that its order ends as paid and refunded.
 */
export function toTake({ authorized_amount: promised }: PaymentRow, pending: { amount: number }[]): number {
  const less = pending.reduce((sum, { amount }) => sum + amount, 0);
  return less < promised ? promised - less : promised;
}

/** Whether the customer or the provider may still make something of a payment. */
export const isOpen = ({ status }: PaymentRow) =>
  status === "created" || status === "requires_action" || status === "processing";

/** Whether one that failed could be tried again at its provider, where that is far away: it was begun there. */
export const mayBeTriedAgain = ({ id, status, psp_reference }: PaymentRow) =>
  status === "failed" && psp_reference !== refusedReference(id);

/** What a payment is called that its provider refused to begin. */
export const refusedReference = (paymentId: string) => `refused_${paymentId}`;

/** Whether money is promised by a payment and the shop has not given that up. */
export const isPromised = ({ status, wanted }: PaymentRow) => status === "authorized" && wanted !== "cancel";
