/** A payment, with what can still be refunded of it, or captured less, in minor units. */
interface RefundablePayment {
  refundable: number;
  /** It wasn't needed, so it is refunded first. */
  isCancelled?: boolean;
}

/** A part of a refund, and the payment it is taken of. */
interface RefundPart<Payment> {
  payment: Payment;
  amount: number;
}

/** How a refund is shared between payments, in minor units: one that is enough pays all, else those with the most. */
export function splitOverPayments<Payment extends RefundablePayment>(
  payments: Payment[],
  amount: number,
): RefundPart<Payment>[] {
  const inTurn = payments
    .filter(({ refundable }) => refundable > 0)
    .sort(
      (one, other) =>
        Number(other.isCancelled ?? false) - Number(one.isCancelled ?? false) || other.refundable - one.refundable,
    );
  const enough = inTurn.find(({ refundable }) => refundable >= amount);
  if (enough) return amount > 0 ? [{ payment: enough, amount }] : [];
  const parts: RefundPart<Payment>[] = [];
  let rest = amount;
  for (const payment of inTurn) {
    const part = Math.min(rest, payment.refundable);
    if (part > 0) parts.push({ payment, amount: part });
    rest -= part;
  }
  return parts;
}

/** How a refund is shared, in minor units: payments and authorizations come first, gift cards get what is left. */
export function splitRefund(amount: number, funds: number): { payments: number; cards: number } {
  const payments = Math.max(0, Math.min(amount, funds));
  return { payments, cards: amount - payments };
}
