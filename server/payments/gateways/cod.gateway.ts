import type { EventKind, Gateway, ProviderPayment } from "./gateway.ts";

/** Cash on delivery: promised when the order is placed, taken when it has arrived. */
export const cashOnDelivery: Gateway = {
  provider: "cod",
  remote: false,
  begin: async ({ paymentId, amount, currency }, at) => {
    const reference = `cod_${paymentId}`;
    return { kind: "settled", reference, events: [event("auth", { paymentId, reference, amount, currency, at })] };
  },
  confirm: async () => [],
  capture: async (payment, amount) => [{ ...event("capture", payment), amount }],
  cancel: async (payment) => [event("void", payment)],
  refund: async (payment, { refundId, amount }) => [
    { ...event("refund", payment), objectRef: `cod_refund_${refundId}`, refundId, amount },
  ],
  ask: async () => [],
  read: async () => undefined,
};

const event = (kind: EventKind, { reference, amount, currency, at }: ProviderPayment) => ({
  objectRef: reference,
  kind,
  amount,
  currency,
  at,
});
