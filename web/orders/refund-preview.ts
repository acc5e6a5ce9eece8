import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { splitOverPayments, splitRefund } from "#contract/orders/refund-split.ts";
import type { Return } from "#contract/orders/returns.ts";
import { isSentByHand } from "#contract/payments.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

type OrderState = Pick<Order, "status" | "payment_status" | "refundable">;

/**
 * The effect of a cancellation on money: `unpaid`: items return to the cart; `disputed`: the bank decides; `back`:
 * payments and gift cards are refunded; `let_go`: the authorization is voided; `nothing`: no money is left.
 */
export function refundOnCancel({ status, payment_status, refundable }: OrderState) {
  if (status === "pending_payment") return "unpaid";
  if (payment_status === "disputed") return "disputed";
  if (refundable.amount > 0) return "back";
  return payment_status === "authorized" ? "let_go" : "nothing";
}

/**
 * The expected refund for units of this value: at most what is refundable. Undefined when it depends on the outstanding
 * amount or a dispute.
 */
export function expectedRefund(
  { payment_status, refundable }: Omit<OrderState, "status">,
  worth: Money,
): Money | undefined {
  if (!paidStatuses.has(payment_status)) return undefined;
  return { ...worth, amount: Math.min(worth.amount, refundable.amount) };
}

/**
 * The delivery cost, with tax, that is refunded with these units of a return, which are worth `value`: of a withdrawal
 * after which nothing stays with the customer. Undefined for others, or if it was credited before.
 */
export function deliveryToRefund(
  { items, total, credited }: Pick<Order, "items" | "total" | "credited">,
  { is_withdrawal }: Pick<Return, "is_withdrawal">,
  quantities: ReadonlyMap<number, number>,
  value: Money,
): Money | undefined {
  const staying = items.some(
    ({ id, quantity, cancelled_qty, returned_qty }) =>
      quantity - cancelled_qty - returned_qty > (quantities.get(id) ?? 0),
  );
  const charged = items.reduce((rest, item) => rest - item.total.amount, total.amount);
  const amount = Math.min(charged, total.amount - credited.amount - value.amount);
  return is_withdrawal && !staying && amount > 0 ? { ...total, amount } : undefined;
}

/** What a cancellation gives back: all that was paid, and what is left of gift cards. */
export function shareCancellation({ refundable: { amount: most, currency }, ...order }: ShareOrder): {
  paid: Money;
  cards: Money;
} {
  const cards = Math.min(most, giftCardsLeft(order));
  return { paid: { amount: most - cards, currency }, cards: { amount: cards, currency } };
}
type CardOrder = Pick<Order, "totals" | "gift_cards_refunded">;
type ShareOrder = CardOrder & Pick<Order, "refundable">;

const giftCardsLeft = ({ totals, gift_cards_refunded: returned }: CardOrder) =>
  totals.gift_cards.amount - returned.amount;

/** How a refund of `amount` is shared: what was paid, what is captured less of authorizations, and gift cards. */
export function shareRefund(
  { payments, total: { currency }, ...order }: RefundOrder,
  amount: number,
): Record<"paid" | "uncaptured" | "cards", Money> {
  const sources = payments.map((payment) => ({ ...payment, refundable: payment.refundable.amount }));
  const funds = sources.reduce((sum, { refundable }) => sum + refundable, 0);
  const share = splitRefund(amount, funds);
  const parts = splitOverPayments(sources, share.payments);
  const paid = parts.reduce((sum, { payment, amount: part }) => (payment.captured.amount > 0 ? sum + part : sum), 0);
  const money = (minor: number) => ({ amount: minor, currency });
  return {
    paid: money(paid),
    uncaptured: money(share.payments - paid),
    cards: money(Math.min(share.cards, giftCardsLeft(order))),
  };
}
type RefundOrder = CardOrder &
  Pick<Order, "total"> & { payments: Pick<Order["payments"][number], "captured" | "refundable">[] };

const refundable = ({ payments }: PaidOrder) =>
  payments.filter(({ captured, status }) => captured.amount > 0 && status !== "refunded");

/** Whether staff transfer refunds of an order themselves, to an account that the customer names. */
export const isRefundedByHand = (order: PaidOrder): boolean =>
  refundable(order).some(({ provider }) => isSentByHand(provider));

/** Names the payments that must be refunded by hand; undefined when providers refund all of them. */
export function manualRefundText(order: PaidOrder): string | undefined {
  const ways = [
    ...new Set(refundable(order).flatMap(({ provider }) => (isSentByHand(provider) ? [providerTexts[provider]] : []))),
  ];
  return ways.length > 0 ? `Refunds of ${ways.join(" and ")} must be sent manually.` : undefined;
}
type PaidOrder = { payments: Pick<Order["payments"][number], "provider" | "status" | "captured">[] };
const providerTexts = { bank: "bank transfers", cod: "cash on delivery", cash: "cash" } as const;

/** What was typed as the amount of a refund of at most `most`: the amount, or why it can't be refunded. */
export function readRefundAmount(typed: string, most: Money): { amount: Money } | { problem: string } {
  const amount = amountFromText(typed, most.currency);
  if (!amount || amount < 0) return { problem: "Enter an amount greater than 0" };
  if (amount > most.amount) return { problem: `Enter ${formatMoney(most)} or less` };
  return { amount: { ...most, amount } };
}

const paidStatuses = new Set<Order["payment_status"]>(["paid", "partially_refunded", "refunded"]);

/** What capturing an authorized payment takes: less what is deducted from it; undefined if none is authorized. */
export function amountToCapture({ payments, refunds }: Pick<Order, "payments" | "refunds">): Money | undefined {
  const payment = payments.find(({ status }) => status === "authorized");
  if (!payment) return undefined;
  const deducted = refunds.filter(({ payment_id, status }) => payment_id === payment.id && status === "pending");
  const amount = deducted.reduce((left, refund) => left - refund.amount.amount, payment.amount.amount);
  // If nothing is left, all of it is captured and refunded.
  return amount > 0 ? { ...payment.amount, amount } : payment.amount;
}
