import type { FulfilmentStatus, Order, OrderPaymentStatus, OrderStatus } from "#contract/orders.ts";
import type { PaymentProvider, PaymentStatus, Refund } from "#contract/payments.ts";
import type { Tone } from "#web/ui/badge.tsx";
import { text } from "#words/say.ts";

/** A state in words, with the colour that repeats them. */
export interface Said {
  words: string;
  tone: Tone;
}
const said = (words: string, tone: Tone = "neutral"): Said => ({ words, tone });

export const statusWords: Record<OrderStatus, Said> = {
  pending_payment: said(text("Waiting for payment"), "warning"),
  confirmed: said(text("Confirmed"), "accent"),
  processing: said(text("In progress"), "accent"),
  on_hold: said(text("On hold"), "warning"),
  completed: said(text("Completed"), "success"),
  cancelled: said(text("Cancelled")),
  expired: said(text("Not paid in time")),
  closed_returned: said(text("Returned")),
};

export const paymentWords: Record<OrderPaymentStatus, Said> = {
  unpaid: said(text("Unpaid"), "warning"),
  authorized: said(text("Authorised"), "accent"),
  partially_paid: said(text("Partly paid"), "warning"),
  paid: said(text("Paid"), "success"),
  partially_refunded: said(text("Partly refunded")),
  refunded: said(text("Refunded")),
  voided: said(text("Voided")),
  disputed: said(text("Disputed"), "danger"),
};

export const fulfilmentWords: Record<FulfilmentStatus, Said> = {
  unfulfilled: said(text("Not shipped")),
  partial: said(text("Partly shipped"), "accent"),
  fulfilled: said(text("Shipped"), "accent"),
  delivered: said(text("Delivered"), "success"),
  partially_returned: said(text("Partly returned")),
  returned: said(text("Returned")),
};

export const providerWords: Record<PaymentProvider, string> = {
  demo: text("Demo card"),
  cod: text("Cash on delivery"),
  bank: text("Bank transfer"),
  stripe: text("Card or wallet"),
};

const attemptWords: Record<PaymentStatus, Said> = {
  created: said(text("Begun")),
  requires_action: said(text("Needs a second step"), "warning"),
  processing: said(text("Being worked on"), "accent"),
  authorized: said(text("Authorised"), "accent"),
  captured: said(text("Paid"), "success"),
  failed: said(text("Declined"), "danger"),
  expired: said(text("Expired")),
  voided: said(text("Voided")),
  partially_refunded: said(text("Partly refunded")),
  refunded: said(text("Refunded")),
  disputed: said(text("Disputed"), "danger"),
};

const transferAwaited = said(text("Waiting for the transfer"), "warning");

type Attempt = Pick<Order["payments"][number], "provider" | "status" | "amount" | "captured">;

/** How an attempt to pay stands. */
export function attemptSaid(attempt: Attempt): Said {
  if (attempt.provider === "bank" && attempt.status === "requires_action") return transferAwaited;
  return isPartOnly(attempt) ? paymentWords.partially_paid : attemptWords[attempt.status];
}

/** Whether less was taken than was asked for. */
export const isPartOnly = ({ status, amount, captured }: Attempt) =>
  status === "captured" && captured.amount < amount.amount;

export const refundWords: Record<Refund["status"], Said> = {
  pending: said(text("On its way"), "accent"),
  succeeded: said(text("Sent"), "success"),
  failed: said(text("Not sent"), "danger"),
  dropped: said(text("Never charged")),
};

/** The same at the desk of what no provider sends: our books can't know that somebody did. */
export const handSent = said(text("By hand"));

type Standing = { status: OrderStatus; payment_status: OrderPaymentStatus; fulfilment_status: FulfilmentStatus };

/** The one state a customer cares about most: where the parcel is, once there is one. */
export function customerWords({ status, fulfilment_status }: Standing): Said {
  if (status === "processing" || status === "completed") {
    if (fulfilment_status === "delivered") return said(text("Delivered"), "success");
    if (fulfilment_status === "partially_returned" || fulfilment_status === "returned")
      return fulfilmentWords[fulfilment_status];
    if (fulfilment_status === "fulfilled") return said(text("On its way"), "accent");
    if (fulfilment_status === "partial") return said(text("Partly on its way"), "accent");
    if (status === "processing") return said(text("Being packed"), "accent");
  }
  return statusWords[status];
}

/** Why an order is held: what an administrator wrote, or what the shop found by itself. */
export const holdWords = (reason: string | null) =>
  reason ? (foundReasons[reason] ?? reason) : "No reason was given.";

const foundReasons: Record<string, string> = {
  paid_no_stock:
    "It was paid after its time had run out, and the stock is gone. Release it when there is some again, or cancel it to return the money.",
  promise_lapsed:
    "The money promised for it can't be taken any more. Agree with the customer how it is paid, then take it off hold, or cancel it.",
  gift_card_spent:
    "It was paid after its time had run out, and what a gift card paid of it has been spent elsewhere, so that it is owed again. Note the rest when it comes, release the order without it, or cancel it to return the money.",
  amount_mismatch: "What was paid is not what was asked for.",
  amount_mismatch_late: "It was paid after its time had run out, and not the amount asked for.",
};
