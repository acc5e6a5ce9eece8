import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { button, type EmailContent, note } from "#server/emails/layout.ts";
import { say } from "#words/say.ts";
import { type OrderEmailInput, viewOrder } from "./order-email.ts";

/** Says that a refund is on its way. */
export function refundEmail({ order, values, facts, money, link }: OrderEmailInput): EmailContent {
  const amount = facts.amount === undefined ? "" : money(moneyOf(order, facts.amount));
  const frame = { subject: say("Refund for order {number}", values), heading: say("Your refund is on its way") };
  // Staff sent it themselves, in cash or to an account the customer named.
  if (facts.by_hand !== undefined) {
    const intro = amount
      ? say("We've sent a refund of {amount} for order {number}.", { ...values, amount })
      : say("We've sent a refund for order {number}.", values);
    return { ...frame, preview: intro, intro, parts: [viewOrder({ link })] };
  }
  return {
    ...frame,
    preview: say("The refund goes to your original payment method."),
    intro: amount
      ? say("We've sent a refund of {amount} for order {number} to your original payment method.", {
          ...values,
          amount,
        })
      : say("We've sent a refund for order {number} to your original payment method.", values),
    parts: [note(say("It can take a few days to arrive, depending on your bank.")), viewOrder({ link })],
  };
}

/** Asks for the account; undefined if the refund was sent meanwhile. A preview has no refund to send. */
export function refundAccountEmail({ order, values, facts, money, link }: OrderEmailInput): EmailContent | undefined {
  const amount = facts.order_id === undefined ? order.total : order.refunds_to_send;
  if (amount.amount === 0) return undefined;
  return {
    subject: say("Where should we send your refund for order {number}?", values),
    preview: say("Tell us in your order which account we should transfer the refund to."),
    heading: say("We'll send you a refund"),
    intro: say("We'll transfer {amount} for order {number} back to you.", { ...values, amount: money(amount) }),
    parts: [
      note(say("Tell us in your order which account we should transfer the refund to.")),
      button(say("Enter account"), link),
    ],
  };
}

/** Says which account a refund goes to, so that nobody else changes it unseen. */
export function refundAccountChangedEmail({ order, values, facts, link }: OrderEmailInput): EmailContent {
  const ending = String(facts.ending ?? order.refund_iban?.slice(-4) ?? "0000");
  const account = { ...values, ending };
  return {
    subject: say("Account for your refund of order {number}", values),
    preview: say("We'll transfer it to the account ending in {ending}.", account),
    heading: say("Account for your refund"),
    intro:
      facts.former === undefined
        ? say("We'll transfer refunds for order {number} to the account ending in {ending}.", account)
        : say(
            "We'll transfer refunds for order {number} to the account ending in {ending}, no longer to the one ending in {former}.",
            { ...account, former: String(facts.former) },
          ),
    parts: [
      note(say("Wasn't this you? Change your password, enter your account again and contact us.")),
      viewOrder({ link }),
    ],
  };
}

/** Says that an amount is back on a gift card. */
export const giftCardRefundEmail = ({ order, values, facts, money, link }: OrderEmailInput): EmailContent => ({
  subject: say("Refund for order {number}", values),
  preview: say("The amount is back on your gift card."),
  heading: say("Refunded to your gift card"),
  intro: say("We've refunded {amount} for order {number} to the gift card you paid with.", {
    ...values,
    amount: money(moneyOf(order, facts.amount)),
  }),
  parts: [viewOrder({ link })],
});

const moneyOf = ({ total: { currency } }: Order, amount: unknown): Money => ({ amount: Number(amount), currency });
