import { v7 as uuid } from "uuid";
import type { EventKind, Gateway, Underway } from "./gateway.ts";

/** Cash on delivery: promised when the order is placed, taken when it has arrived. */
export const cashOnDelivery: Gateway = {
  provider: "cod",
  begin: async ({ paymentId, amount, currency }, at) => {
    const reference = `cod_${paymentId}`;
    return { kind: "settled", reference, events: [event("auth", { reference, amount, currency, at })] };
  },
  confirm: async () => [],
  capture: async (payment) => [event("capture", payment)],
  cancel: async (payment) => [event("void", payment)],
  refund: async (payment, amount) => [{ ...event("refund", payment), objectRef: `cod_refund_${uuid()}`, amount }],
  ask: async () => [],
  read: () => undefined,
};

const event = (kind: EventKind, { reference, amount, currency, at }: Underway) => ({
  objectRef: reference,
  kind,
  amount,
  currency,
  at,
});
