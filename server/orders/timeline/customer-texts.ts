import type { Items } from "#contract/orders/orders.ts";
import { formatMoney } from "#server/shop/shop.ts";
import { say, text } from "#words/say.ts";
import type { CustomerType, RefundData, TimelineData, TimelineType } from "./timeline-events.ts";

/** What texts of a timeline take from its order. */
export interface TimelineOrder {
  currency: string;
  /** Describes units: `2 × Cup`. */
  describe: (items: Items) => string;
}
/** The text of an event by its type; `written` is what a person wrote. */
export type TimelineTexts<Type extends TimelineType> = {
  [One in Type]: (data: TimelineData[One], order: TimelineOrder, written: string) => string;
};

/** What customers read, in the language of the request. */
export const customerTexts: TimelineTexts<CustomerType> = {
  placed: ({ is_free }) =>
    is_free ? say("Order placed and confirmed. There was nothing to pay.") : say("Order placed."),
  confirmed: ({ is_late }) =>
    is_late ? say("The payment arrived late. The order is confirmed.") : say("Order confirmed."),
  expired: ({ to_cart }) =>
    to_cart
      ? say("The order expired before it was paid. Its items are back in the cart.")
      : say("The order expired before it was paid."),
  cancelled: ({ to_edit }) =>
    to_edit ? say("The order was edited. Its items are back in the cart.") : say("Order cancelled."),
  lines_cancelled: ({ items }, { describe }) => say("Cancelled: {items}.", { items: describe(items) }),
  coupon_retained: () => say("The coupon used for this order remains redeemed."),
  waiting_for_stock: () =>
    say(
      "Your payment arrived after the order expired, and some of its items had sold out. Your money is safe, and we'll email you about the next steps.",
    ),
  started: () => say("We're packing your order."),
  start_undone: () => say("Your order isn't being packed yet."),
  shipped: ({ carrier }) =>
    carrier ? say("Your items are on their way with {carrier}.", { carrier }) : say("Your items are on their way."),
  shipment_cancelled: () => say("A shipment was marked as sent by mistake. It hasn't been sent yet."),
  delivered: () => say("Your items were delivered."),
  reopened: () => say("A shipment was marked as delivered by mistake."),
  completed: () => say("Order completed."),
  closed: () => say("All items were returned or refunded."),
  confirmation_resent: () => say("We've sent the confirmation again."),
  edited: ({ fields }) => say("Changed: {what}.", { what: fields.map((field) => say(fieldNames[field])).join(", ") }),
  refund: refundText,
  refund_sent: () => say("We've sent your refund."),
  payment_returned: ({ cause, to_send }) => say(returnedTexts[cause][to_send ? "toSend" : "sent"]),
  return_requested: ({ number, items }, { describe }) =>
    say("Return {number} requested: {items}.", { number, items: describe(items) }),
  return_approved: ({ number }) => say("Return {number} approved. You can send your items now.", { number }),
  return_rejected: ({ number }, _, answer) => say("Return {number} declined: {answer}", { number, answer }),
  return_closed: ({ number }, _, answer) => say("Return {number} closed: {answer}", { number, answer }),
  return_received: ({ number, items }, { describe }) =>
    say("Return {number} received: {items}.", { number, items: describe(items) }),
  withdrawn: ({ items }, { describe }) =>
    items.length > 0
      ? say("Withdrawal from the contract received: {items}.", { items: describe(items) })
      : say("Withdrawal from the contract received."),
};

const fieldNames: Record<TimelineData["edited"]["fields"][number], string> = {
  shipping_address: text("delivery address"),
  billing_address: text("billing address"),
  email: text("email"),
  customer_note: text("order note"),
};

const authorizedTwice = text("We've received your payment. Your other payment authorization won't be charged.");
const returnedTexts: Record<TimelineData["payment_returned"]["cause"], { sent: string; toSend: string }> = {
  paid_twice: {
    sent: text("This order was paid twice. We're refunding the second payment."),
    toSend: text("This order was paid twice. We'll send the second payment back to you."),
  },
  authorized_twice: { sent: authorizedTwice, toSend: authorizedTwice },
  sold_out: {
    sent: text(
      "Your payment arrived after the order expired, and some of its items had sold out. We're refunding your payment in full.",
    ),
    toSend: text(
      "Your payment arrived after the order expired, and some of its items had sold out. We'll send your payment back to you in full.",
    ),
  },
};

/** Says what is back on gift cards too where nothing else was paid yet. */
function refundText(refund: RefundData, { currency, describe }: TimelineOrder): string {
  const { items, is_captured, on_cards } = refund;
  const cards =
    on_cards > 0 ? say("{cards} goes back to your gift card.", { cards: formatMoney(on_cards, currency) }) : "";
  if (refund.only_cards && items.length === 0) return cards;
  return cards && !is_captured ? `${refundOf(refund, describe)} ${cards}` : refundOf(refund, describe);
}

function refundOf({ items, is_captured, to_send }: RefundData, describe: TimelineOrder["describe"]): string {
  const units = { items: describe(items) };
  if (!is_captured)
    return items.length > 0 ? say("You won't be charged for {items}.", units) : say("You'll be charged less.");
  if (to_send)
    return items.length > 0 ? say("We'll send you a refund for {items}.", units) : say("We'll send you a refund.");
  return items.length > 0 ? say("Refund for {items}.", units) : say("A refund is on its way to you.");
}
