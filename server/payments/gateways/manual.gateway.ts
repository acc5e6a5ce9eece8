import { type BankStatementEntry, eventOf, type Gateway, type GatewayEvent, type ProviderPayment } from "./gateway.ts";

/** Where customers transfer money to. */
export interface BankAccount {
  account_holder: string;
  iban: string;
  bic: string;
  bank_name: string;
}

/** A payment method without a provider: people receive and refund the money, the shop only records it. */
const manualGateway = (provider: "bank" | "cod" | "cash", begin: Gateway["begin"]): Gateway => ({
  provider,
  remote: false,
  begin,
  confirm: async () => [],
  capture: async (payment, amount) => [{ ...eventOf("capture", payment), amount }],
  cancel: async (payment) => [{ ...eventOf("void", payment), amount: 0 }],
  refund: async (payment, { refundId, amount }) => [
    { ...eventOf("refund", payment), objectRef: `${provider}_refund_${refundId}`, refundId, amount },
  ],
  retrieve: async () => [],
  readWebhook: async () => undefined,
});

/** Bank transfer: the customer gets the account, and an administrator records the money when it arrives. */
export const bankTransfer = (account: () => Promise<BankAccount>): Gateway =>
  manualGateway("bank", async ({ paymentId, orderNumber }) => ({
    kind: "action",
    reference: transferReference(paymentId),
    client: { ...(await account()), reference: String(orderNumber) },
  }));

/** Cash on delivery: authorized when the order is placed, captured when it is delivered. */
export const cashOnDelivery: Gateway = manualGateway("cod", async ({ paymentId, amount, currency }, at) => {
  const reference = deliveryReference(paymentId);
  return { kind: "settled", reference, events: [eventOf("auth", { paymentId, reference, amount, currency, at })] };
});

/** Cash that staff take: recorded as received with the order. */
export const cashTaken: Gateway = manualGateway("cash", async ({ paymentId, amount, currency }, at) => {
  const reference = cashReference(paymentId);
  return {
    kind: "settled",
    reference,
    events: [transferReceived({ paymentId, reference, amount, currency, at }, { amount })],
  };
});

const deliveryReference = (paymentId: string) => `cod_${paymentId}`;

export const cashReference = (paymentId: string) => `cash_${paymentId}`;

export const transferReference = (paymentId: string) => `bank_${paymentId}`;

/** The event of `amount` minor units received by transfer, after `before` minor units that were recorded earlier. */
export function transferReceived(
  payment: ProviderPayment,
  { amount, value_date, reference }: BankStatementEntry & { amount: number },
  before = 0,
): GatewayEvent {
  const event = eventOf("capture", payment);
  const objectRef = before > 0 ? `${event.objectRef}:${before}` : event.objectRef;
  return { ...event, objectRef, amount, transfer: { value_date, reference } };
}
