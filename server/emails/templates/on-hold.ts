import { say } from "#words/say.ts";
import type { OrderEmailInput } from "./order-email.ts";

/** The contract is made, also if the order is on hold: it is confirmed, but isn't being got ready. */
export const confirmationText = (about: OrderEmailInput) =>
  about.order.status === "on_hold"
    ? onHoldText(about)
    : say("We've received order {number} and are getting it ready.", about.values);

/** Why an order is on hold, as its customer is told. */
export function onHoldText({ order, values, money }: OrderEmailInput): string {
  if (order.payment_status === "partially_paid" && order.outstanding.amount > 0)
    return say("We received {paid} for order {number}. {missing} is still due.", {
      number: order.number,
      paid: money(order.paid),
      missing: money(order.outstanding),
    });
  if (order.paid.amount > 0)
    return say(
      "We received your payment of {paid}. Order {number} is on hold while we review it. We'll email you if we need anything.",
      { number: order.number, paid: money(order.paid) },
    );
  return say("Order {number} is on hold while we review it. We'll email you if we need anything.", values);
}
