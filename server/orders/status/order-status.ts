import {
  isDelivered,
  type OrderState,
  type OrderTransition,
  orderCan,
  orderTransitions,
} from "#contract/orders/order-transitions.ts";
import type { FulfilmentStatus, OrderAction, OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";

/** The status after a transition; undefined if the transition is not possible. */
export function destination(
  order: { status: OrderStatus; held_from: OrderStatus | null },
  transition: OrderTransition,
): OrderStatus | undefined {
  const { from, to } = orderTransitions[transition];
  if (!(from as readonly OrderStatus[]).includes(order.status)) return undefined;
  return to === "held_from" ? (order.held_from ?? undefined) : to;
}

/** Units of an order; `ordered` are those not cancelled. */
export interface UnitCounts {
  ordered: number;
  shipped: number;
  delivered: number;
  returned: number;
}

export function fulfilmentStatusOf({ ordered, shipped, delivered, returned }: UnitCounts): FulfilmentStatus {
  if (shipped === 0) return "unfulfilled";
  if (shipped < ordered) return "partial";
  // Returned units need not have been reported as delivered.
  if (returned >= ordered) return "returned";
  if (delivered < ordered) return "fulfilled";
  return returned > 0 ? "partially_returned" : "delivered";
}

/** Whether an order is delivered, and paid or refunded. */
export const isComplete = (order: { fulfilment_status: FulfilmentStatus; payment_status: OrderPaymentStatus }) =>
  isDelivered(order) && ["paid", "partially_refunded", "refunded"].includes(order.payment_status);

/** Whether all of an order was returned or refunded, so that nothing is `owed`: a lost chargeback is owed again. */
export const isFullyReturned = (
  order: { fulfilment_status: FulfilmentStatus; payment_status: OrderPaymentStatus },
  owed: number,
) => order.fulfilment_status === "returned" || (order.payment_status === "refunded" && owed === 0);

/** The actions a customer or administrator can take now. */
export function actionsOf(order: OrderState, who: "customer" | "admin", now: Date): OrderAction[] {
  const allowed = (
    ...actions: Exclude<OrderAction, "pay" | "cancel" | "reorder" | "resend_confirmation" | "refund_account">[]
  ) => actions.filter((action) => orderCan[action](order));
  const resend: OrderAction[] = orderCan.resend_confirmation(order, who) ? ["resend_confirmation"] : [];
  const cancel: OrderAction[] = orderCan.cancel(order, who) ? ["cancel"] : [];
  if (who === "admin")
    return [
      ...allowed("start", "pack", "hold", "release", "fulfil", "deliver"),
      ...cancel,
      ...allowed(
        "receive_transfer",
        "receive_another_transfer",
        "capture",
        "cancel_lines",
        "refund",
        "edit",
        "invoice",
      ),
      ...resend,
    ];
  return [
    ...(orderCan.pay(order, now) ? (["pay"] as const) : []),
    ...allowed("review", "return"),
    ...cancel,
    ...allowed("invoice"),
    ...resend,
    "reorder",
  ];
}
