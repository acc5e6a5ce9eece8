import type { PaymentProvider } from "#contract/payments.ts";
import type { OrderRow } from "#server/orders/orders.ts";
import type { CaptureRow, PaymentRow } from "#server/payments/payments.ts";
import type { Settings } from "#server/shop/shop.ts";
import { say, text } from "#words/say.ts";

/** How an invoice was paid, and what is still to be paid. Its texts have placeholders that the PDF fills. */
export interface PaymentPart {
  rows: { label: string; amount: number; at: string | null }[];
  due: number;
  /** How the amount due is paid. */
  note: string | null;
}

interface Payments {
  payments: PaymentRow[];
  captures: CaptureRow[];
  account: Settings["bank_account"];
}

/** Gift cards, payments and the amount due of an order; null if it was cancelled or has expired. */
export function paymentPart(order: OrderRow, { payments, captures, account }: Payments): PaymentPart | null {
  if (order.status === "cancelled" || order.status === "expired") return null;
  const cards = order.gift_card_amount - order.gift_card_refunded_amount;
  const rows = [
    ...(cards > 0 ? [{ label: say("Paid with a gift card"), amount: cards, at: null }] : []),
    ...captures.map(({ provider, amount, at }) => ({
      label: say(paidBy[provider] ?? text("Paid by card on {date}")),
      amount,
      at,
    })),
  ];
  const due = Math.max(
    0,
    rows.reduce((left, { amount }) => left - amount, order.total_amount),
  );
  const authorized = payments.find(({ status, cancelled_at }) => status === "authorized" && cancelled_at === null);
  return { rows, due, note: due === 0 ? null : howToPay(order, authorized, account) };
}

/** Other payments are by card. */
const paidBy: Partial<Record<PaymentProvider, string>> = {
  bank: text("Paid by bank transfer on {date}"),
  cod: text("Paid in cash on {date}"),
};

function howToPay({ number }: OrderRow, authorized: PaymentRow | undefined, account: Payments["account"]) {
  if (authorized?.provider === "cod") return say("Pay {amount} in cash on delivery.");
  if (authorized) return say("Your card will be charged {amount}.");
  if (!account) return null;
  const { account_holder: holder, iban, bic } = account;
  const to = { amount: "{amount}", holder, iban, reference: number };
  return bic
    ? say("Transfer {amount} to {holder}, IBAN {iban}, BIC {bic}. Reference: {reference}.", { ...to, bic })
    : say("Transfer {amount} to {holder}, IBAN {iban}. Reference: {reference}.", to);
}
