import type { PaymentStatus } from "#contract/payments.ts";
import type { EventKind } from "#server/payments/gateways/gateway.ts";

/** The statuses that can follow each status of a payment. */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ["requires_action", "processing", "authorized", "captured", "failed", "expired"],
  requires_action: ["processing", "authorized", "captured", "failed", "expired"],
  // Expires with its order; a later success still counts.
  processing: ["authorized", "captured", "failed", "expired"],
  authorized: ["captured", "voided", "expired"],
  // A late success, or the customer retried.
  failed: ["captured", "authorized", "processing"],
  expired: ["captured"],
  captured: ["partially_refunded", "refunded", "disputed"],
  partially_refunded: ["refunded", "captured", "disputed"],
  disputed: ["captured", "partially_refunded", "refunded"],
  // A capture reported after the void: captured money is never ignored.
  voided: ["captured"],
  // A refund that the bank returned.
  refunded: ["partially_refunded", "captured"],
};

/** Whether a status can follow another, also over several steps: events can arrive together. */
export function canReach(from: PaymentStatus, to: PaymentStatus): boolean {
  const seen = new Set<PaymentStatus>([from]);
  for (const status of seen) for (const next of paymentTransitions[status]) seen.add(next);
  return seen.has(to);
}

export interface RecordedEvent {
  object_ref: string;
  kind: EventKind;
  amount: number;
}
export interface PaymentTotalsAndStatus {
  status: PaymentStatus;
  authorized: number;
  captured: number;
  /** Refunds and lost chargebacks. */
  refunded: number;
  /** The lost chargebacks in `refunded`. */
  chargedBack: number;
}

/**
 * The totals and status of a payment after all its events, in any order and with repeats. Moved money outranks messages: a
 * failure reported after a capture changes nothing. `status` is the status before all or some of the events.
 */
export function totalsAndStatus(status: PaymentStatus, recorded: RecordedEvent[]): PaymentTotalsAndStatus {
  const events = [...new Map(recorded.map((event) => [`${event.object_ref} ${event.kind}`, event])).values()];
  const failed = refsOf(events, "refund_fail");
  const won = refsOf(events, "chargeback_won");
  const lost = ofKind(events, "chargeback_lost").filter((event) => !won.has(event.object_ref));
  const captured = sum(ofKind(events, "capture"));
  // A refund may be reported before the capture.
  const sent = ofKind(events, "refund").filter((event) => !failed.has(event.object_ref));
  const refunded = Math.min(captured, sum(sent) + sum(lost));
  const chargedBack = Math.min(refunded, sum(lost));
  const closed = new Set([...won, ...lost.map((event) => event.object_ref)]);
  const isDisputed = ofKind(events, "chargeback").some((event) => !closed.has(event.object_ref));
  const next = statusOf(status, events, { captured, refunded, isDisputed });
  const authorized = sum(ofKind(events, "auth"));
  return { status: canReach(status, next) ? next : status, authorized, captured, refunded, chargedBack };
}

const ofKind = (events: RecordedEvent[], kind: EventKind) => events.filter((event) => event.kind === kind);
const refsOf = (events: RecordedEvent[], kind: EventKind) =>
  new Set(ofKind(events, kind).map((event) => event.object_ref));
const sum = (events: RecordedEvent[]) => events.reduce((total, event) => total + event.amount, 0);

function statusOf(
  status: PaymentStatus,
  events: RecordedEvent[],
  { captured, refunded, isDisputed }: { captured: number; refunded: number; isDisputed: boolean },
): PaymentStatus {
  if (captured > 0 && isDisputed) return "disputed";
  if (captured > 0 && refunded >= captured) return "refunded";
  if (refunded > 0) return "partially_refunded";
  if (captured > 0) return "captured";
  if (ofKind(events, "void").length > 0) return "voided";
  if (ofKind(events, "auth").length > 0) return "authorized";
  const failed = refsOf(events, "fail");
  if (ofKind(events, "processing").some((event) => !failed.has(event.object_ref))) return "processing";
  return failed.size > 0 ? "failed" : status;
}

/** An entry for the ledger of an order. `amount` in minor units; negative for a refund that the bank returned. */
export interface PaymentTransaction {
  kind: "payment" | "refund" | "chargeback" | "chargeback_reversal";
  amount: number;
  payment: string;
  /** The latest event of the entry. */
  cause: string;
  /** When that happened at the provider. */
  at: string;
}

type Totals = Pick<PaymentTotalsAndStatus, "captured" | "refunded" | "chargedBack">;
export const zeroTotals: Totals = { captured: 0, refunded: 0, chargedBack: 0 };

/** The entries of the `fresh` events of a payment: the difference of its totals before and after them. */
export function transactionsOf(
  payment: string,
  { before, after, fresh }: { before: Totals; after: Totals; fresh: { id: number; payment_id: string; at: string }[] },
): PaymentTransaction[] {
  const latest = fresh.filter((event) => event.payment_id === payment).toSorted((one, other) => other.id - one.id)[0];
  if (!latest) return [];
  const cause = `payment_event:${latest.id}`;
  const refunds = ({ refunded, chargedBack }: Totals) => refunded - chargedBack;
  const chargeback = after.chargedBack - before.chargedBack;
  const entries = [
    { kind: "payment" as const, amount: after.captured - before.captured },
    { kind: "refund" as const, amount: refunds(after) - refunds(before) },
    chargeback < 0
      ? { kind: "chargeback_reversal" as const, amount: -chargeback }
      : { kind: "chargeback" as const, amount: chargeback },
  ];
  return entries.filter(({ amount }) => amount !== 0).map((entry) => ({ ...entry, payment, cause, at: latest.at }));
}
