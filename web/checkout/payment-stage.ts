import type { Order } from "#contract/orders.ts";
import type { Payment } from "#contract/payments.ts";

/**
 * Where the payment of an order is: still to be chosen, waiting for a second step, being worked on, or over. `overdue`: its
 * time has run out, and the shop has yet to end it; only then is it known whether it was paid.
 */
export type PaymentStage =
  | "choose"
  | "second_step"
  | "processing"
  | "overdue"
  | "held"
  | "paid"
  | "completed"
  | "returned"
  | "expired"
  | "ended";

export function stageOf(
  order: Pick<Order, "status" | "payment_status">,
  payment: Pick<Payment, "status" | "provider"> | null,
  left: number | null,
): PaymentStage {
  if (order.status !== "pending_payment") return stageAfter[order.status];
  if (payment?.status === "processing" || payment?.status === "created") return "processing";
  // The money is there; the order follows in a moment.
  if (payment?.status === "captured" || payment?.status === "authorized") return "processing";
  if (payment?.status !== "requires_action") return left === 0 ? "overdue" : "choose";
  if (left !== 0) return "second_step";
  // It is done at the provider, who may not have told us yet.
  return payment.provider === "stripe" ? "processing" : "overdue";
}

const stageAfter: Record<Exclude<Order["status"], "pending_payment">, PaymentStage> = {
  confirmed: "paid",
  processing: "paid",
  on_hold: "held",
  completed: "completed",
  closed_returned: "returned",
  expired: "expired",
  cancelled: "ended",
};
