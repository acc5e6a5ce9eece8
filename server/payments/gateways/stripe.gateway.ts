import type { Stripe } from "stripe";
import { type StripeTest, stripeApiVersion, stripeEvents } from "#contract/payments.ts";
import {
  type Attempt,
  type Charge,
  Declined,
  type Gateway,
  type GatewayEvent,
  type ProviderPayment,
  type RefundToSend,
  UnsupportedVersion,
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
    call(async () =>
      eventsOfIntent(await (await open()).paymentIntents.retrieve(reference, { expand: ["latest_charge"] }), at),
    );
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

/** Whether Stripe accepts a secret key, and what the shop's webhook endpoint has. Throws `Declined` if not. */
export async function testStripeKey(
  account: Pick<StripeAccount, "secretKey" | "apiBase">,
): Promise<Pick<StripeTest, "live" | "webhook">> {
  try {
    const stripe = await client({ ...account, timeoutMs: defaultTimeoutMs });
    const { livemode } = await stripe.balance.retrieve();
    return { live: livemode, webhook: await findWebhookEndpoint(stripe) };
  } catch (error) {
    throw classifyError(error);
  }
}

/** The shop's webhook endpoint; null if there is none, or a restricted key may not list them. */
async function findWebhookEndpoint(stripe: Stripe): Promise<StripeTest["webhook"]> {
  try {
    for await (const { url, status, api_version: version, enabled_events: enabled } of stripe.webhookEndpoints.list({
      limit: 100,
    }))
      if (url.endsWith(webhookPath) && status === "enabled")
        return { version, missing_events: stripeEvents.filter((event) => !covers(enabled, event)) };
    return null;
  } catch (error) {
    if (classifyError(error) instanceof Declined) return null;
    throw error;
  }
}
const webhookPath = "/v1/webhooks/payments/stripe";

const covers = (enabled: string[], event: string) =>
  enabled.some((one) => one === "*" || one === event || (one.endsWith(".*") && event.startsWith(one.slice(0, -1))));

/** The library is large, so it is loaded when it is first needed. */
async function client({
  secretKey,
  apiBase,
  timeoutMs = defaultTimeoutMs,
}: Pick<StripeAccount, "secretKey" | "apiBase" | "timeoutMs">): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
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

/** The content of a signed event. Throws `UnsupportedVersion` for one that can't be understood. */
async function readWebhook(stripe: Stripe, secret: string, raw: string, signature: string) {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(raw, signature, secret);
  } catch (error) {
    if ((error as { type?: string }).type === "StripeSignatureVerificationError") return undefined;
    throw error;
  }
  const { id: eventId, type, created, api_version: version } = event;
  const at = new Date(created * 1000);
  const { object } = event.data;
  if (version === null || version === stripeApiVersion) return { eventId, type, ...contentOf(object, at) };
  // Until then Stripe created refunds also of money that was only authorized, and they look like others.
  // https://docs.stripe.com/changelog/basil/2025-03-31/remove-refund-from-partial-capture-and-payment-cancellation-flow
  if (object.object === "refund" && version < "2025-03-31") throw new UnsupportedVersion(version, stripeApiVersion);
  return { eventId, type, ...contentOf(await retrieveObject(stripe, object), at) };
}

type EventObject = Stripe.Event["data"]["object"];

/** The object of an event of another API version, in the version of this code. */
async function retrieveObject(stripe: Stripe, object: EventObject): Promise<EventObject> {
  switch (object.object) {
    case "payment_intent":
      return stripe.paymentIntents.retrieve(object.id);
    case "refund":
      return stripe.refunds.retrieve(object.id);
    case "dispute":
      return stripe.disputes.retrieve(object.id);
    default:
      return object;
  }
}

/** The payment an event's object is about, and what happened to it. */
function contentOf(object: EventObject, at: Date): { reference: string | null; events: GatewayEvent[] } {
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
