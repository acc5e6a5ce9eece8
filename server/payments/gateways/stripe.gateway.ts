import type { Stripe } from "stripe";
import { Declined, type Gateway, type GatewayEvent, type ProviderPayment, type RefundWish } from "./gateway.ts";
import { eventsOfDispute, eventsOfIntent, eventsOfRefund, stripeTakes, toStripe } from "./stripe-events.ts";

export interface StripeAccount {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where the API is, when it is not Stripe's own. */
  apiBase?: string | undefined;
  /** How long an answer may take. */
  timeoutMs?: number | undefined;
}

/** The API as this code knows it; webhooks are told in the version their endpoint was made with, so make it with this one. */
const apiVersion = "2026-10-28.endive";
const patienceMs = 10_000;
/** How long Stripe is left alone once it stayed silent. */
const silenceMs = 15_000;

/**
 * Stripe by its own library. Each call that moves money carries a key of ours, so that asking twice acts once; `taking`
 * says whether money is taken at once or only promised.
 */
export function stripeGateway(account: StripeAccount, taking: () => Promise<"automatic" | "manual">): Gateway {
  const open = once(() => client(account));
  let silentUntil = 0;
  const attempt = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (isTimeout(error)) silentUntil = Date.now() + silenceMs;
      throw toldApart(error);
    }
  };
  const ask = async ({ reference, at }: ProviderPayment) =>
    attempt(async () => eventsOfIntent(await (await open()).paymentIntents.retrieve(reference), at));
  return {
    provider: "stripe",
    remote: true,
    isSilent: () => Date.now() < silentUntil,
    takes: stripeTakes,
    begin: ({ paymentId, orderId, orderNumber, amount, currency }, at) =>
      attempt(async () => {
        const stripe = await open();
        const intent = await stripe.paymentIntents.create(
          {
            amount: toStripe(amount, currency),
            currency: currency.toLowerCase(),
            capture_method: await taking(),
            automatic_payment_methods: { enabled: true },
            description: `Order ${orderNumber}`,
            metadata: { payment_id: paymentId, order_id: orderId, order_number: String(orderNumber) },
          },
          // An intent nobody was shown can't be paid, so that another an hour later does no harm.
          { idempotencyKey: `begin_${paymentId}_${Math.floor(at.getTime() / 3_600_000)}` },
        );
        return { kind: "action", reference: intent.id, client: { client_secret: intent.client_secret ?? "" } };
      }),
    confirm: ask,
    capture: (payment, amount) =>
      orAsk(payment, ask, () =>
        attempt(async () => {
          const { reference, currency, at } = payment;
          const wish = { amount_to_capture: toStripe(amount, currency) };
          // Taken once by Stripe's own rule. A key of ours would bring back the first answer for a day, a breakdown too.
          return eventsOfIntent(await (await open()).paymentIntents.capture(reference, wish), at);
        }),
      ),
    cancel: (payment) =>
      orAsk(payment, ask, () =>
        attempt(async () => eventsOfIntent(await (await open()).paymentIntents.cancel(payment.reference), payment.at)),
      ),
    refund: (payment, wish) =>
      attempt(async () => {
        const refund = await sentRefund(await open(), payment, wish);
        if (refund.status === "failed" || refund.status === "canceled")
          throw new Declined(`Stripe could not return the money (${refund.failure_reason ?? refund.status}).`);
        return eventsOfRefund(refund, payment.at);
      }),
    ask,
    read: (raw, signature) => readEvent(open, account.webhookSecret, raw, signature),
  };
}

/** The library is large, so it is loaded only where Stripe is set up, when it is first needed. */
async function client({ secretKey, apiBase, timeoutMs = patienceMs }: StripeAccount): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base ? { host: base.hostname, port: base.port, protocol: base.protocol === "http:" ? "http" : "https" } : {}),
  });
}

/**
 * A refund as Stripe has it. Stripe forgets idempotency keys after a day, and until then answers a breakdown to each repeat
 * of one: so a repeat first looks for the refund it made, and an hour later asks by another key.
 * https://docs.stripe.com/api/idempotent_requests
 */
async function sentRefund(
  stripe: Stripe,
  { reference, currency }: ProviderPayment,
  { refundId, amount, isRepeat, round }: RefundWish,
) {
  if (isRepeat)
    for await (const made of stripe.refunds.list({ payment_intent: reference, limit: 100 }))
      if (made.metadata?.refund_id === refundId) return made;
  return stripe.refunds.create(
    { payment_intent: reference, amount: toStripe(amount, currency), metadata: { refund_id: refundId } },
    { idempotencyKey: round > 0 ? `refund_${refundId}_${round}` : `refund_${refundId}` },
  );
}

/** When Stripe won't do it, what became of the payment tells why; without news it was declined. */
async function orAsk(
  payment: ProviderPayment,
  ask: (payment: ProviderPayment) => Promise<GatewayEvent[]>,
  act: () => Promise<GatewayEvent[]>,
) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    const events = await ask(payment);
    if (events.some(({ kind }) => kind === "capture" || kind === "void")) return events;
    throw error;
  }
}

const never = new Set([
  "StripeCardError",
  "StripeInvalidRequestError",
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeIdempotencyError",
]);

/** Tells a no (`Declined`) from a line that failed: only the second is worth another try. */
function toldApart(error: unknown): unknown {
  const { type, statusCode, message } = error as { type?: string; statusCode?: number; message?: string };
  // 409 is Stripe's lock of an object somebody else is changing.
  return type && never.has(type) && statusCode !== 409 ? new Declined(message, { cause: error }) : error;
}

const isTimeout = (error: unknown) => (error as { detail?: { code?: string } }).detail?.code === "ETIMEDOUT";

async function readEvent(open: () => Promise<Stripe>, secret: string, raw: string, signature: string) {
  const stripe = await open();
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(raw, signature, secret);
  } catch (error) {
    if ((error as { type?: string }).type === "StripeSignatureVerificationError") return undefined;
    throw error;
  }
  return { eventId: event.id, type: event.type, ...told(event) };
}

/** What an event says of a payment. Its object is a whole one, so nothing need be asked again. */
function told({ data: { object }, created }: Stripe.Event): { reference: string | null; events: GatewayEvent[] } {
  const at = new Date(created * 1000);
  switch (object.object) {
    case "payment_intent":
      return { reference: object.id, events: eventsOfIntent(object, at) };
    case "refund":
      return { reference: idOf(object.payment_intent), events: eventsOfRefund(object, at) };
    case "dispute":
      return { reference: idOf(object.payment_intent), events: eventsOfDispute(object, at) };
    default:
      return { reference: null, events: [] };
  }
}

const idOf = (object: string | { id: string } | null) => (typeof object === "string" ? object : (object?.id ?? null));

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
