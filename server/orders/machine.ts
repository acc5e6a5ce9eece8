import { type Movable, type OrderMove, orderCan, orderMoves } from "#contract/order-moves.ts";
import type { FulfilmentStatus, OrderAction, OrderPaymentStatus, OrderStatus } from "#contract/orders.ts";

/** Where a move takes an order, or undefined when it can't be made from where the order is. */
export function destination(
  order: { status: OrderStatus; held_from: OrderStatus | null },
  move: OrderMove,
): OrderStatus | undefined {
  const { from, to } = orderMoves[move];
  if (!(from as readonly OrderStatus[]).includes(order.status)) return undefined;
  return to === "held_from" ? (order.held_from ?? undefined) : to;
}

export interface Money {
  authorized: number;
  captured: number;
  refunded: number;
  /** A promise was let go. */
  voided: boolean;
  disputed: boolean;
}

/** How an order of `total` minor units is paid, from what its payments come to. */
export function paymentStatusOf(
  { authorized, captured, refunded, voided, disputed }: Money,
  total: number,
): OrderPaymentStatus {
  if (disputed) return "disputed";
  if (captured > 0 && refunded >= captured) return "refunded";
  const net = captured - refunded;
  if (refunded > 0 && net < total) return "partially_refunded";
  if (net >= total && (total === 0 || net > 0)) return "paid";
  if (net + authorized >= total) return "authorized";
  if (net > 0) return "partially_paid";
  return voided ? "voided" : "unpaid";
}

/** How far the goods of an order are, in units. */
export function fulfilmentStatusOf(units: { wanted: number; shipped: number; delivered: number }): FulfilmentStatus {
  if (units.shipped === 0) return "unfulfilled";
  if (units.shipped < units.wanted) return "partial";
  return units.delivered < units.wanted ? "fulfilled" : "delivered";
}

/** Whether nothing is left to do for an order: all of it arrived and is paid. */
export const isComplete = (order: { fulfilment_status: FulfilmentStatus; payment_status: OrderPaymentStatus }) =>
  order.fulfilment_status === "delivered" &&
  (order.payment_status === "paid" || order.payment_status === "partially_refunded");

/** What the person who asks may do with an order now. */
export function actionsOf(order: Movable, who: "customer" | "admin", now: Date): OrderAction[] {
  const moves: OrderAction[] =
    who === "admin"
      ? (["start", "hold", "release", "fulfil", "deliver"] as const).filter((action) => orderCan[action](order))
      : (["review"] as const).filter((action) => orderCan[action](order));
  return [
    ...(who === "customer" && orderCan.pay(order, now) ? (["pay"] as const) : []),
    ...moves,
    ...(orderCan.cancel(order, who) ? (["cancel"] as const) : []),
    ...(who === "customer" ? (["reorder"] as const) : []),
  ];
}
