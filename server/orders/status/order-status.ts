import { hasArrived, type Movable, type OrderMove, orderCan, orderMoves } from "#contract/orders/order-moves.ts";
import type { FulfilmentStatus, OrderAction, OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";

/** Where a move takes an order, or undefined when it can't be made from where the order is. */
export function destination(
  order: { status: OrderStatus; held_from: OrderStatus | null },
  move: OrderMove,
): OrderStatus | undefined {
  const { from, to } = orderMoves[move];
  if (!(from as readonly OrderStatus[]).includes(order.status)) return undefined;
  return to === "held_from" ? (order.held_from ?? undefined) : to;
}

/** How far the goods of an order are, in units. */
export function fulfilmentStatusOf(units: {
  wanted: number;
  shipped: number;
  delivered: number;
  returned?: number;
}): FulfilmentStatus {
  const { wanted, shipped, delivered, returned = 0 } = units;
  if (shipped === 0) return "unfulfilled";
  if (shipped < wanted) return "partial";
  // Units that came back need not have been reported as arrived first.
  if (returned >= wanted) return "returned";
  if (delivered < wanted) return "fulfilled";
  return returned > 0 ? "partially_returned" : "delivered";
}

/** Whether nothing is left to do for an order: all of it arrived and is paid, or went back. */
export const isComplete = (order: { fulfilment_status: FulfilmentStatus; payment_status: OrderPaymentStatus }) =>
  hasArrived(order) && ["paid", "partially_refunded", "refunded"].includes(order.payment_status);

/** Whether nothing is left of a completed order: all of it came back, or all money did. */
export const isUndone = (order: { fulfilment_status: FulfilmentStatus; payment_status: OrderPaymentStatus }) =>
  order.fulfilment_status === "returned" || order.payment_status === "refunded";

/** What the person who asks may do with an order now. */
export function actionsOf(order: Movable, who: "customer" | "admin", now: Date): OrderAction[] {
  const allowed = (...actions: Exclude<OrderAction, "pay" | "cancel" | "reorder">[]) =>
    actions.filter((action) => orderCan[action](order));
  const cancel: OrderAction[] = orderCan.cancel(order, who) ? ["cancel"] : [];
  if (who === "admin")
    return [
      ...allowed("start", "hold", "release", "fulfil", "deliver"),
      ...cancel,
      ...allowed("receive_transfer", "capture", "cancel_lines", "refund", "edit", "invoice"),
    ];
  return [
    ...(orderCan.pay(order, now) ? (["pay"] as const) : []),
    ...allowed("review", "return"),
    ...cancel,
    ...allowed("invoice"),
    "reorder",
  ];
}
