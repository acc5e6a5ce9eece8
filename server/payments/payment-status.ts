import type { PaymentStatus } from "#contract/payments.ts";
import type { EventKind } from "#server/payments/gateways/gateway.ts";

/** Where a payment may go from each status; what is missing is final. */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ["requires_action", "processing", "authorized", "captured", "failed", "expired"],
  requires_action: ["processing", "authorized", "captured", "failed", "expired"],
  // Given up when its order is cancelled; a success that comes later still counts.
  processing: ["authorized", "captured", "failed", "expired"],
  authorized: ["captured", "voided", "expired"],
  // A late success, or the customer tried the same payment once more.
  failed: ["captured", "authorized", "processing"],
  expired: ["captured"],
  captured: ["partially_refunded", "refunded", "disputed"],
  partially_refunded: ["refunded", "captured", "disputed"],
  disputed: ["captured", "partially_refunded", "refunded"],
  // Final, unless its capture is told after it: money that was taken is never overlooked.
  voided: ["captured"],
  // A refund the bank sent back.
  refunded: ["partially_refunded", "captured"],
};

/** Whether a payment may get from one status to another, by any number of moves: several events can arrive together. */
export function mayReach(from: PaymentStatus, to: PaymentStatus): boolean {
  const seen = new Set<PaymentStatus>([from]);
  for (const status of seen) for (const next of paymentMoves[status]) seen.add(next);
  return seen.has(to);
}

export interface LedgerEntry {
  object_ref: string;
  kind: EventKind;
  amount: number;
}
export interface PaymentTotalsAndStatus {
  status: PaymentStatus;
  authorized: number;
  captured: number;
  /** What went back in all: refunds and lost chargebacks. */
  refunded: number;
  /** What of that a bank took back. */
  chargedBack: number;
}

/**
 * Where a payment stands after all its events, whatever their order and however often each was told. Money that moved
 * outranks words about it: a failure told after a success changes nothing. `status` is where it stood before any event,
 * or after some of them; both come to the same.
 */
export function totalsAndStatus(status: PaymentStatus, told: LedgerEntry[]): PaymentTotalsAndStatus {
  const ledger = [...new Map(told.map((entry) => [`${entry.object_ref} ${entry.kind}`, entry])).values()];
  const sum = (kind: EventKind) => of(ledger, kind).reduce((total, entry) => total + entry.amount, 0);
  const sentBack = new Set(of(ledger, "refund_fail").map((entry) => entry.object_ref));
  const won = new Set(of(ledger, "chargeback_won").map((entry) => entry.object_ref));
  const captured = sum("capture");
  const lost = of(ledger, "chargeback_lost").filter((entry) => !won.has(entry.object_ref));
  const wentBack = [...of(ledger, "refund").filter((entry) => !sentBack.has(entry.object_ref)), ...lost];
  // A refund may be told before the capture it belongs to.
  const refunded = Math.min(
    captured,
    wentBack.reduce((total, entry) => total + entry.amount, 0),
  );
  const chargedBack = Math.min(
    refunded,
    lost.reduce((total, entry) => total + entry.amount, 0),
  );
  const over = new Set([...won, ...lost.map((entry) => entry.object_ref)]);
  const disputed = of(ledger, "chargeback").some((entry) => !over.has(entry.object_ref));
  const now = statusOf(status, ledger, { captured, refunded, disputed });
  return { status: mayReach(status, now) ? now : status, authorized: sum("auth"), captured, refunded, chargedBack };
}

const of = (ledger: LedgerEntry[], kind: EventKind) => ledger.filter((entry) => entry.kind === kind);

function statusOf(
  status: PaymentStatus,
  ledger: LedgerEntry[],
  { captured, refunded, disputed }: { captured: number; refunded: number; disputed: boolean },
): PaymentStatus {
  if (captured > 0 && disputed) return "disputed";
  if (captured > 0 && refunded >= captured) return "refunded";
  if (refunded > 0) return "partially_refunded";
  if (captured > 0) return "captured";
  if (of(ledger, "void").length > 0) return "voided";
  if (of(ledger, "auth").length > 0) return "authorized";
  const failed = new Set(of(ledger, "fail").map((entry) => entry.object_ref));
  if (of(ledger, "processing").some((entry) => !failed.has(entry.object_ref))) return "processing";
  return failed.size > 0 ? "failed" : status;
}
