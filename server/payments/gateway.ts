import type { DemoOutcome, PaymentProvider } from "#contract/payments.ts";

export type EventKind =
  | "auth"
  | "capture"
  | "fail"
  | "void"
  | "refund"
  | "refund_fail"
  | "chargeback"
  | "chargeback_won";

/** One thing a provider did with money, in minor units. `objectRef` is the provider's own id of the charge or refund. */
export interface GatewayEvent {
  objectRef: string;
  kind: EventKind;
  amount: number;
  currency: string;
  at: Date;
  failure?: { code: string; message: string };
}

/** What a gateway is asked to take. */
export interface Attempt {
  paymentId: string;
  amount: number;
  currency: string;
  outcome: DemoOutcome;
}

/** A payment as its gateway needs to know it later. */
export interface Underway {
  reference: string;
  amount: number;
  currency: string;
  at: Date;
}

/** What the provider answers to an attempt: it is settled, needs the customer once more, or is told of later. */
export type Charge =
  | { kind: "settled"; reference: string; events: GatewayEvent[] }
  | { kind: "action"; reference: string; token: string }
  | { kind: "processing"; reference: string };

/** What arrives by webhook: an event about the payment the provider knows as `reference`. */
export interface Webhook {
  eventId: string;
  type: string;
  reference: string;
  event: GatewayEvent;
}

/** A way of taking money. What it answers at once comes back as events; what it answers later comes by webhook. */
export interface Gateway {
  provider: PaymentProvider;
  begin(attempt: Attempt, at: Date): Promise<Charge>;
  /** The customer's second step. */
  confirm(payment: Underway, approve: boolean): Promise<GatewayEvent[]>;
  /** Takes money that was only promised. */
  capture(payment: Underway): Promise<GatewayEvent[]>;
  /** Gives up a payment of which nothing was taken. */
  cancel(payment: Underway): Promise<GatewayEvent[]>;
  refund(payment: Underway, amount: number): Promise<GatewayEvent[]>;
  /** What became of a payment we heard nothing of for a while. */
  ask(payment: Underway): Promise<GatewayEvent[]>;
  /** The message in a signed body, or undefined when the signature is not the provider's. */
  read(raw: string, signature: string): Webhook | undefined;
}
