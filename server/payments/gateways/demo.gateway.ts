import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { Instant } from "#contract/endpoint.ts";
import { text } from "#words/say.ts";
import {
  type Attempt,
  type Charge,
  type EventKind,
  eventOf,
  type Gateway,
  type GatewayEvent,
  type ProviderPayment,
  type Webhook,
} from "./gateway.ts";

const DemoMessage = z.object({
  id: z.string().min(1).max(200),
  reference: z.string().max(200),
  charge: z.string().max(200),
  kind: z.enum([
    "capture",
    "fail",
    "processing",
    "auth",
    "void",
    "refund",
    "refund_fail",
    "chargeback",
    "chargeback_won",
    "chargeback_lost",
  ]),
  amount: z.int().min(0),
  currency: z.string().length(3),
  at: Instant,
});
export type DemoMessage = z.infer<typeof DemoMessage>;

const declined = { code: "card_declined", message: text("Your card was declined. Choose another payment method.") };

/** A simulated card provider: approves at once, after a second step, or late by webhook, or declines. */
export function demoGateway(signingKey: Uint8Array, captureMethod: () => Promise<"automatic" | "manual">): Gateway {
  const approval = async () => ((await captureMethod()) === "manual" ? "auth" : "capture");
  return {
    provider: "demo",
    remote: false,
    begin: async (attempt, at) => begin(attempt, at, await approval()),
    confirm: async (payment, approve) => [approve ? chargeEvent(await approval(), payment) : declinedEvent(payment)],
    capture: async (payment, amount) => [{ ...chargeEvent("capture", payment), amount }],
    cancel: async (payment) => [{ ...chargeEvent("void", payment), amount: 0 }],
    refund: async (payment, { refundId, amount }) => [
      { ...eventOf("refund", payment), objectRef: `demo_refund_${refundId}`, refundId, amount },
    ],
    // A charge in processing always succeeds in the end.
    retrieve: async (payment) => [chargeEvent("capture", payment)],
    readWebhook: async (raw, signature) => (isSigned(signingKey, raw, signature) ? readMessage(raw) : undefined),
  };
}

function begin({ paymentId, amount, currency, outcome }: Attempt, at: Date, approval: EventKind): Charge {
  const reference = `demo_${paymentId}`;
  const payment = { paymentId, reference, amount, currency, at };
  switch (outcome) {
    case "approve":
      return { kind: "settled", reference, events: [chargeEvent(approval, payment)] };
    case "decline":
      return { kind: "settled", reference, events: [declinedEvent(payment)] };
    case "confirm":
      return { kind: "action", reference, client: { token: uuid() } };
    case "late":
      return { kind: "processing", reference };
  }
}

const chargeEvent = (kind: EventKind, payment: ProviderPayment): GatewayEvent => ({
  ...eventOf(kind, payment),
  objectRef: `${payment.reference}_charge`,
});

const declinedEvent = (payment: ProviderPayment) => ({ ...chargeEvent("fail", payment), amount: 0, failure: declined });

/** A webhook body of the demo provider with its signature. */
export function demoWebhook(signingKey: Uint8Array, message: DemoMessage) {
  const raw = JSON.stringify(message);
  return { raw, signature: sign(signingKey, raw) };
}

/** The webhook message for a late payment that was approved. */
export const lateApproval = (
  { reference, amount, currency }: Omit<ProviderPayment, "at" | "paymentId">,
  at: Date,
): DemoMessage => ({
  id: `evt_${reference}`,
  reference,
  charge: `${reference}_charge`,
  kind: "capture",
  amount,
  currency,
  at: at.toISOString(),
});

const sign = (signingKey: Uint8Array, raw: string) => {
  const key = new Uint8Array(hkdfSync("sha256", signingKey, "", "demo payment webhooks", 32));
  return createHmac("sha256", key).update(raw).digest("hex");
};

function isSigned(signingKey: Uint8Array, raw: string, signature: string) {
  const [ours, theirs] = [Buffer.from(sign(signingKey, raw)), Buffer.from(signature)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

function readMessage(raw: string): Webhook {
  const { id, reference, charge, kind, amount, currency, at } = DemoMessage.parse(JSON.parse(raw));
  const event = { objectRef: charge, kind, amount, currency, at: new Date(at) };
  const events = [kind === "fail" ? { ...event, failure: declined } : event];
  return { eventId: id, type: kind, reference, events };
}
