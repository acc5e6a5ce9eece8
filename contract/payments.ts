import { z } from "zod";
import { notUndone } from "#contract/resources/undo.ts";
import { endpoint, Instant, list, one, UuidParams, Version } from "./endpoint.ts";
import { Amount, Money } from "./money.ts";
import { resource } from "./resources/resource.ts";
import { order, settings } from "./resources/resources.ts";

/**
 * `demo` simulates a card, `cod` is cash on delivery, `cash` is cash that staff take with an order, `bank` a bank transfer,
 * `stripe` cards and wallets.
 */
export const PaymentProvider = z.enum(["demo", "cod", "cash", "bank", "stripe"]);
export type PaymentProvider = z.infer<typeof PaymentProvider>;
/** Those that customers can choose. */
export const OfferedProvider = PaymentProvider.exclude(["cash"]);
export type OfferedProvider = z.infer<typeof OfferedProvider>;
/** Payment methods that the shop refunds by hand. */
export const sentByHand = ["cod", "cash", "bank"] as const satisfies PaymentProvider[];
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
/** The outcome to simulate; `confirm` needs a second step, `late` is approved by webhook seconds later. */
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
   * Data for the customer's next step: `token` for the demo card, `client_secret` for Stripe, or `account_holder`,
   * `iban`, `bic`, `bank_name` and `reference` for a bank transfer that has not arrived in full.
   */
  client: z.record(z.string(), z.string()),
  redirect_url: z.string().nullable(),
  created_at: Instant,
});
export type Payment = z.infer<typeof Payment>;

/** A payment method of the shop. `client` holds the data of its form, such as Stripe's publishable key. */
export const PaymentMethod = z.object({ provider: OfferedProvider, client: z.record(z.string(), z.string()) });
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A part of a payment that arrived by bank transfer. */
export const Transfer = z.object({
  amount: Money,
  /** When the bank credited it, and what the payer wrote; null if staff have not entered it. */
  value_date: z.iso.date().nullable(),
  reference: z.string().nullable(),
  recorded_at: Instant,
});
export type Transfer = z.infer<typeof Transfer>;

/** A refund. `cancelled`: the payment was not captured, so less or nothing of it is captured instead. */
export const Refund = z.object({
  id: z.uuid(),
  /** The refunded payment. */
  payment_id: z.uuid(),
  amount: Money,
  reason: z.string(),
  /** Of the refunded payment. */
  provider: PaymentProvider,
  status: z.enum(["pending", "succeeded", "failed", "cancelled"]),
  created_at: Instant,
  /** When the money was sent; null until then: staff send transfers and cash themselves and mark them as sent. */
  sent_at: Instant.nullable(),
});
export type Refund = z.infer<typeof Refund>;

/** Whether staff still have to send a refund, by transfer or in cash. */
export const isToBeSent = ({ status, sent_at, provider }: Pick<Refund, "status" | "sent_at" | "provider">): boolean =>
  status === "succeeded" && sent_at === null && isSentByHand(provider);

/** Whether a refund that is to be sent needs an account of the customer: cash that staff took is given back. */
export const needsAccount = (refund: Pick<Refund, "status" | "sent_at" | "provider">): boolean =>
  isToBeSent(refund) && refund.provider !== "cash";

/** The API version of the shop, and the events it needs: what a webhook endpoint at Stripe is created with. */
export const stripeApiVersion = "2026-10-28.endive";
export const stripeEvents = [
  "payment_intent.processing",
  "payment_intent.amount_capturable_updated",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const;

const StripeTest = z.object({
  status: z.enum(["connected", "rejected", "unreachable", "no_key"]),
  /** Whether the key takes real money. */
  live: z.boolean(),
  /** The shop's webhook endpoint at Stripe; null if there is none, or the key may not see it. */
  webhook: z
    .object({
      /** Null is the account's default version. */
      version: z.string().nullable(),
      missing_events: z.array(z.string()),
    })
    .nullable(),
});
export type StripeTest = z.infer<typeof StripeTest>;

const OrderParams = z.object({ order_id: z.uuid() });
const paymentProblems = [
  "not_found",
  "order_state",
  "order_expired",
  "already_paid",
  "payment_in_progress",
  "payment_provider_unknown",
] as const;

const payment = resource("payment", ["orders"]);

export const paymentsApi = {
  "GET /payments/:order_id/methods": endpoint({
    summary: "List the payment methods for an order.",
    caller: "customer",
    params: OrderParams,
    reply: list(PaymentMethod),
  }),
  "POST /payments/:order_id": endpoint({
    summary: "Pay an order. A declined payment can be retried until the order expires.",
    caller: "customer",
    idempotency: "required",
    params: OrderParams,
    body: z.object({ provider: OfferedProvider, outcome: DemoOutcome.optional() }),
    reply: one(Payment),
    status: 201,
    problems: [...paymentProblems, "amount_unpayable"],
  }),
  "POST /payments/:order_id/confirm": endpoint({
    summary:
      "Complete the second step: approve or decline a demo payment, or check one the customer confirmed with Stripe.",
    caller: "customer",
    idempotency: "required",
    params: OrderParams,
    body: z.object({ token: z.string().max(300), approve: z.boolean().default(true) }),
    reply: one(Payment),
    problems: paymentProblems,
  }),
  "GET /payments/:order_id": endpoint({
    summary: "Retrieve the latest payment of an order, or the bank transfer whose rest an order on hold waits for.",
    caller: "customer",
    params: OrderParams,
    reply: one(Payment.nullable()),
  }),
  "POST /payments/:order_id/received": payment.write({
    summary:
      "Record a bank transfer. An amount other than the one due puts an unpaid order on hold; what is paid twice is refunded.",
    undo: notUndone.moved,
    idempotency: "required",
    params: OrderParams,
    body: z.object({
      /** Of the order as the caller saw it: of two that record the same transfer, one does. */
      version: Version,
      amount: Amount.min(1, "Enter an amount greater than 0."),
      /** When the bank credited it, by the bank statement; not after today. */
      value_date: z.iso.date().optional(),
      /** What the payer wrote, by the bank statement. */
      reference: z.string().trim().max(140).optional(),
      /** Says that it is another transfer than the one that was received in full before, not the same recorded twice. */
      another: z.boolean().default(false),
    }),
    reply: one(Payment),
    problems: ["order_state", "stale"],
  }),
  "GET /payments/transfers/export": payment.export(
    "Download the bank transfers received as CSV, by value date, those without one by the day they were recorded.",
    z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
  ),
  "GET /payments/export": payment.export(
    "Download what was paid and paid back as CSV: captures, refunds and chargebacks of all payment methods, oldest first. " +
      "Refunds that staff have not sent yet have the status `to_be_sent`.",
    z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
  ),
  "POST /orders/:id/capture": order.write({
    summary: "Capture an authorized payment.",
    undo: notUndone.moved,
    idempotency: "required",
    params: UuidParams,
    /** Of the order as the caller saw it: what is captured changes with its units and refunds. */
    body: z.object({ version: Version }),
    reply: one(Payment),
    problems: ["order_state", "stale", "payment_refused"],
  }),
  "POST /settings/payments/test": settings.write({
    summary: "Check whether Stripe accepts a secret key; without one, the saved key.",
    undo: notUndone.unseen,
    recorded: { none: "It changes nothing." },
    body: z.object({ stripe_secret_key: z.string().trim().min(1).max(500).optional() }),
    reply: one(StripeTest),
  }),
  "POST /webhooks/payments/:provider": endpoint({
    summary: "Receive a webhook of a payment provider: signed, stored by event id, processed once.",
    caller: "anyone",
    limit: "webhook",
    params: z.object({ provider: z.string().max(40) }),
    body: z.unknown(),
    reply: z.object({ received: z.literal(true) }),
    problems: ["payment_provider_unknown", "bad_input"],
  }),
};
