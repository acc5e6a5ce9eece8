import type { DemoOutcome, PaymentProvider } from "#contract/payments.ts";

export type EventKind =
  | "processing"
  | "auth"
  | "capture"
  | "fail"
  | "void"
  | "refund"
  | "refund_fail"
  | "chargeback"
  | "chargeback_won"
  | "chargeback_lost";

/** One thing a provider did with money, in minor units. `objectRef` is the provider's own id of the charge or refund. */
export interface GatewayEvent {
  objectRef: string;
  kind: EventKind;
  amount: number;
  currency: string;
  at: Date;
  failure?: { code: string; message: string };
  /** Our own id of the refund it answers, where the provider gives it back to us. */
  refundId?: string;
}

/** What a gateway is asked to take. */
export interface Attempt {
  paymentId: string;
  orderId: string;
  orderNumber: number;
  amount: number;
  currency: string;
  outcome: DemoOutcome;
}

/** A payment as its gateway needs to know it later. */
export interface ProviderPayment {
  paymentId: string;
  reference: string;
  amount: number;
  currency: string;
  at: Date;
}

/** What the customer's screen is given: a token, a secret, or where to transfer the money. */
export type Client = Record<string, string>;

/** What the provider answers to an attempt: it is settled, needs the customer once more, or is told of later. */
export type Charge =
  | { kind: "settled"; reference: string; events: GatewayEvent[] }
  | { kind: "action"; reference: string; client: Client }
  | { kind: "processing"; reference: string };

/** What arrives by webhook: events about the payment the provider knows as `reference`; null when it is about none. */
export interface Webhook {
  eventId: string;
  type: string;
  reference: string | null;
  events: GatewayEvent[];
}

/** A refund to be sent. Sending it again does nothing more. */
export interface RefundWish {
  refundId: string;
  amount: number;
  /** It may have been sent before. */
  isRepeat: boolean;
  /** Full hours since it was wished for: a provider may keep on giving its first answer, a breakdown too. */
  round: number;
}

/** The provider was asked and said no: asking again would not help. Anything else a gateway throws may be tried again. */
export class Declined extends Error {
  override name = "Declined";
}

/** A way of taking money. What it answers at once comes back as events; what it answers later comes by webhook. */
export interface Gateway {
  provider: PaymentProvider;
  /** Whether asking it means asking over a network: then it is asked after the commit, and again until it answers. */
  remote: boolean;
  /** It did not answer in time a moment ago: nothing that can wait asks it now, so that it keeps no other jobs waiting. */
  isSilent?(): boolean;
  /** Whether it can take exactly this amount, in minor units; without it any. */
  takes?(amount: number, currency: string): boolean;
  begin(attempt: Attempt, at: Date): Promise<Charge>;
  /** The customer's second step. */
  confirm(payment: ProviderPayment, approve: boolean): Promise<GatewayEvent[]>;
  /** Takes `amount` minor units of money that was only promised, once; what is left of the promise is let go. */
  capture(payment: ProviderPayment, amount: number): Promise<GatewayEvent[]>;
  /** Gives up a payment of which nothing was taken; when something was after all, says that. */
  cancel(payment: ProviderPayment): Promise<GatewayEvent[]>;
  /** Returns money. No events: the provider took it on and tells later, or when asked again. */
  refund(payment: ProviderPayment, wish: RefundWish): Promise<GatewayEvent[]>;
  /** What became of a payment we heard nothing of for a while. */
  ask(payment: ProviderPayment): Promise<GatewayEvent[]>;
  /** The message in a signed body, or undefined when the signature is not the provider's. */
  read(raw: string, signature: string): Promise<Webhook | undefined>;
}
