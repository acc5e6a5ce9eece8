import type { Order } from "#contract/orders/orders.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";

type HeldOrder = Pick<Order, "number" | "payment_status" | "paid" | "outstanding">;
type PaidOrder = Pick<Order, "payment_status" | "outstanding" | "payments">;

/** Whether the rest can be paid by bank transfer; only transfers can be partial. */
export const canTransferRest = ({ payment_status, outstanding, payments }: PaidOrder) =>
  payment_status === "partially_paid" && outstanding.amount > 0 && payments.at(-1)?.provider === "bank";

/** Text for the customer of an order on hold, with what was paid; the reason stays internal. */
export function holdMessage({ number, payment_status, paid, outstanding }: HeldOrder): { title: string; says: string } {
  const money = (amount: Order["paid"]) => formatMoney(amount);
  if (payment_status === "partially_paid" && outstanding.amount > 0)
    return {
      title: say("We're reviewing your payment"),
      says: say("We received {paid} for order {number}. {missing} is still due.", {
        paid: money(paid),
        number,
        missing: money(outstanding),
      }),
    };
  const title = say("We're reviewing your order");
  if (payment_status === "paid" && paid.amount > 0)
    return {
      title,
      says: say(
        "We received your payment of {paid}. Order {number} is on hold while we review it. We'll email you if we need anything.",
        { paid: money(paid), number },
      ),
    };
  return {
    title,
    says: say("Order {number} is on hold while we review it. We'll email you if we need anything.", { number }),
  };
}
