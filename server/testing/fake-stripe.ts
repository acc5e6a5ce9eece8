import { randomBytes } from "node:crypto";

export interface Fields {
  [name: string]: string | Fields;
}

/** Form fields as Stripe takes them: `metadata[order_id]=1` is an object. */
export function bodyOf(text: string): Fields {
  const fields: Fields = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const [name = "", inner] = path.split(/\[|\]/);
    if (inner === undefined) fields[name] = value;
    else fields[name] = { ...(fields[name] as Fields | undefined), [inner]: value };
  }
  return fields;
}

/** An error response of Stripe. */
export class StripeError extends Error {
  readonly status: number;
  readonly details: object;
  constructor(status: number, details: object, message: string) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

interface Intent {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  capture_method: string;
  client_secret: string;
  created: number;
  description: string | null;
  last_payment_error: object | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Fields;
  status: string;
}
interface Refund {
  id: string;
  object: "refund";
  amount: number;
  charge: string | null;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Fields;
  payment_intent: string;
  status: string;
}

const name = (kind: string) => `${kind}_${randomBytes(9).toString("hex")}`;
const seconds = () => Math.floor(Date.now() / 1000);
const invalid = (code: string, message: string) =>
  new StripeError(400, { type: "invalid_request_error", code }, message);

/** The state of the fake Stripe: intents, refunds and disputes, and their events. */
export class FakeStripe {
  /** The result of the next refunds. */
  refundsAre: "succeeded" | "pending" | "failed" | "refused" = "succeeded";
  /** Whether intents can be cancelled. */
  declinesCancel = false;
  readonly intents = new Map<string, Intent>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, object>();
  /** The endpoints of the account, as Stripe lists them. */
  webhookEndpoints: { url: string; status: string; api_version: string | null; enabled_events: string[] }[] = [];
  /** The API version of events: that of the endpoint. */
  eventVersion = "2026-10-28.endive";
  #events: object[] = [];
  /** When each charge was created. */
  #charged = new Map<string, number>();

  takeEvents(): object[] {
    return this.#events.splice(0);
  }

  #emit(type: string, object: object) {
    this.#events.push({
      id: name("evt"),
      object: "event",
      api_version: this.eventVersion,
      created: seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    });
  }

  intent(id: string): Intent {
    const intent = this.intents.get(id);
    return intent ?? this.missing(id);
  }

  /** The latest intent of one of the shop's orders. Throws if the shop has begun none. */
  intentOf(orderId: string): Intent {
    const intent = [...this.intents.values()].findLast(({ metadata }) => metadata.order_id === orderId);
    if (!intent)
      throw new Error(`No payment of order ${orderId} was begun at Stripe (${this.intents.size} of others).`);
    return intent;
  }

  /** An intent whose latest charge is expanded. */
  withCharge(id: string): object {
    const intent = this.intent(id);
    const charge = intent.latest_charge;
    return charge === null
      ? intent
      : { ...intent, latest_charge: { id: charge, object: "charge", created: this.#charged.get(charge) } };
  }

  missing(id: string): never {
    throw new StripeError(404, { type: "invalid_request_error", code: "resource_missing" }, `No such object: ${id}`);
  }

  createIntent({ amount, currency, capture_method = "automatic", description, metadata = {} }: Fields): Intent {
    if (!(Number(amount) > 0)) throw invalid("parameter_invalid_integer", "Invalid positive integer");
    const id = name("pi");
    const intent: Intent = {
      id,
      object: "payment_intent",
      amount: Number(amount),
      amount_capturable: 0,
      amount_received: 0,
      currency: String(currency),
      capture_method: String(capture_method),
      client_secret: `${id}_secret_${randomBytes(9).toString("hex")}`,
      created: seconds(),
      description: typeof description === "string" ? description : null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: metadata as Fields,
      status: "requires_payment_method",
    };
    this.intents.set(id, intent);
    this.#emit("payment_intent.created", intent);
    return intent;
  }

  /** The customer confirms the payment, with this outcome. */
  confirm(id: string, outcome: "succeeds" | "declined" | "processing" | "fails late" = "succeeds"): Intent {
    const intent = this.intent(id);
    if (intent.status === "succeeded" || intent.status === "canceled")
      throw invalid("payment_intent_unexpected_state", `This PaymentIntent's status is ${intent.status}.`);
    if (outcome !== "fails late" && intent.status !== "processing") {
      intent.latest_charge = name("ch");
      this.#charged.set(intent.latest_charge, seconds());
    }
    if (outcome === "processing") return this.#setStatus(intent, "processing", "payment_intent.processing");
    if (outcome === "succeeds") return this.#authorizeOrCapture(intent);
    intent.last_payment_error = {
      type: "card_error",
      code: "card_declined",
      decline_code: "generic_decline",
      message: "Your card was declined.",
      charge: intent.latest_charge,
    };
    return this.#setStatus(intent, "requires_payment_method", "payment_intent.payment_failed");
  }

  #authorizeOrCapture(intent: Intent): Intent {
    if (intent.capture_method === "manual") {
      intent.amount_capturable = intent.amount;
      return this.#setStatus(intent, "requires_capture", "payment_intent.amount_capturable_updated");
    }
    intent.amount_received = intent.amount;
    return this.#setStatus(intent, "succeeded", "payment_intent.succeeded");
  }

  #setStatus(intent: Intent, status: string, type: string): Intent {
    intent.status = status;
    this.#emit(type, intent);
    return intent;
  }

  /** Captures the authorized amount, or less: the rest is voided. */
  capture(id: string, amount?: number): Intent {
    const intent = this.intent(id);
    if (intent.status !== "requires_capture")
      throw invalid("payment_intent_unexpected_state", `This PaymentIntent could not be captured: ${intent.status}.`);
    const captured = amount ?? intent.amount_capturable;
    if (captured > intent.amount_capturable)
      throw invalid("amount_too_large", `Only ${intent.amount_capturable} of this PaymentIntent can be captured.`);
    intent.amount_received = captured;
    intent.amount_capturable = 0;
    return this.#setStatus(intent, "succeeded", "payment_intent.succeeded");
  }

  cancel(id: string): Intent {
    const intent = this.intent(id);
    if (this.declinesCancel) throw invalid("intent_invalid_state", "You cannot cancel this PaymentIntent.");
    if (["succeeded", "canceled", "processing"].includes(intent.status))
      throw invalid("payment_intent_unexpected_state", `You cannot cancel this PaymentIntent: ${intent.status}.`);
    intent.amount_capturable = 0;
    return this.#setStatus(intent, "canceled", "payment_intent.canceled");
  }

  createRefund({ payment_intent, amount, metadata = {} }: Fields): Refund {
    const intent = this.intent(String(payment_intent));
    const left = intent.amount_received - this.#refundedOf(intent.id);
    const refunded = amount === undefined ? left : Number(amount);
    if (this.refundsAre === "refused")
      throw invalid("insufficient_funds", "Insufficient funds in your Stripe balance.");
    if (intent.status !== "succeeded" || refunded > left)
      throw invalid(
        "charge_already_refunded",
        `Refund amount (${refunded}) is greater than unrefunded amount (${left}).`,
      );
    const refund: Refund = {
      id: name("re"),
      object: "refund",
      amount: refunded,
      charge: intent.latest_charge,
      created: seconds(),
      currency: intent.currency,
      metadata: metadata as Fields,
      payment_intent: intent.id,
      status: this.refundsAre,
    };
    if (refund.status === "failed") refund.failure_reason = "expired_or_canceled_card";
    this.refunds.set(refund.id, refund);
    this.#emit("refund.created", refund);
    return refund;
  }

  #refundedOf = (id: string) =>
    [...this.refunds.values()]
      .filter(({ payment_intent, status }) => payment_intent === id && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);

  listRefunds(id: string) {
    const data = [...this.refunds.values()].filter(({ payment_intent }) => payment_intent === id);
    return { object: "list", data, has_more: false, url: "/v1/refunds" };
  }

  /** A pending refund succeeds, or fails at the bank. */
  endRefund(id: string, status: "succeeded" | "failed") {
    const refund = this.refunds.get(id);
    if (!refund) throw new Error(`no refund ${id}`);
    refund.status = status;
    this.#emit(status === "failed" ? "refund.failed" : "refund.updated", refund);
  }

  /** The bank disputes a charge, or `amount` of it; later the dispute is won or lost. */
  dispute(
    id: string,
    status: "needs_response" | "won" | "lost" | "warning_needs_response",
    dispute = name("dp"),
    amount = this.intent(id).amount,
  ): string {
    const { amount_received, currency, latest_charge } = this.intent(id);
    if (amount_received === 0) throw invalid("charge_not_paid", "Only a charge that was paid can be disputed.");
    const isNew = status === "needs_response" || status === "warning_needs_response";
    const object = {
      id: dispute,
      object: "dispute",
      amount,
      charge: latest_charge,
      currency,
      payment_intent: id,
      status,
    };
    this.disputes.set(dispute, object);
    this.#emit(isNew ? "charge.dispute.created" : "charge.dispute.closed", object);
    return dispute;
  }
}
