import type { FulfilmentStatus, OrderPaymentStatus, OrderStatus } from "#contract/orders.ts";
import type { PaymentProvider, PaymentStatus, Refund } from "#contract/payments.ts";
import type { Tone } from "#web/ui/badge.tsx";

/** A state in words, with the colour that repeats them. */
export interface Said {
  words: string;
  tone: Tone;
}
const said = (words: string, tone: Tone = "neutral"): Said => ({ words, tone });

export const statusWords: Record<OrderStatus, Said> = {
  pending_payment: said("Waiting for payment", "warning"),
  confirmed: said("Confirmed", "accent"),
  processing: said("In progress", "accent"),
  on_hold: said("On hold", "warning"),
  completed: said("Completed", "success"),
  cancelled: said("Cancelled"),
  expired: said("Not paid in time"),
  closed_returned: said("Returned"),
};

export const paymentWords: Record<OrderPaymentStatus, Said> = {
  unpaid: said("Unpaid", "warning"),
  authorized: said("Authorised", "accent"),
  partially_paid: said("Partly paid", "warning"),
  paid: said("Paid", "success"),
  partially_refunded: said("Partly refunded"),
  refunded: said("Refunded"),
  voided: said("Voided"),
  disputed: said("Disputed", "danger"),
};

export const fulfilmentWords: Record<FulfilmentStatus, Said> = {
  unfulfilled: said("Not shipped"),
  partial: said("Partly shipped", "accent"),
  fulfilled: said("Shipped", "accent"),
  delivered: said("Delivered", "success"),
  partially_returned: said("Partly returned"),
  returned: said("Returned"),
};

export const providerWords: Record<PaymentProvider, string> = {
  demo: "Demo card",
  cod: "Cash on delivery",
  bank: "Bank transfer",
  stripe: "Card or wallet",
};

export const attemptWords: Record<PaymentStatus, Said> = {
  created: said("Begun"),
  requires_action: said("Needs a second step", "warning"),
  processing: said("Being worked on", "accent"),
  authorized: said("Authorised", "accent"),
  captured: said("Paid", "success"),
  failed: said("Declined", "danger"),
  expired: said("Expired"),
  voided: said("Voided"),
  partially_refunded: said("Partly refunded"),
  refunded: said("Refunded"),
  disputed: said("Disputed", "danger"),
};

export const refundWords: Record<Refund["status"], Said> = {
  pending: said("On its way", "accent"),
  succeeded: said("Sent", "success"),
  failed: said("Not sent", "danger"),
  dropped: said("Not needed"),
};

type Standing = { status: OrderStatus; payment_status: OrderPaymentStatus; fulfilment_status: FulfilmentStatus };

/** The one state a customer cares about most: where the parcel is, once there is one. */
export function customerWords({ status, fulfilment_status }: Standing): Said {
  if (status === "processing" || status === "completed") {
    if (fulfilment_status === "delivered") return said("Delivered", "success");
    if (fulfilment_status === "partially_returned" || fulfilment_status === "returned")
      return fulfilmentWords[fulfilment_status];
    if (fulfilment_status === "fulfilled") return said("On its way", "accent");
    if (fulfilment_status === "partial") return said("Partly on its way", "accent");
    if (status === "processing") return said("Being packed", "accent");
  }
  return statusWords[status];
}

/** Why an order is held: what an administrator wrote, or what the shop found by itself. */
export const holdWords = (reason: string | null) =>
  reason ? (foundReasons[reason] ?? reason) : "No reason was given.";

const foundReasons: Record<string, string> = {
  paid_no_stock: "It was paid after its time had run out, and the stock is gone.",
  amount_mismatch: "What was paid is not what was asked for.",
  amount_mismatch_late: "It was paid after its time had run out, and not the amount asked for.",
};
