import type { Stripe } from "stripe";
import { text } from "#words/say.ts";
import { Declined, type EventKind, type GatewayEvent } from "./gateway.ts";

// Stripe keeps two digits for these two, ISO 4217 none. https://docs.stripe.com/currencies#special-cases
const inHundreds = new Set(["ISK", "UGX"]);
// And none for this one, ISO 4217 two. https://docs.stripe.com/currencies#zero-decimal
const inWholes = new Set(["MGA"]);
// Of three digits the last must be 0. https://docs.stripe.com/currencies#three-decimal
const inTens = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

/** Whether Stripe can move exactly this amount, in minor units of ISO 4217. */
export function stripeTakes(amount: number, currency: string): boolean {
  const code = currency.toUpperCase();
  return (!inWholes.has(code) || amount % 100 === 0) && (!inTens.has(code) || amount % 10 === 0);
}

/** Minor units of ISO 4217 as Stripe counts them. Throws `Declined` rather than round. */
export function toStripe(amount: number, currency: string): number {
  if (!stripeTakes(amount, currency)) throw new Declined(`Stripe can't move ${amount} minor units of ${currency}.`);
  if (inWholes.has(currency.toUpperCase())) return amount / 100;
  return inHundreds.has(currency.toUpperCase()) ? amount * 100 : amount;
}

/** What Stripe counts in minor units of ISO 4217. */
export function fromStripe(amount: number, currency: string): number {
  if (inWholes.has(currency.toUpperCase())) return amount * 100;
  return inHundreds.has(currency.toUpperCase()) ? amount / 100 : amount;
}

/** What the state of a PaymentIntent means for the books. https://docs.stripe.com/payments/paymentintents/lifecycle */
export function eventsOfIntent(intent: Stripe.PaymentIntent, at: Date): GatewayEvent[] {
  const { id, status, latest_charge, currency, last_payment_error } = intent;
  const charge = typeof latest_charge === "string" ? latest_charge : (latest_charge?.id ?? id);
  const tell = entry(currency, at);
  switch (status) {
    case "succeeded":
      return [tell("capture", charge, intent.amount_received)];
    case "requires_capture":
      return [tell("auth", charge, intent.amount_capturable)];
    case "processing":
      return [tell("processing", charge)];
    case "canceled":
      return [tell("void", id)];
    case "requires_payment_method":
      return last_payment_error
        ? [{ ...tell("fail", last_payment_error.charge ?? charge), failure: failureOf(last_payment_error) }]
        : [];
    default:
      return [];
  }
}

/** A refund counts once Stripe has sent it; one that came back is told with the one it takes back. */
export function eventsOfRefund(refund: Stripe.Refund, at: Date): GatewayEvent[] {
  const { id, status, amount, currency, metadata } = refund;
  const ours = metadata?.refund_id ? { refundId: metadata.refund_id } : {};
  const tell = entry(currency, at);
  const sent = { ...tell("refund", id, amount), ...ours };
  if (status === "succeeded") return [sent];
  return status === "failed" || status === "canceled" ? [sent, { ...tell("refund_fail", id, amount), ...ours }] : [];
}

/** A dispute takes the money until it is won; an inquiry (`warning_…`) moves none. */
export function eventsOfDispute({ id, status, amount, currency }: Stripe.Dispute, at: Date): GatewayEvent[] {
  if (status.startsWith("warning") || status === "prevented") return [];
  const tell = entry(currency, at);
  const opened = tell("chargeback", id, amount);
  if (status === "won") return [opened, tell("chargeback_won", id, amount)];
  return status === "lost" ? [opened, tell("chargeback_lost", id, amount)] : [opened];
}

const entry =
  (currency: string, at: Date) =>
  (kind: EventKind, objectRef: string, amount = 0): GatewayEvent => ({
    objectRef,
    kind,
    amount: fromStripe(amount, currency),
    currency: currency.toUpperCase(),
    at,
  });

/** Stripe's own words for a declined card are meant for the customer; others are not. */
const failureOf = ({ type, code, decline_code, message }: NonNullable<Stripe.PaymentIntent["last_payment_error"]>) => ({
  code: decline_code ?? code ?? type,
  message:
    type === "card_error" && message ? message : text("Your payment was declined. Choose another payment method."),
});
