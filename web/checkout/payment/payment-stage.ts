import type { Order } from "#contract/orders/orders.ts";
import type { Payment } from "#contract/payments.ts";

/** The step of a payment. `overdue`: the deadline has passed and the server has yet to decide whether it was paid. */
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

export function paymentStage(
  order: Pick<Order, "status" | "payment_status">,
  payment: Pick<Payment, "status" | "provider"> | null,
  left: number | null,
): PaymentStage {
  if (order.status !== "pending_payment") return stageByStatus[order.status];
  if (payment?.status === "processing" || payment?.status === "created") return "processing";
  // The payment arrived; the order follows shortly.
  if (payment?.status === "captured" || payment?.status === "authorized") return "processing";
  if (payment?.status !== "requires_action") return left === 0 ? "overdue" : "choose";
  if (left !== 0) return "second_step";
  // The provider may not have reported the result yet.
  return payment.provider === "stripe" ? "processing" : "overdue";
}

const stageByStatus: Record<Exclude<Order["status"], "pending_payment">, PaymentStage> = {
  confirmed: "paid",
  processing: "paid",
  on_hold: "held",
  completed: "completed",
  closed_returned: "returned",
  expired: "expired",
  cancelled: "ended",
};
