import type { FulfilmentStatus, Order, OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";
import type { PaymentProvider, PaymentStatus, Refund } from "#contract/payments.ts";
import type { Tone } from "#web/ui/text/badge.tsx";
import { text } from "#words/say.ts";

/** Label and tone of a status. */
export interface StatusLabel {
  label: string;
  tone: Tone;
}
const statusLabel = (words: string, tone: Tone = "neutral"): StatusLabel => ({ label: words, tone });

export const orderStatusLabels: Record<OrderStatus, StatusLabel> = {
  pending_payment: statusLabel(text("Waiting for payment"), "warning"),
  confirmed: statusLabel(text("Confirmed"), "accent"),
  processing: statusLabel(text("In progress"), "accent"),
  on_hold: statusLabel(text("On hold"), "warning"),
  completed: statusLabel(text("Completed"), "success"),
  cancelled: statusLabel(text("Cancelled")),
  expired: statusLabel(text("Not paid in time")),
  closed_returned: statusLabel(text("Returned")),
};

export const paymentStatusLabels: Record<OrderPaymentStatus, StatusLabel> = {
  unpaid: statusLabel(text("Unpaid"), "warning"),
  authorized: statusLabel(text("Authorised"), "accent"),
  partially_paid: statusLabel(text("Partly paid"), "warning"),
  paid: statusLabel(text("Paid"), "success"),
  partially_refunded: statusLabel(text("Partly refunded")),
  refunded: statusLabel(text("Refunded")),
  voided: statusLabel(text("Voided")),
  disputed: statusLabel(text("Disputed"), "danger"),
};

export const fulfilmentStatusLabels: Record<FulfilmentStatus, StatusLabel> = {
  unfulfilled: statusLabel(text("Not shipped")),
  partial: statusLabel(text("Partly shipped"), "accent"),
  fulfilled: statusLabel(text("Shipped"), "accent"),
  delivered: statusLabel(text("Delivered"), "success"),
  partially_returned: statusLabel(text("Partly returned")),
  returned: statusLabel(text("Returned")),
};

export const providerLabels: Record<PaymentProvider, string> = {
  demo: text("Demo card"),
  cod: text("Cash on delivery"),
  bank: text("Bank transfer"),
  stripe: text("Card or wallet"),
};

const attemptLabels: Record<PaymentStatus, StatusLabel> = {
  created: statusLabel(text("Begun")),
  requires_action: statusLabel(text("Needs a second step"), "warning"),
  processing: statusLabel(text("Being worked on"), "accent"),
  authorized: statusLabel(text("Authorised"), "accent"),
  captured: statusLabel(text("Paid"), "success"),
  failed: statusLabel(text("Declined"), "danger"),
  expired: statusLabel(text("Expired")),
  voided: statusLabel(text("Voided")),
  partially_refunded: statusLabel(text("Partly refunded")),
  refunded: statusLabel(text("Refunded")),
  disputed: statusLabel(text("Disputed"), "danger"),
};

const awaitingTransfer = statusLabel(text("Waiting for the transfer"), "warning");

type Attempt = Pick<Order["payments"][number], "provider" | "status" | "amount" | "captured">;

/** Status of a payment. */
export function paymentAttemptLabel(attempt: Attempt): StatusLabel {
  if (attempt.provider === "bank" && attempt.status === "requires_action") return awaitingTransfer;
  return isPartiallyPaid(attempt) ? paymentStatusLabels.partially_paid : attemptLabels[attempt.status];
}

/** Whether less was captured than requested. */
export const isPartiallyPaid = ({ status, amount, captured }: Attempt) =>
  status === "captured" && captured.amount < amount.amount;

export const refundStatusLabels: Record<Refund["status"], StatusLabel> = {
  pending: statusLabel(text("On its way"), "accent"),
  succeeded: statusLabel(text("Sent"), "success"),
  failed: statusLabel(text("Not sent"), "danger"),
  dropped: statusLabel(text("Never charged")),
};

/** For administrators: refunds that no provider sends, so the system can't know whether they were. */
export const manualRefundLabel = statusLabel(text("By hand"));

type OrderStatuses = { status: OrderStatus; payment_status: OrderPaymentStatus; fulfilment_status: FulfilmentStatus };

/** The status shown to customers: the shipment's, once there is one. */
export function customerStatusLabel({ status, fulfilment_status }: OrderStatuses): StatusLabel {
  if (status === "processing" || status === "completed") {
    if (fulfilment_status === "delivered") return statusLabel(text("Delivered"), "success");
    if (fulfilment_status === "partially_returned" || fulfilment_status === "returned")
      return fulfilmentStatusLabels[fulfilment_status];
    if (fulfilment_status === "fulfilled") return statusLabel(text("On its way"), "accent");
    if (fulfilment_status === "partial") return statusLabel(text("Partly on its way"), "accent");
    if (status === "processing") return statusLabel(text("Being packed"), "accent");
  }
  return orderStatusLabels[status];
}

/** The hold reason: an administrator's text or a known code. */
export const holdReasonText = (reason: string | null) =>
  reason ? (holdReasons[reason] ?? reason) : "No reason was given.";

const holdReasons: Record<string, string> = {
  paid_no_stock:
    "It was paid after its time had run out, and the stock is gone. Release it when there is some again, or cancel it to return the money.",
  promise_lapsed:
    "The money promised for it can't be taken any more. Agree with the customer how it is paid, then take it off hold, or cancel it.",
  gift_card_spent:
    "It was paid after its time had run out, and what a gift card paid of it has been spent elsewhere, so that it is owed again. Note the rest when it comes, release the order without it, or cancel it to return the money.",
  amount_mismatch: "What was paid is not what was asked for.",
  amount_mismatch_late: "It was paid after its time had run out, and not the amount asked for.",
};
