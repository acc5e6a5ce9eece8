import { describeUnits } from "#server/orders/ledger/unit-values.ts";
import type { LineRow } from "#server/orders/line-row.ts";
import { inLanguage } from "#server/platform/language.ts";
import { formatMoney } from "#server/shop/shop.ts";
import { say, shopLocale } from "#words/say.ts";
import { customerTexts, type TimelineTexts } from "./customer-texts.ts";
import type { RefundData, StoredEvent, TimelineData, TimelineType } from "./timeline-events.ts";

/** The text of a stored event, for customers in the language of the request; for staff in English. */
export function timelineText(
  event: StoredEvent,
  { lines, currency }: { lines: LineRow[]; currency: string },
  who: "customer" | "admin",
): string {
  const written = event.text ?? "";
  const texts: Partial<Texts> = who === "admin" ? { ...customerTexts, ...staffTexts } : customerTexts;
  const word = texts[event.type as TimelineType];
  if (event.data === null || !word)
    return who === "admin" ? (earlierTexts[written] ?? earlierTexts[event.type] ?? written) : say(written);
  const order = { currency, describe: (items: Parameters<typeof describeUnits>[1]) => describeUnits(lines, items) };
  const { data } = event;
  if (who === "customer") return word(data as never, order, written);
  return inLanguage({ locale: shopLocale(), language: "en", messages: {} }, () => word(data as never, order, written));
}

type Texts = TimelineTexts<TimelineType>;

/** What staff read where it isn't what customers do. */
const staffTexts: Partial<Texts> & Omit<Texts, keyof typeof customerTexts> = {
  expired: ({ to_cart }) =>
    `Order expired without payment.${to_cart ? " The items went back to the customer's cart." : ""}`,
  cancelled: ({ to_edit }) =>
    to_edit ? "The customer edits the order: its items went back to the cart." : "Order cancelled.",
  coupon_retained: () => "The coupon of this order stays redeemed.",
  held: (data) => heldText(data),
  waiting_for_stock: () => "Paid after the order expired. Waiting for stock.",
  released: ({ cause }) => releasedTexts[cause],
  paid: () => releasedTexts.paid_another_way,
  started: () => "Order marked in progress.",
  start_undone: () => "Order no longer in progress.",
  packed: () => "Order packed.",
  pack_undone: () => "Order no longer packed.",
  shipped: ({ carrier }) => (carrier ? `Items shipped with ${carrier}.` : "Items shipped."),
  shipment_cancelled: () => "Shipment undone.",
  shipment_cancel_reason: (_, __, reason) => `Shipment undone: ${reason}`,
  delivered: () => "Items delivered.",
  delivery_unconfirmed: () =>
    "It was shipped two weeks ago and hasn't been marked as delivered, so its payment hasn't been captured.",
  reopened: () => "Delivery undone.",
  note: (_, __, note) => note,
  refund_reason: (_, __, reason) => `Refund: ${reason}`,
  refund: (refund, { currency, describe }) => refundText(refund, describe(refund.items), currency),
  refund_sent: () => "Refund marked as sent.",
  refund_waits: () =>
    "The payment is disputed, so only part of this was refunded. Refund the rest if you win the dispute.",
  refund_failed: (data) => refundFailedText(data),
  refund_account: ({ account, former }) =>
    former === null
      ? `The customer named the account ${account} for the refund.`
      : `The customer changed the account for the refund from ${former} to ${account}.`,
  payment_returned: ({ cause, to_send }) => `${returnedTexts[cause]} ${returningTexts[cause][to_send ? 1 : 0]}`,
  not_restocked: ({ items }, { describe }) => `Not restocked, because they are deleted: ${describe(items)}.`,
  withdrawn: ({ items, owes_delivery }, { describe }) =>
    [
      items.length > 0
        ? `The customer withdrew from the contract: ${describe(items)}.`
        : "The customer withdrew from the contract.",
      ...(owes_delivery ? ["The standard delivery cost is refunded too: receiving the return offers it."] : []),
    ].join(" "),
  withdrawal_left: ({ items }, { describe }, note) =>
    [
      "Answer the customer about the withdrawal:",
      items.length > 0
        ? `${describe(items)}. This wasn't cancelled or returned by itself.`
        : "nothing was cancelled or returned by itself.",
      ...(note ? [`The customer wrote: “${note}”`] : []),
    ].join(" "),
  return_approved: ({ number }) => `Return ${number} approved. The customer can send the items.`,
};

/** Why an order is on hold, as staff read it. */
export function heldText({ cause, note }: TimelineData["held"]): string {
  if (cause === "staff" && note) return `Order put on hold: ${note}`;
  return note ? `${heldTexts[cause]} It had been put on hold before: ${note}` : heldTexts[cause];
}
const heldTexts: Record<TimelineData["held"]["cause"], string> = {
  staff: "Order put on hold.",
  amount_mismatch: "The amount paid differs from the amount due.",
  late_payment: "A payment arrived after the order expired.",
  late_without_stock: "Paid after the order expired, and some items are sold out.",
  late_without_gift_card:
    "Paid after the order expired, and the gift card used for it has since been spent. That amount is now due.",
  authorization_expired: "The payment authorization expired and can't be captured.",
};

const releasedTexts: Record<TimelineData["released"]["cause"], string> = {
  staff: "Hold released.",
  rest_paid: "The remaining amount was paid.",
  items_cancelled: "Items were cancelled, so the order is fully paid.",
  // Its refund may still have to be sent.
  overpayment_refunded: "The order is no longer overpaid.",
  paid_another_way: "The amount of the expired authorization was paid another way.",
};

function refundText(
  { items, is_captured, to_send, on_cards, only_cards }: RefundData,
  units: string,
  currency: string,
) {
  const cards = on_cards > 0 ? `${formatMoney(on_cards, currency)} returned to the gift card.` : "";
  if (only_cards && items.length === 0) return cards;
  const what = items.length > 0 ? ` for ${units}` : "";
  const money = is_captured
    ? `Refund${what} ${to_send ? "to be sent" : "started"}.`
    : `Amount${what} deducted from the authorized payment.`;
  return only_cards ? `Refund${what}: ${cards}` : [money, cards].filter(Boolean).join(" ");
}

function refundFailedText({ is_part, left }: TimelineData["refund_failed"]): string {
  if (is_part)
    return "The payment provider declined part of the refund. Everything else is unchanged. Refund that part another way.";
  return `The payment provider declined the refund. No money was refunded. ${left ? nextSteps[left] : notUndone}`;
}
const nextSteps = {
  amount: "Try again, or refund the customer another way.",
  cancelled: "The items aren't cancelled. Try again, or ship them.",
  returned: "The items aren't marked as returned. Try again, or refund the customer another way.",
};
const notUndone =
  "Everything else is unchanged because the items are no longer available. Refund the amount another way.";

const returnedTexts: Record<TimelineData["payment_returned"]["cause"], string> = {
  paid_twice: "The order was paid twice.",
  authorized_twice: "Paid another way.",
  sold_out: "Paid after the order expired, and some items are sold out.",
};
/** Refunded by a provider, and by staff. */
const returningTexts: Record<TimelineData["payment_returned"]["cause"], [string, string]> = {
  paid_twice: ["The second payment is being refunded.", "Send the second payment back."],
  authorized_twice: ["The other authorization is voided.", "The other authorization is voided."],
  sold_out: ["The payment is being refunded.", "Send the payment back."],
};

/** What staff read of events without data, whose text is written for the customer: by type, or by text where types have several. */
const earlierTexts: Record<string, string | undefined> = {
  started: "Order marked in progress.",
  start_undone: "Order no longer in progress.",
  shipped: "Items shipped.",
  expired: "Order expired without payment.",
  "The order expired before it was paid. Its items are back in the cart.":
    "Order expired without payment. The items went back to the customer's cart.",
  return_approved: "Return approved. The customer can send the items.",
  "A refund is on its way to you.": "Refund started.",
  "You'll be charged less.": "Amount deducted from the authorized payment.",
  delivered: "Items delivered.",
  shipment_cancelled: "Shipment undone.",
  reopened: "Delivery undone.",
  refund_sent: "Refund marked as sent.",
  payment_returned: "A late or duplicate payment goes back or isn't charged.",
  coupon_retained: "The coupon of this order stays redeemed.",
  waiting_for_stock: "Paid after the order expired. Waiting for stock.",
};
