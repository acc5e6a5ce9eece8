import { formatIban } from "#contract/formats/iban.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import type { OrderRow } from "#server/orders/orders.ts";
import type { CaptureRow, PaymentFunds, PaymentRow } from "#server/payments/payments.ts";
import type { Settings } from "#server/shop/shop.ts";
import { say, text } from "#words/say.ts";

/** How an invoice was paid, and what is still to be paid; what raises that is negative. Its texts have placeholders that the PDF fills. */
export interface PaymentPart {
  rows: { label: string; amount: number; at: string | null }[];
  due: number;
  /** How the amount due is paid. */
  note: string | null;
}

interface Payments {
  payments: PaymentRow[];
  captures: CaptureRow[];
  funds: Pick<PaymentFunds, "pending_refunds" | "cancelled_funds">;
  account: Settings["bank_account"];
}

/**
 * Gift cards, payments, refunds and credits of an order, and the amount due, to which they add up with the total; null if
 * it was cancelled or has expired.
 */
export function paymentPart(order: OrderRow, { payments, captures, funds, account }: Payments): PaymentPart | null {
  if (order.status === "cancelled" || order.status === "expired") return null;
  const received = captures.reduce((sum, { amount }) => sum + amount, 0);
  // Lost chargebacks are refunds too. Payments that were cancelled are not listed, so their refunds aren't either.
  const refunded = received - retainedAmount(order, funds);
  const rows = [
    ...row(say("Paid with a gift card"), order.gift_card_amount),
    ...captures.map(({ provider, amount, at }) => ({
      label: say(paidBy[provider] ?? text("Paid by card on {date}")),
      amount,
      at,
    })),
    ...row(say("Refunded"), -refunded),
    ...row(say("Refunded to a gift card"), -order.gift_card_refunded_amount),
    ...row(say("Credited"), order.credited_amount + order.adjusted_amount),
  ];
  const balance = rows.reduce((left, { amount }) => left - amount, order.total_amount);
  const due = Math.max(0, balance);
  const authorized = payments.find(({ status, cancelled_at }) => status === "authorized" && cancelled_at === null);
  const note = due === 0 ? null : howToPay(order, authorized, account);
  return { rows: [...rows, ...row(say("Overpaid"), Math.min(0, balance))], due, note };
}

const row = (label: string, amount: number) => (amount === 0 ? [] : [{ label, amount, at: null }]);

/** What was paid and is neither refunded nor being refunded. */
const retainedAmount = (order: OrderRow, { pending_refunds, cancelled_funds }: Payments["funds"]) =>
  order.paid_amount - order.refunded_amount - pending_refunds - cancelled_funds;

/** Other payments are by card. */
const paidBy: Partial<Record<PaymentProvider, string>> = {
  bank: text("Paid by bank transfer on {date}"),
  cod: text("Paid in cash on {date}"),
  cash: text("Paid in cash on {date}"),
};

function howToPay({ number }: OrderRow, authorized: PaymentRow | undefined, account: Payments["account"]) {
  if (authorized?.provider === "cod") return say("Pay {amount} in cash on delivery.");
  if (authorized) return say("Your card will be charged {amount}.");
  if (!account) return null;
  const { account_holder: holder, iban, bic } = account;
  const to = { amount: "{amount}", holder, iban: formatIban(iban), reference: number };
  return bic
    ? say("Transfer {amount} to {holder}, IBAN {iban}, BIC {bic}. Reference: {reference}.", { ...to, bic })
    : say("Transfer {amount} to {holder}, IBAN {iban}. Reference: {reference}.", to);
}
