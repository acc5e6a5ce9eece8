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

/** What a bank statement says of a received transfer besides its amount. */
export interface BankStatementEntry {
  /** `YYYY-MM-DD` */
  value_date?: string | undefined;
  /** What the payer wrote. */
  reference?: string | undefined;
}

/** An event of a payment as its provider reports it. Amounts in minor units. */
export interface GatewayEvent {
  /** The provider's id of the charge, refund or dispute. */
  objectRef: string;
  kind: EventKind;
  amount: number;
  currency: string;
  at: Date;
  /** Of a bank transfer, by the bank statement. */
  transfer?: BankStatementEntry;
  failure?: { code: string; message: string };
  /** The shop's id of the refund, if the provider returns it. */
  refundId?: string;
}

/** A payment to begin. */
export interface Attempt {
  paymentId: string;
  orderId: string;
  orderNumber: number;
  amount: number;
  currency: string;
  outcome: DemoOutcome;
  /** Full hours since the payment was created: a provider may repeat its first answer, even an error, for a while. */
  hours: number;
}

/** A payment that was begun. */
export interface ProviderPayment {
  paymentId: string;
  reference: string;
  amount: number;
  currency: string;
  at: Date;
}

/** Data for the customer's payment screen: a token, a client secret, or the bank account. */
export type Client = Record<string, string>;

/** Result of beginning a payment: settled, waiting for the customer, or processing until a webhook arrives. */
export type Charge =
  | { kind: "settled"; reference: string; events: GatewayEvent[] }
  | { kind: "action"; reference: string; client: Client }
  | { kind: "processing"; reference: string };

/** A verified webhook. `reference` is the provider's id of the payment; null if it is about none. */
export interface Webhook {
  eventId: string;
  type: string;
  reference: string | null;
  events: GatewayEvent[];
}

/** A refund to send; sending it again has no further effect. */
export interface RefundToSend {
  refundId: string;
  amount: number;
  /** It may have been sent before. */
  isRepeat: boolean;
  /** Full hours since the refund was created: a provider may repeat its first answer, even an error, for a while. */
  hours: number;
}

/** The provider declined: a retry does not help. After any other error a gateway throws, a retry may. */
export class Declined extends Error {
  override name = "Declined";
}

/** A webhook in a version of the provider's API whose meaning is another one. */
export class UnsupportedVersion extends Error {
  override name = "UnsupportedVersion";
  readonly version: string;
  constructor(version: string, supported: string) {
    super(`This webhook endpoint has the API version ${version}. Create it again with version ${supported}.`);
    this.version = version;
  }
}

/** The adapter of a payment provider. Immediate results are returned as events; later ones arrive by webhook. */
export interface Gateway {
  provider: PaymentProvider;
  /** Whether it is called over a network: then only after the commit, and again until it answers. */
  remote: boolean;
  /** Whether it timed out a moment ago: jobs skip it for now, so that they don't block others. */
  isUnresponsive?(): boolean;
  /** Whether it can charge exactly this amount, in minor units; if missing, any amount. */
  supportsAmount?(amount: number, currency: string): boolean;
  begin(attempt: Attempt, at: Date): Promise<Charge>;
  /** The customer's second step. */
  confirm(payment: ProviderPayment, approve: boolean): Promise<GatewayEvent[]>;
  /** Captures `amount` minor units of an authorization, once, and releases the rest. */
  capture(payment: ProviderPayment, amount: number): Promise<GatewayEvent[]>;
  /** Cancels a payment that was not captured; returns the capture if it was. */
  cancel(payment: ProviderPayment): Promise<GatewayEvent[]>;
  /** Sends a refund. No events: the provider accepted it and reports the result later. */
  refund(payment: ProviderPayment, refund: RefundToSend): Promise<GatewayEvent[]>;
  /** The current state of a payment at the provider. */
  retrieve(payment: ProviderPayment): Promise<GatewayEvent[]>;
  /** The content of a webhook body; undefined if the signature is not the provider's. May throw `UnsupportedVersion`. */
  readWebhook(raw: string, signature: string): Promise<Webhook | undefined>;
}

/** An event about the whole amount of a payment. */
export const eventOf = (kind: EventKind, { reference, amount, currency, at }: ProviderPayment): GatewayEvent => ({
  objectRef: reference,
  kind,
  amount,
  currency,
  at,
});
