import type { EventKind, Gateway, GatewayEvent, ProviderPayment } from "./gateway.ts";

/** Where customers transfer money to. */
export interface BankAccount {
  account_holder: string;
  iban: string;
  bic: string;
  bank_name: string;
}

/** Bank transfer: the customer is told where to send it, and an administrator says when it arrived. */
export const bankTransfer = (account: () => Promise<BankAccount>): Gateway => ({
  provider: "bank",
  remote: false,
  begin: async ({ paymentId, orderNumber }) => ({
    kind: "action",
    reference: referenceOf(paymentId),
    client: { ...(await account()), reference: String(orderNumber) },
  }),
  confirm: async () => [],
  capture: async (payment, amount) => [received(payment, amount)],
  cancel: async (payment) => [{ ...event("void", payment), amount: 0 }],
  // The money itself is sent back by whoever keeps the account; this is the note that it was.
  refund: async (payment, { refundId, amount }) => [
    { ...event("refund", payment), objectRef: `bank_refund_${refundId}`, refundId, amount },
  ],
  ask: async () => [],
  read: async () => undefined,
});

/** What the shop's own books call a transfer. */
export const referenceOf = (paymentId: string) => `bank_${paymentId}`;

/** `amount` minor units arrived for this payment, for which `before` had arrived: each part is told by itself. */
export const received = (payment: ProviderPayment, amount: number, before = 0): GatewayEvent => {
  const told = event("capture", payment);
  return { ...told, objectRef: before > 0 ? `${told.objectRef}:${before}` : told.objectRef, amount };
};

const event = (kind: EventKind, { reference, amount, currency, at }: ProviderPayment): GatewayEvent => ({
  objectRef: reference,
  kind,
  amount,
  currency,
  at,
});
