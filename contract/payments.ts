import { z } from "zod";
import { endpoint, Instant, list, one, UuidParams } from "./endpoint.ts";
import { Amount, Money } from "./money.ts";

/** `demo` is a pretended card, `cod` cash on delivery, `bank` a transfer by the customer, `stripe` cards and wallets. */
export const PaymentProvider = z.enum(["demo", "cod", "bank", "stripe"]);
export type PaymentProvider = z.infer<typeof PaymentProvider>;
/** Ways to pay of which only a person can send money back. */
const sentByHand = ["cod", "bank"] as const satisfies PaymentProvider[];
export const isSentByHand = (provider: PaymentProvider): provider is (typeof sentByHand)[number] =>
  sentByHand.some((one) => one === provider);
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
  /**
   * What the customer's screen needs while it is asked for something: `token` of the demo card's second step,
   * `client_secret` for Stripe's, or `account_holder`, `iban`, `bic`, `bank_name` and `reference` of a transfer,
   * also while the rest of one is awaited.
   */
  client: z.record(z.string(), z.string()),
  redirect_url: z.string().nullable(),
  created_at: Instant,
});
export type Payment = z.infer<typeof Payment>;

/** A way to pay that the shop offers. `client` holds what its screen needs, such as Stripe's publishable key. */
export const PaymentMethod = z.object({ provider: PaymentProvider, client: z.record(z.string(), z.string()) });
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Money on its way back to a customer. `dropped`: nothing had been taken yet, and then nothing was. */
export const Refund = z.object({
  id: z.uuid(),
  /** The payment it is of. */
  payment_id: z.uuid(),
  amount: Money,
  reason: z.string(),
  status: z.enum(["pending", "succeeded", "failed", "dropped"]),
  created_at: Instant,
});
export type Refund = z.infer<typeof Refund>;

const OrderParams = z.object({ order_id: z.uuid() });
const paymentProblems = [
  "not_found",
  "order_state",
  "order_expired",
  "already_paid",
  "payment_in_progress",
  "payment_provider_unknown",
] as const;

export const paymentsApi = {
  "GET /payments/:order_id/methods": endpoint({
    summary: "The ways the shop offers to pay an order.",
    caller: "customer",
    params: OrderParams,
    reply: list(PaymentMethod),
    problems: ["not_found"],
  }),
  "POST /payments/:order_id": endpoint({
    summary: "Pay an order. A declined attempt can be tried again until the order expires.",
    caller: "customer",
    idempotency: "required",
    params: OrderParams,
    body: z.object({ provider: PaymentProvider, outcome: DemoOutcome.optional() }),
    reply: one(Payment),
    status: 201,
    problems: [...paymentProblems, "amount_unpayable"],
  }),
  "POST /payments/:order_id/confirm": endpoint({
    summary: "The second step: of a demo payment its answer, of Stripe's the sign that the customer did it there.",
    caller: "customer",
    idempotency: "accepted",
    params: OrderParams,
    body: z.object({ token: z.string().max(300), approve: z.boolean().default(true) }),
    reply: one(Payment),
    problems: paymentProblems,
  }),
  "GET /payments/:order_id": endpoint({
    summary: "The latest payment of an order; while one is held for the rest of a transfer, that transfer.",
    caller: "customer",
    params: OrderParams,
    reply: one(Payment.nullable()),
    problems: ["not_found"],
  }),
  "POST /payments/:order_id/received": endpoint({
    summary:
      "Note that a bank transfer arrived, asked for or agreed on for what is owing. Another amount than asked for puts an unpaid order on hold.",
    caller: "admin",
    idempotency: "required",
    params: OrderParams,
    body: z.object({ amount: Amount.min(1, "Enter an amount greater than 0.") }),
    reply: one(Payment),
    problems: ["not_found", "order_state"],
  }),
  "POST /orders/:id/capture": endpoint({
    summary: "Take the money a card has only promised.",
    caller: "admin",
    idempotency: "required",
    params: UuidParams,
    reply: one(Payment),
    problems: ["not_found", "order_state", "payment_refused"],
  }),
  "POST /webhooks/payments/:provider": endpoint({
    summary: "What a payment provider tells us; signed, kept by event id, worked on once.",
    caller: "anyone",
    params: z.object({ provider: z.string().max(40) }),
    body: z.unknown(),
    reply: z.object({ received: z.literal(true) }),
    problems: ["payment_provider_unknown", "bad_input"],
  }),
};
