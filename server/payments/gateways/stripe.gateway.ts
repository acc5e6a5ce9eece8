import type { Stripe } from "stripe";
import {
  type Attempt,
  type Charge,
  Declined,
  type Gateway,
  type GatewayEvent,
  type ProviderPayment,
  type RefundToSend,
} from "./gateway.ts";
import { eventsOfDispute, eventsOfIntent, eventsOfRefund, stripeSupports, toStripe } from "./stripe-events.ts";

export interface StripeAccount {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where the API is, when it is not Stripe's own. */
  apiBase?: string | undefined;
  /** Timeout of a request. */
  timeoutMs?: number | undefined;
}

/** The API version of this code. Webhooks use the version of their endpoint: create it with this one. */
const apiVersion = "2026-10-28.endive";
const defaultTimeoutMs = 10_000;
/** How long jobs skip Stripe after a timeout. */
const pauseMs = 15_000;

/**
 * Stripe, by its own library. Calls that move money carry an idempotency key. `findAccount` returns the account, which
 * may change; `captureMethod` says whether a payment is captured at once or only authorized.
 */
export function stripeGateway(
  findAccount: () => Promise<StripeAccount>,
  captureMethod: () => Promise<"automatic" | "manual">,
): Gateway {
  const openClient = clientOf();
  const open = async () => openClient(await findAccount());
  let unresponsiveUntil = 0;
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isTimeout(error)) unresponsiveUntil = Date.now() + pauseMs;
      throw classifyError(error);
    }
  };
  const retrieve = async ({ reference, at }: ProviderPayment) =>
    call(async () => eventsOfIntent(await (await open()).paymentIntents.retrieve(reference), at));
  return {
    provider: "stripe",
    remote: true,
    isUnresponsive: () => Date.now() < unresponsiveUntil,
    supportsAmount: stripeSupports,
    begin: (attempt) => call(async () => createIntent(await open(), attempt, await captureMethod())),
    confirm: retrieve,
    capture: (payment, amount) =>
      orRetrieve(payment, retrieve, () =>
        call(async () => {
          const { reference, currency, at } = payment;
          const options = { amount_to_capture: toStripe(amount, currency) };
          // Stripe captures once by itself; with a key it would repeat its first answer, even an error, for a day.
          return eventsOfIntent(await (await open()).paymentIntents.capture(reference, options), at);
        }),
      ),
    cancel: (payment) =>
      orRetrieve(payment, retrieve, () =>
        call(async () => eventsOfIntent(await (await open()).paymentIntents.cancel(payment.reference), payment.at)),
      ),
    refund: (payment, refundToSend) =>
      call(async () => {
        const refund = await findOrCreateRefund(await open(), payment, refundToSend);
        if (refund.status === "failed" || refund.status === "canceled")
          throw new Declined(`Stripe could not refund (${refund.failure_reason ?? refund.status}).`);
        return eventsOfRefund(refund, payment.at);
      }),
    retrieve,
    readWebhook: async (raw, signature) => {
      const account = await findAccount();
      return readWebhook(await openClient(account), account.webhookSecret, raw, signature);
    },
  };
}

async function createIntent(
  stripe: Stripe,
  { paymentId, orderId, orderNumber, amount, currency, hours }: Attempt,
  captureMethod: "automatic" | "manual",
): Promise<Charge> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: toStripe(amount, currency),
      currency: currency.toLowerCase(),
      capture_method: captureMethod,
      automatic_payment_methods: { enabled: true },
      description: `Order ${orderNumber}`,
      metadata: { payment_id: paymentId, order_id: orderId, order_number: String(orderNumber) },
    },
    // A second intent after an hour does no harm: nobody has the client secret of the first.
    { idempotencyKey: `begin_${paymentId}_${hours}` },
  );
  return { kind: "action", reference: intent.id, client: { client_secret: intent.client_secret ?? "" } };
}

/** Whether Stripe accepts a secret key, and whether it is a key for live payments. Throws `Declined` if not. */
export async function testStripeKey(account: Pick<StripeAccount, "secretKey" | "apiBase">): Promise<{ live: boolean }> {
  try {
    const { livemode } = await (await client({ ...account, timeoutMs: defaultTimeoutMs })).balance.retrieve();
    return { live: livemode };
  } catch (error) {
    throw classifyError(error);
  }
}

/** The library is large, so it is loaded when it is first needed. */
async function client({
  secretKey,
  apiBase,
  timeoutMs = defaultTimeoutMs,
}: Pick<StripeAccount, "secretKey" | "apiBase" | "timeoutMs">): Promise<Stripe> {
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
 * The refund at Stripe, created if needed. Stripe forgets idempotency keys after a day and repeats errors until then: a
 * repeat looks for the existing refund first, and uses another key each hour.
 * https://docs.stripe.com/api/idempotent_requests
 */
async function findOrCreateRefund(
  stripe: Stripe,
  { reference, currency }: ProviderPayment,
  { refundId, amount, isRepeat, hours }: RefundToSend,
) {
  if (isRepeat)
    for await (const made of stripe.refunds.list({ payment_intent: reference, limit: 100 }))
      if (made.metadata?.refund_id === refundId) return made;
  return stripe.refunds.create(
    { payment_intent: reference, amount: toStripe(amount, currency), metadata: { refund_id: refundId } },
    { idempotencyKey: hours > 0 ? `refund_${refundId}_${hours}` : `refund_${refundId}` },
  );
}

/** If Stripe declines, returns the capture or cancellation that explains it; throws if there is none. */
async function orRetrieve(
  payment: ProviderPayment,
  retrieve: (payment: ProviderPayment) => Promise<GatewayEvent[]>,
  work: () => Promise<GatewayEvent[]>,
) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    const events = await retrieve(payment);
    if (events.some(({ kind }) => kind === "capture" || kind === "void")) return events;
    throw error;
  }
}

const declinedTypes = new Set([
  "StripeCardError",
  "StripeInvalidRequestError",
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeIdempotencyError",
]);

/** The error, or `Declined` if a retry would not help. */
function classifyError(error: unknown): unknown {
  const { type, statusCode, message } = error as { type?: string; statusCode?: number; message?: string };
  // 409: another request has locked the object.
  return type && declinedTypes.has(type) && statusCode !== 409 ? new Declined(message, { cause: error }) : error;
}

const isTimeout = (error: unknown) => (error as { detail?: { code?: string } }).detail?.code === "ETIMEDOUT";

function readWebhook(stripe: Stripe, secret: string, raw: string, signature: string) {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(raw, signature, secret);
  } catch (error) {
    if ((error as { type?: string }).type === "StripeSignatureVerificationError") return undefined;
    throw error;
  }
  return { eventId: event.id, type: event.type, ...contentOf(event) };
}

/** The payment an event is about, and what happened to it. */
function contentOf({ data: { object }, created }: Stripe.Event): { reference: string | null; events: GatewayEvent[] } {
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

/** A client for an account, the same until the account changes. */
function clientOf() {
  let opened: { account: StripeAccount; stripe: Promise<Stripe> } | undefined;
  return (account: StripeAccount): Promise<Stripe> => {
    if (opened?.account.secretKey !== account.secretKey) opened = { account, stripe: client(account) };
    return opened.stripe;
  };
}
