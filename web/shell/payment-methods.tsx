import { say } from "#words/say.ts";

/** The ways to pay, as one picture: a card, a bank, a wallet on the phone, and cash at the door. */
export const PaymentMethods = () => (
  <span
    role="img"
    aria-label={say("Ways to pay: card, bank transfer, phone wallet and cash on delivery")}
    className="payment-methods"
  />
);
