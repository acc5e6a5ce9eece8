import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { Instant } from "#contract/endpoint.ts";
import { text } from "#words/say.ts";
import type { Attempt, Charge, EventKind, Gateway, GatewayEvent, ProviderPayment, Webhook } from "./gateway.ts";

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

/**
 * A pretended card provider that answers as asked: at once, with a second step, late by webhook, or with a no. `taking`
 * says whether what it approves here is taken at once or only promised.
 */
export function demoGateway(signingKey: Uint8Array, taking: () => Promise<"automatic" | "manual">): Gateway {
  const approved = async () => ((await taking()) === "manual" ? "auth" : "capture");
  return {
    provider: "demo",
    remote: false,
    begin: async (attempt, at) => begun(attempt, at, await approved()),
    confirm: async (payment, approve) => [
      approve ? event(await approved(), payment) : { ...event("fail", payment), amount: 0, failure: declined },
    ],
    capture: async (payment, amount) => [{ ...event("capture", payment), amount }],
    cancel: async (payment) => [{ ...event("void", payment), amount: 0 }],
    refund: async (payment, { refundId, amount }) => [
      { ...event("refund", payment), objectRef: `demo_refund_${refundId}`, refundId, amount },
    ],
    // A charge the demo provider works on always succeeds in the end.
    ask: async (payment) => [event("capture", payment)],
    read: async (raw, signature) => (isSigned(signingKey, raw, signature) ? readMessage(raw) : undefined),
  };
}

function begun({ paymentId, amount, currency, outcome }: Attempt, at: Date, approved: EventKind): Charge {
  const reference = `demo_${paymentId}`;
  const payment = { paymentId, reference, amount, currency, at };
  switch (outcome) {
    case "approve":
      return { kind: "settled", reference, events: [event(approved, payment)] };
    case "decline":
      return { kind: "settled", reference, events: [{ ...event("fail", payment), amount: 0, failure: declined }] };
    case "confirm":
      return { kind: "action", reference, client: { token: uuid() } };
    case "late":
      return { kind: "processing", reference };
  }
}

function event(kind: EventKind, { reference, amount, currency, at }: ProviderPayment): GatewayEvent {
  return { objectRef: `${reference}_charge`, kind, amount, currency, at };
}

/** The body and signature the demo provider would send. */
export function demoWebhook(signingKey: Uint8Array, message: DemoMessage) {
  const raw = JSON.stringify(message);
  return { raw, signature: sign(signingKey, raw) };
}

/** What the demo provider says when a late payment went through. */
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
  return {
    eventId: id,
    type: kind,
    reference,
    events: [
      {
        objectRef: charge,
        kind,
        amount,
        currency,
        at: new Date(at),
        ...(kind === "fail" ? { failure: declined } : {}),
      },
    ],
  };
}
