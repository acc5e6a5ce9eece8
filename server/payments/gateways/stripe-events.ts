import type { Stripe } from "stripe";
import { text } from "#words/say.ts";
import { Declined, type EventKind, type GatewayEvent } from "./gateway.ts";

// Two decimals at Stripe, none in ISO 4217. https://docs.stripe.com/currencies#special-cases
const twoDecimalsAtStripe = new Set(["ISK", "UGX"]);
// No decimals at Stripe, two in ISO 4217. https://docs.stripe.com/currencies#zero-decimal
const zeroDecimalAtStripe = new Set(["MGA"]);
// Of three decimals the last must be 0. https://docs.stripe.com/currencies#three-decimal
const lastDecimalZero = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

/** Whether Stripe can charge exactly this amount, in minor units of ISO 4217. */
export function stripeSupports(amount: number, currency: string): boolean {
  const code = currency.toUpperCase();
  return (!zeroDecimalAtStripe.has(code) || amount % 100 === 0) && (!lastDecimalZero.has(code) || amount % 10 === 0);
}

/** Converts minor units of ISO 4217 to Stripe's. Throws `Declined` instead of rounding. */
export function toStripe(amount: number, currency: string): number {
  if (!stripeSupports(amount, currency))
    throw new Declined(`Stripe can't charge ${amount} minor units of ${currency}.`);
  if (zeroDecimalAtStripe.has(currency.toUpperCase())) return amount / 100;
  return twoDecimalsAtStripe.has(currency.toUpperCase()) ? amount * 100 : amount;
}

/** Converts Stripe's minor units to those of ISO 4217. */
export function fromStripe(amount: number, currency: string): number {
  if (zeroDecimalAtStripe.has(currency.toUpperCase())) return amount * 100;
  return twoDecimalsAtStripe.has(currency.toUpperCase()) ? amount / 100 : amount;
}

/**
 * The event of a PaymentIntent's status, at the time of its charge if that is expanded and charged at once, else `at`:
 * money counts on the same day whether a webhook or a retrieval reports it first.
 * https://docs.stripe.com/payments/paymentintents/lifecycle
 */
export function eventsOfIntent(intent: Stripe.PaymentIntent, at: Date): GatewayEvent[] {
  const { id, status, latest_charge, currency, last_payment_error } = intent;
  const charge = typeof latest_charge === "string" ? latest_charge : (latest_charge?.id ?? id);
  const isChargedLater = status === "succeeded" && intent.capture_method === "manual";
  const event = eventFor(currency, isChargedLater ? at : (createdAt(latest_charge) ?? at));
  switch (status) {
    case "succeeded":
      return [event("capture", charge, intent.amount_received)];
    case "requires_capture":
      return [event("auth", charge, intent.amount_capturable)];
    case "processing":
      return [event("processing", charge)];
    case "canceled":
      return [event("void", id)];
    case "requires_payment_method":
      return last_payment_error
        ? [{ ...event("fail", last_payment_error.charge ?? charge), failure: failureOf(last_payment_error) }]
        : [];
    default:
      return [];
  }
}

/** The events of a refund: none while it is pending; a failed one is reported together with the refund it reverses. */
export function eventsOfRefund(refund: Stripe.Refund, at: Date): GatewayEvent[] {
  const { id, status, amount, currency, metadata } = refund;
  const ours = metadata?.refund_id ? { refundId: metadata.refund_id } : {};
  const event = eventFor(currency, at);
  const sent = { ...eventFor(currency, createdAt(refund) ?? at)("refund", id, amount), ...ours };
  if (status === "succeeded") return [sent];
  return status === "failed" || status === "canceled" ? [sent, { ...event("refund_fail", id, amount), ...ours }] : [];
}

/** The events of a dispute, which withdraws the money until it is won; an inquiry (`warning_…`) moves none. */
export function eventsOfDispute(dispute: Stripe.Dispute, at: Date): GatewayEvent[] {
  const { id, status, amount, currency } = dispute;
  if (status.startsWith("warning") || status === "prevented") return [];
  const event = eventFor(currency, at);
  const opened = eventFor(currency, createdAt(dispute) ?? at)("chargeback", id, amount);
  if (status === "won") return [opened, event("chargeback_won", id, amount)];
  return status === "lost" ? [opened, event("chargeback_lost", id, amount)] : [opened];
}

/** When an object was created at Stripe; undefined for the id of one. */
const createdAt = (object: { created?: number } | string | null) =>
  typeof object === "object" && object?.created !== undefined ? new Date(object.created * 1000) : undefined;

const eventFor =
  (currency: string, at: Date) =>
  (kind: EventKind, objectRef: string, amount = 0): GatewayEvent => ({
    objectRef,
    kind,
    amount: fromStripe(amount, currency),
    currency: currency.toUpperCase(),
    at,
  });

/** Stripe's messages are meant for the customer only if the card was declined. */
const failureOf = ({ type, code, decline_code, message }: NonNullable<Stripe.PaymentIntent["last_payment_error"]>) => ({
  code: decline_code ?? code ?? type,
  message:
    type === "card_error" && message ? message : text("Your payment was declined. Choose another payment method."),
});
