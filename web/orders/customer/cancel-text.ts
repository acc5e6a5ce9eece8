import type { Order } from "#contract/orders/orders.ts";
import { refundOnCancel, shareCancellation } from "#web/orders/refund-preview.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";

/** What the question before a customer cancels an order says of its money. */
export function cancelText(order: Order): string {
  switch (refundOnCancel(order)) {
    case "unpaid":
      return [unpaidText(order), cardsText(order)].filter(Boolean).join(" ");
    case "disputed":
      return say("Nothing will be shipped. Your bank decides on the disputed payment. This can't be undone.");
    case "back":
      return refundText(order);
    case "let_go":
    case "nothing":
      return say("Nothing will be shipped, and you don't have to pay. This can't be undone.");
  }
}

const unpaidText = ({ from_cart }: Order) =>
  from_cart
    ? say("You haven't been charged. Its items go back to your cart.")
    : say("You haven't been charged. This can't be undone.");

function cardsText(order: Order) {
  const { cards } = shareCancellation(order);
  return cards.amount > 0 && say("{cards} goes back to your gift card.", { cards: formatMoney(cards) });
}

function refundText(order: Order) {
  const share = shareCancellation(order);
  const [paid, cards] = [formatMoney(share.paid), formatMoney(share.cards)];
  if (share.cards.amount === 0)
    return say("Nothing will be shipped, and we'll refund {amount}. This can't be undone.", { amount: paid });
  if (share.paid.amount === 0)
    return say("Nothing will be shipped, and {cards} goes back to your gift card. This can't be undone.", { cards });
  return say(
    "Nothing will be shipped. We'll refund {paid}, and {cards} goes back to your gift card. This can't be undone.",
    { paid, cards },
  );
}
