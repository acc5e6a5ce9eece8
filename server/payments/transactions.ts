import type { PaymentTotalsAndStatus } from "./payment-status.ts";
import type { InsertedEvent } from "./payments.sql.ts";

/** An entry for the ledger of an order. `amount` in minor units; a refund the bank sent back is negative. */
export interface PaymentTransaction {
  kind: "payment" | "refund" | "chargeback" | "chargeback_reversal";
  amount: number;
  payment: string;
  /** The latest event that moved the money. */
  cause: string;
}

type Moved = Pick<PaymentTotalsAndStatus, "captured" | "refunded" | "chargedBack">;
export const nothing: Moved = { captured: 0, refunded: 0, chargedBack: 0 };

/** What new events of a payment moved: the difference of its sums before and after them, each set of events once. */
export function transactionsOf(
  payment: string,
  { before, after, fresh }: { before: Moved; after: Moved; fresh: InsertedEvent[] },
): PaymentTransaction[] {
  const events = fresh.filter((event) => event.payment_id === payment);
  if (events.length === 0) return [];
  const cause = `payment_event:${Math.max(...events.map(({ id }) => id))}`;
  const refunds = ({ refunded, chargedBack }: Moved) => refunded - chargedBack;
  const chargeback = after.chargedBack - before.chargedBack;
  const entries = [
    { kind: "payment" as const, amount: after.captured - before.captured },
    { kind: "refund" as const, amount: refunds(after) - refunds(before) },
    chargeback < 0
      ? { kind: "chargeback_reversal" as const, amount: -chargeback }
      : { kind: "chargeback" as const, amount: chargeback },
  ];
  return entries.filter(({ amount }) => amount !== 0).map((entry) => ({ ...entry, payment, cause }));
}
