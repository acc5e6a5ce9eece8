import type { Order } from "#contract/orders/orders.ts";
import { SummaryRow } from "#web/ui/text/summary-list.tsx";

/** What was paid for an order, what was refunded, and the net of both; and what is still due. */
export function PaymentTotals({ order: { paid, refunded, outstanding } }: { order: Order }) {
  const less = { ...refunded, amount: -refunded.amount };
  return (
    <>
      <SummaryRow label="Paid" money={paid} />
      {refunded.amount > 0 && <SummaryRow label="Refunded" money={less} />}
      <SummaryRow label="Net payment" money={{ ...paid, amount: paid.amount - refunded.amount }} isTotal />
      {outstanding.amount > 0 && <SummaryRow label="Amount due" money={outstanding} />}
    </>
  );
}
