import { isDueOnDelivery, orderBalance } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { isSentByHand } from "#contract/payments.ts";
import { isRefundedByHand, manualRefundText, shareRefund } from "#web/orders/refund-preview.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";

/** What a refund of `amount` does to the money of an order, and whether a credit note is created. */
export const moneyText = (order: Order, amount: number): string =>
  [wayText(order, amount), creditNoteText(order, amount)].join(" ");

/** Payments and authorizations come first, by the provider or staff, gift cards get what is left. */
function wayText(order: Order, amount: number) {
  const { paid, uncaptured, cards } = shareRefund(order, amount);
  return [
    paid.amount > 0 && paymentText(order, formatMoney(paid)),
    uncaptured.amount > 0 && uncapturedText(order, formatMoney(uncaptured)),
    cards.amount > 0 && `${formatMoney(cards)} is returned to the gift cards.`,
  ]
    .filter(Boolean)
    .join(" ");
}

const uncapturedText = (order: Order, amount: string) =>
  isDueOnDelivery(order)
    ? `${amount} less is due on delivery.`
    : `${amount} less is captured of the authorized payment.`;

function paymentText(order: Order, paid: string) {
  if (!isRefundedByHand(order)) return `${paid} is refunded to the original payment method.`;
  const isAll = order.payments.every(({ captured, provider }) => captured.amount === 0 || isSentByHand(provider));
  return isAll ? `You send ${paid} to the customer yourself.` : `${paid} is refunded. ${manualRefundText(order)}`;
}

/** Whether a refund of `amount` creates a credit note: what was paid too much is on no invoice. */
export const hasCreditNote = (order: Order, amount: number): boolean =>
  amount > overpaidOf(order) || overpaidOf(order) === 0;

function overpaidOf(order: Order): number {
  const balance = orderBalance(order);
  return balance?.figure === "to_refund" ? balance.money.amount : 0;
}

/** What the credit note is about: what was paid too much is on no invoice. */
function creditNoteText(order: Order, refund: number): string {
  const overpaid = overpaidOf(order);
  if (overpaid === 0) return "A credit note is created.";
  if (!hasCreditNote(order, refund)) return "It was paid too much, so no credit note is created.";
  const { currency } = order.total;
  return `A credit note of ${formatMoney({ amount: refund - overpaid, currency })} is created for what wasn't overpaid.`;
}
