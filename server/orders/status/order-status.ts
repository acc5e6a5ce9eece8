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

/** What of an order is to be paid beside its gift cards, in minor units. */
export const dueOf = (order: { total_amount: number; gift_card_amount: number }) =>
  order.total_amount - order.gift_card_amount;

interface Owing {
  total_amount: number;
  cancelled_amount: number;
  set_off_amount: number;
  gift_card_amount: number;
  gift_card_back: number;
}
type Sums = Record<
  "authorized" | "lessened" | "captured" | "earned" | "refunded" | "returning" | "forgone" | "returned",
  number
>;

/**
 * What is there for an order beside its gift cards, in minor units: paid or promised, and neither going back nor given up;
 * what it is `owed` of that, as nobody returned or cancelled it; whether that `covers` what is to be paid; and whether
 * what came `covered` it, though some may have gone back since: of that one may hear first.
 */
export function moneyOf(order: Owing, sums: Sums) {
  const there = sums.captured - sums.refunded - sums.returning - sums.forgone + sums.authorized - sums.lessened;
  const due = dueOf(order);
  // Of units cancelled before they were paid nothing is returned.
  const owedNoMore = Math.max(sums.returned, order.cancelled_amount - order.gift_card_back) + order.set_off_amount;
  const came = sums.earned + sums.authorized - sums.lessened;
  return {
    there,
    owed: Math.max(0, due - owedNoMore),
    covers: there > 0 && there >= due,
    covered: came > 0 && came >= due,
  };
}

const owed = new Set<OrderStatus>(["on_hold", "confirmed", "processing", "completed"]);
/** Whether it is sold or held, so that something of it may still be to be paid. */
export const mayOwe = ({ status }: { status: OrderStatus }) => owed.has(status);

/**
 * What of an order that is sold or held is still to be paid, in minor units. What came in another currency can't be set
 * against it: of such an order that is for a person to say.
 */
export function owingOf(order: Owing & { status: OrderStatus }, sums: Sums & { in_other_currency: boolean }): number {
  if (!mayOwe(order) || sums.in_other_currency) return 0;
  const { there, owed } = moneyOf(order, sums);
  return Math.max(0, owed - there);
}

/**
 * What of the `worth` of units that are cancelled or sent back goes back, in minor units: what was never paid stays owed
 * for the rest.
 */
export function backFor(order: Owing, sums: Sums, worth: number) {
  const paid = moneyOf(order, sums).there + sums.returned;
  const unpaid = Math.max(0, dueOf(order) - order.cancelled_amount - order.set_off_amount - paid);
  return Math.max(0, worth - unpaid);
}

/** What was paid for an order and not returned, on gift cards or else. */
export const refundableOf = (order: {
  paid_amount: number;
  refunded_amount: number;
  gift_card_amount: number;
  gift_card_back: number;
}) => order.paid_amount - order.refunded_amount + order.gift_card_amount - order.gift_card_back;

export interface Money {
  authorized: number;
  captured: number;
  refunded: number;
  /** A promise was let go. */
  voided: boolean;
  disputed: boolean;
  /** What gift cards paid, and what of it is back on them. */
  cards?: number;
  cardsBack?: number;
}

/**
 * How an order of `total` minor units beside its gift cards is paid, from what its payments come to; `due` is less when
 * units of it were cancelled before they were paid. What cards paid counts once the rest is paid as well.
 */
export function paymentStatusOf(
  { authorized, captured, refunded, voided, disputed, cards = 0, cardsBack = 0 }: Money,
  total: number,
  due = total,
): OrderPaymentStatus {
  if (disputed) return "disputed";
  const onCards = captured > 0 || total === 0 ? { paid: cards, back: cardsBack } : { paid: 0, back: 0 };
  if (captured + onCards.paid > 0 && refunded + onCards.back >= captured + onCards.paid) return "refunded";
  const net = captured - refunded;
  // What was never paid stays owed, whatever else is returned.
  if (captured >= due && (onCards.back > 0 || (refunded > 0 && net < total))) return "partially_refunded";
  if (net >= due && (due === 0 || net > 0)) return "paid";
  if (net + authorized >= due) return "authorized";
  if (net > 0) return "partially_paid";
  return voided ? "voided" : "unpaid";
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
