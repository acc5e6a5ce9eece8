import { z } from "zod";
import { endpoint, Instant, one } from "./endpoint.ts";
import { Money } from "./money.ts";

export const PaymentProvider = z.enum(["demo", "cod"]);
export type PaymentProvider = z.infer<typeof PaymentProvider>;
export const PaymentStatus = z.enum([
  "created",
  "requires_action",
  "processing",
  "authorized",
  "captured",
  "failed",
  "expired",
  "voided",
  "partially_refunded",
  "refunded",
  "disputed",
]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
/** What the demo gateway is asked to do; `confirm` needs a second step, `late` is approved by webhook seconds later. */
export const DemoOutcome = z.enum(["approve", "decline", "confirm", "late"]);
export type DemoOutcome = z.infer<typeof DemoOutcome>;

export const Payment = z.object({
  payment_id: z.uuid(),
  order_id: z.uuid(),
  provider: PaymentProvider,
  status: PaymentStatus,
  amount: Money,
  failure_message: z.string().nullable(),
  /** What the provider's screen needs; for the demo gateway the token of the second step. */
  client: z.record(z.string(), z.string()),
  redirect_url: z.string().nullable(),
  created_at: Instant,
});
export type Payment = z.infer<typeof Payment>;

const OrderParams = z.object({ order_id: z.uuid() });
const paymentRefusals = [
  "not_found",
  "order_state",
  "order_expired",
  "already_paid",
  "payment_in_progress",
  "payment_provider_unknown",
] as const;

export const paymentsApi = {
  "POST /payments/:order_id": endpoint({
    summary: "Pay an order. A declined attempt can be tried again until the order expires.",
    caller: "customer",
    idempotency: "required",
    params: OrderParams,
    body: z.object({ provider: PaymentProvider, outcome: DemoOutcome.optional() }),
    reply: one(Payment),
    status: 201,
    refuses: paymentRefusals,
  }),
  "POST /payments/:order_id/confirm": endpoint({
    summary: "The second step of a demo payment that asked for it.",
    caller: "customer",
    idempotency: "accepted",
    params: OrderParams,
    body: z.object({ token: z.string().max(200), approve: z.boolean().default(true) }),
    reply: one(Payment),
    refuses: paymentRefusals,
  }),
  "GET /payments/:order_id": endpoint({
    summary: "The latest payment of an order.",
    caller: "customer",
    params: OrderParams,
    reply: one(Payment.nullable()),
    refuses: ["not_found"],
  }),
  "POST /webhooks/payments/:provider": endpoint({
    summary: "What a payment provider tells us; signed, kept by event id, worked on once.",
    caller: "anyone",
    params: z.object({ provider: z.string().max(40) }),
    body: z.unknown(),
    reply: z.object({ received: z.literal(true) }),
    refuses: ["payment_provider_unknown", "bad_input"],
  }),
};
