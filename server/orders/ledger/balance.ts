import type { OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";
import type { PaymentFunds } from "#server/payments/payments.ts";
import type { Balance } from "./ledger.sql.ts";

/** An order with what the sums of its ledger need besides the entries. */
export type Account = Balance & { status: OrderStatus; total_amount: number };
type Sums = Omit<Account, "status">;
/** Live state of the payments that no entry has yet. */
type Funds = Pick<PaymentFunds, "authorized" | "capture_reduction" | "pending_refunds" | "cancelled_funds">;

/** What of an order is to be paid besides its gift cards, whatever was credited since; in minor units. */
export const amountDue = ({ total_amount, gift_card_amount }: Pick<Sums, "total_amount" | "gift_card_amount">) =>
  total_amount - gift_card_amount;

/** What the shop may keep of an order's payments: charges less credits, adjustments and gift cards. */
export const amountOwed = (order: Sums) =>
  Math.max(0, amountDue(order) + order.gift_card_refunded_amount - order.credited_amount - order.adjusted_amount);

/** What payments hold for an order: paid or authorized, neither on its way back nor of a cancelled payment. */
export const availableFunds = (order: Balance, funds: Funds) =>
  capturedFunds(order, funds) + funds.authorized - funds.capture_reduction;

const capturedFunds = (order: Balance, { pending_refunds, cancelled_funds }: Funds) =>
  order.paid_amount - order.refunded_amount - pending_refunds - cancelled_funds;

/** What is still to be paid, in minor units; negative where there is more than is owed. */
export const balanceDue = (order: Sums, funds: Funds) => amountOwed(order) - availableFunds(order, funds);

/** Whether the payments that hold cover all that is to be paid. */
export function coversDue(order: Sums, funds: Funds): boolean {
  const available = availableFunds(order, funds);
  return available > 0 && available >= amountDue(order);
}

/** Whether what was ever paid or authorized covers all that is to be paid: a refund may be reported together with it. */
export function wasCovered(order: Sums, funds: Funds): boolean {
  const came = order.paid_amount + funds.authorized - funds.capture_reduction;
  return came > 0 && came >= amountDue(order);
}

const owing = new Set<OrderStatus>(["on_hold", "confirmed", "processing", "completed"]);
/** Whether an order is sold or held, so that something of it may still be to be paid. */
export const mayOwe = ({ status }: { status: OrderStatus }) => owing.has(status);

/**
 * What of an order that is sold or held is still to be paid, in minor units. What came in another currency can't be
 * compared with it: then a person decides.
 */
export function outstandingAmount(order: Account, funds: Funds & { in_other_currency: boolean }): number {
  if (!mayOwe(order) || funds.in_other_currency) return 0;
  return Math.max(0, balanceDue(order, funds));
}

/** What of the `value` of units that are cancelled or returned goes back: what is still unpaid is deducted from it. */
export const refundFor = (order: Sums, funds: Funds, value: number) =>
  Math.max(0, value - Math.max(0, balanceDue(order, funds)));

/** What of a refund is a credit: an overpayment goes back first, and was never charged. */
export function creditFor(order: Sums, funds: Funds, amount: number): number {
  const overpaid = availableFunds(order, funds) + funds.cancelled_funds - amountOwed(order);
  const left = order.total_amount - order.credited_amount;
  return Math.min(left, Math.max(0, amount - Math.max(0, overpaid)));
}

/** What of refunds made at the provider (`refunded`) leaves the order short: it is agreed to be owed no more. */
export function adjustmentFor(order: Sums, funds: Funds, refunded: number): number {
  const short =
    amountDue(order) + order.gift_card_refunded_amount - order.credited_amount - capturedFunds(order, funds);
  return Math.max(0, Math.min(refunded, short));
}

/** What was paid for an order and not refunded, on gift cards or else. */
export const refundableAmount = (order: Balance) =>
  order.paid_amount - order.refunded_amount + order.gift_card_amount - order.gift_card_refunded_amount;

/** How an order is paid. What gift cards paid counts once the rest is paid as well. */
export function paymentStatusOf(
  order: Account,
  funds: Pick<PaymentFunds, "authorized" | "is_voided" | "is_disputed">,
): OrderPaymentStatus {
  const { paid_amount: paid, refunded_amount: refunded } = order;
  const due = amountDue(order);
  const net = paid - refunded;
  const cards = paid > 0 || due === 0 ? order.gift_card_amount : 0;
  const cardsBack = cards > 0 ? order.gift_card_refunded_amount : 0;
  // Of an order that has ended nothing is owed: it is measured by what was to be paid.
  const owed = hasEnded(order) ? (refunded > 0 ? 0 : due) : amountOwed(order);
  if (funds.is_disputed) return "disputed";
  if (paid + cards > 0 && refunded + cardsBack >= paid + cards) return "refunded";
  // What a bank took back is owed again, and is not a payment that never came.
  const wasPaid = net + order.chargeback_amount >= owed;
  if (wasPaid && (cardsBack > 0 || (refunded > 0 && net < due))) return "partially_refunded";
  if (net >= owed && (net > 0 || (owed === 0 && funds.authorized === 0))) return "paid";
  if (net + funds.authorized >= owed) return "authorized";
  if (net > 0) return "partially_paid";
  return funds.is_voided ? "voided" : "unpaid";
}

export const hasEnded = ({ status }: { status: OrderStatus }) => status === "cancelled" || status === "expired";
