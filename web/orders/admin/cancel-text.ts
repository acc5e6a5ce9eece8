import { isDueOnDelivery } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { manualRefundText, refundOnCancel, shareCancellation } from "#web/orders/refund-preview.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";

/** What the question before staff cancel an order says. */
export const cancelText = (order: Order): string =>
  [
    refundText(order),
    manualRefundText(order),
    "The items are restocked and the customer is notified. This can't be undone.",
  ]
    .filter(Boolean)
    .join(" ");

function refundText(order: Order) {
  switch (refundOnCancel(order)) {
    case "unpaid":
      return [
        order.refundable.amount > 0
          ? `Nothing was charged. ${formatMoney(order.refundable)} is returned to the gift cards.`
          : "Nothing was paid.",
        order.from_cart && "The items go back to the customer's cart.",
      ]
        .filter(Boolean)
        .join(" ");
    case "disputed":
      return "The bank decides about the disputed payment. Everything else that was paid is refunded.";
    case "back":
      return [
        paidText(order),
        order.payment_status === "authorized" && !isDueOnDelivery(order) && "The authorization is voided.",
      ]
        .filter(Boolean)
        .join(" ");
    case "let_go":
      if (isDueOnDelivery(order)) return "Nothing was paid yet, and nothing is due on delivery any more.";
      return `The authorization of ${formatMoney(order.totals.due)} is voided. Nothing is charged.`;
    case "nothing":
      return "Everything that was paid has already been refunded.";
  }
}

function paidText(order: Order) {
  const { paid, cards } = shareCancellation(order);
  if (cards.amount === 0) return `${formatMoney(paid)} is refunded.`;
  if (paid.amount === 0) return `${formatMoney(cards)} is returned to the gift cards.`;
  return `${formatMoney(paid)} is refunded, and ${formatMoney(cards)} is returned to the gift cards.`;
}
