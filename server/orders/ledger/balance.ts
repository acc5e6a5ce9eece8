import type { OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";
import type { PaymentFunds } from "#server/payments/payments.ts";
import type { Balance } from "./ledger.sql.ts";

/** An order with the sums of its ledger. */
export type Account = Balance & { status: OrderStatus; total_amount: number };
type Sums = Omit<Account, "status">;
/** State of the payments that is not in the ledger. */
type Funds = Pick<PaymentFunds, "authorized" | "capture_reduction" | "pending_refunds" | "cancelled_funds">;

/** The total less gift cards, without credits, in minor units. */
export const amountDue = ({ total_amount, gift_card_amount }: Pick<Sums, "total_amount" | "gift_card_amount">) =>
  total_amount - gift_card_amount;

/** What an order costs after credits, adjustments and gift cards. */
export const amountOwed = (order: Sums) =>
  Math.max(0, amountDue(order) + order.gift_card_refunded_amount - order.credited_amount - order.adjusted_amount);

/** What is paid or authorized and neither being refunded nor of a cancelled payment. */
export const availableFunds = (order: Balance, funds: Funds) =>
  capturedFunds(order, funds) + funds.authorized - funds.capture_reduction;

/** What is captured and neither being refunded nor of a cancelled payment. */
export const capturedFunds = (order: Balance, { pending_refunds, cancelled_funds }: Funds) =>
  order.paid_amount - order.refunded_amount - pending_refunds - cancelled_funds;

/** Owed less available; negative if overpaid. */
export const balanceDue = (order: Sums, funds: Funds) => amountOwed(order) - availableFunds(order, funds);

/** Whether available payments cover the amount due. */
export function isPaidInFull(order: Sums, funds: Funds): boolean {
  const available = availableFunds(order, funds);
  return available > 0 && available >= amountDue(order);
}

/** Whether captures and authorizations covered the amount due, also if refunded since. */
export function wasPaidInFull(order: Sums, funds: Funds): boolean {
  const received = order.paid_amount + funds.authorized - funds.capture_reduction;
  return received > 0 && received >= amountDue(order);
}

const withBalance = new Set<OrderStatus>(["on_hold", "confirmed", "processing", "completed"]);
/** Whether an order in this status can have an outstanding balance. */
export const canBeOutstanding = ({ status }: { status: OrderStatus }) => withBalance.has(status);

/** What is still to be paid, in minor units; 0 for payments in another currency, about which a person decides. */
export function outstandingAmount(order: Account, funds: Funds & { in_other_currency: boolean }): number {
  if (!canBeOutstanding(order) || funds.in_other_currency) return 0;
  return Math.max(0, balanceDue(order, funds));
}

type PaidAccount = Account & { payment_status: OrderPaymentStatus; payment_method: string | null };

/** What the customer of an order still has to pay, in minor units: not what their bank has reserved. */
export const amountToPay = (order: PaidAccount) => (isReserved(order) ? 0 : unpaidAmount(order));

/** What the bank of an order's customer has reserved and the shop will capture, in minor units. */
export const amountReserved = (order: PaidAccount) => (isReserved(order) ? unpaidAmount(order) : 0);

/** Cash on delivery is authorized without money anywhere. */
const isReserved = ({ payment_status, payment_method }: PaidAccount) =>
  payment_status === "authorized" && payment_method !== "cod";

function unpaidAmount(order: PaidAccount) {
  if (hasEnded(order) || order.status === "closed_returned") return 0;
  return Math.max(0, amountOwed(order) - order.paid_amount + order.refunded_amount);
}

/** What an order no longer costs, in minor units: all of one that ended, as nothing is charged for it. */
export const amountCredited = (order: Account) =>
  hasEnded(order) ? order.total_amount : order.credited_amount + order.adjusted_amount;

/** What was paid too much or is being refunded, in minor units, and neither refunded nor to be sent by staff. */
export function amountToRefund(order: Account) {
  const owed = amountDue(order) + order.gift_card_refunded_amount - amountCredited(order);
  return Math.max(0, order.paid_amount - order.refunded_amount - owed);
}

/** The refund for units of this value: what is outstanding is deducted. */
export const refundFor = (order: Sums, funds: Funds, value: number) =>
  Math.max(0, value - Math.max(0, balanceDue(order, funds)));

/** What was paid more than is owed, in minor units. */
export const overpaidAmount = (order: Sums, funds: Funds) =>
  Math.max(0, availableFunds(order, funds) + funds.cancelled_funds - amountOwed(order));

/** The credit of a refund: less what was `overpaid`, which was never charged. */
export const creditFor = (order: Sums, overpaid: number, amount: number) =>
  Math.min(order.total_amount - order.credited_amount, Math.max(0, amount - overpaid));

/** The adjustment for refunds made at the provider: what they leave the order short. */
export function adjustmentFor(order: Sums, funds: Funds, refunded: number): number {
  const short =
    amountDue(order) + order.gift_card_refunded_amount - order.credited_amount - capturedFunds(order, funds);
  return Math.max(0, Math.min(refunded, short));
}

/** What was paid and not refunded, including gift cards. */
export const refundableAmount = (order: Balance) =>
  order.paid_amount - order.refunded_amount + order.gift_card_amount - order.gift_card_refunded_amount;

/** The payment status. Gift cards count once the rest is paid. */
export function paymentStatusOf(
  order: Account,
  funds: Pick<PaymentFunds, "authorized" | "is_voided" | "is_disputed">,
): OrderPaymentStatus {
  const { paid_amount: paid, refunded_amount: refunded } = order;
  const due = amountDue(order);
  const net = paid - refunded;
  const cards = paid > 0 || due === 0 ? order.gift_card_amount : 0;
  const cardsBack = cards > 0 ? order.gift_card_refunded_amount : 0;
  // Nothing is owed of an ended order: its status depends on the amount due.
  const owed = hasEnded(order) ? (refunded > 0 ? 0 : due) : amountOwed(order);
  if (funds.is_disputed) return "disputed";
  if (paid + cards > 0 && refunded + cardsBack >= paid + cards) return "refunded";
  // A chargeback is owed again, but is not the same as never paid.
  const wasPaid = net + order.chargeback_amount >= owed;
  if (wasPaid && (cardsBack > 0 || (refunded > 0 && net < due))) return "partially_refunded";
  if (net >= owed && (net > 0 || (owed === 0 && funds.authorized === 0))) return "paid";
  if (net + funds.authorized >= owed) return "authorized";
  if (net > 0) return "partially_paid";
  return funds.is_voided ? "voided" : "unpaid";
}

export const hasEnded = ({ status }: { status: OrderStatus }) => status === "cancelled" || status === "expired";
