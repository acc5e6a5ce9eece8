import type { FulfilmentStatus, OrderStatus } from "./orders.ts";

/** Everything that can happen to an order as a whole, and the statuses it can happen in. */
export const orderMoves = {
  /** Payments, taken or promised, cover the total. */
  confirm: { from: ["pending_payment"], to: "confirmed" },
  /** Something was paid, but not what was asked for. */
  mismatch: { from: ["pending_payment"], to: "on_hold" },
  expire: { from: ["pending_payment"], to: "expired" },
  cancel: { from: ["pending_payment", "confirmed", "processing", "on_hold"], to: "cancelled" },
  /** Paid after all, and the stock could be reserved once more. */
  revive: { from: ["expired", "cancelled"], to: "confirmed" },
  /** Paid after all, but the stock is gone, or the amount is wrong. */
  dispute: { from: ["expired", "cancelled"], to: "on_hold" },
  start: { from: ["confirmed"], to: "processing" },
  hold: { from: ["confirmed", "processing"], to: "on_hold" },
  /** Back to where it was before it was held. */
  release: { from: ["on_hold"], to: "held_from" },
  fulfil: { from: ["confirmed", "processing"], to: "processing" },
  complete: { from: ["confirmed", "processing"], to: "completed" },
  /** A delivery was recorded by mistake. */
  reopen: { from: ["completed"], to: "processing" },
  close: { from: ["completed"], to: "closed_returned" },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus | "held_from" }>;
export type OrderMove = keyof typeof orderMoves;

/** What the rules below need to know of an order. */
export interface Movable {
  status: OrderStatus;
  fulfilment_status: FulfilmentStatus;
  /** ISO 8601; null when no time runs out. */
  expires_at?: string | null;
  /** ISO 8601; null until it was confirmed. */
  confirmed_at?: string | null;
  /** Minor units that were paid and not returned. */
  refundable?: number;
  /** A bank transfer was asked for and has not come, or not all of it. */
  transfer_asked?: boolean;
  /** Part of it has come. */
  transfer_begun?: boolean;
  /** Minor units that are still to be paid for what is sold or held. */
  outstanding?: number | undefined;
  /** Money is promised and can be taken. */
  promised?: boolean;
  /** Units the customer can send back now. */
  returnable?: number;
}

const may = (move: OrderMove, { status }: Movable) =>
  (orderMoves[move].from as readonly OrderStatus[]).includes(status);
const nothingShipped = (order: Movable) => order.fulfilment_status === "unfulfilled";
const someUnshipped = (order: Movable) => nothingShipped(order) || order.fulfilment_status === "partial";
const arrived: readonly FulfilmentStatus[] = ["delivered", "partially_returned", "returned"];
/** Whether all of an order reached its customer, also when some of it came back since. */
export const hasArrived = (order: Pick<Movable, "fulfilment_status">) => arrived.includes(order.fulfilment_status);

const isOnItsWay = (order: Movable) =>
  (may("fulfil", order) || order.status === "on_hold") &&
  (order.fulfilment_status === "partial" || order.fulfilment_status === "fulfilled");

/** "May I?" for each button, asked by the API as well. */
export const orderCan = {
  pay: (order: Movable, now: Date) =>
    order.status === "pending_payment" && (!order.expires_at || new Date(order.expires_at) > now),
  /** An administrator may cancel until something has been shipped, the customer until work has begun. */
  cancel: (order: Movable, who: "customer" | "admin") =>
    may("cancel", order) &&
    nothingShipped(order) &&
    (who === "admin" || order.status === "pending_payment" || order.status === "confirmed"),
  /** Unit by unit, of what is not shipped. */
  cancel_lines: (order: Movable) => may("cancel", order) && order.status !== "pending_payment" && someUnshipped(order),
  return: (order: Movable) => (order.returnable ?? 0) > 0,
  invoice: (order: Movable) => Boolean(order.confirmed_at),
  /**
   * Also one that comes after the order has ended: it may live again. The rest of one may come at any time, one that was
   * agreed on later while something is outstanding, and one that was sent before another way to pay was chosen while that is
   * only promised.
   */
  receive_transfer: (order: Movable) =>
    (order.outstanding ?? 0) > 0 ||
    (Boolean(order.transfer_asked) &&
      (Boolean(order.transfer_begun) ||
        Boolean(order.promised) ||
        ["pending_payment", "expired", "cancelled"].includes(order.status))),
  capture: (order: Movable) => Boolean(order.promised) && !["expired", "cancelled"].includes(order.status),
  refund: (order: Movable) => (order.refundable ?? 0) > 0 && order.status !== "pending_payment",
  /** Where it goes, while something is still to be sent. */
  edit: (order: Movable) => may("cancel", order) && someUnshipped(order),
  review: (order: Movable) => hasArrived(order),
  start: (order: Movable) => may("start", order),
  hold: (order: Movable) => may("hold", order),
  release: (order: Movable) => may("release", order),
  fulfil: (order: Movable) => may("fulfil", order) && someUnshipped(order),
  deliver: (order: Movable) => isOnItsWay(order),
  /** A delivery recorded by mistake is undone while nothing of the order was returned. */
  undo_delivery: (order: Movable) =>
    ["confirmed", "processing", "on_hold", "completed"].includes(order.status) &&
    !["partially_returned", "returned"].includes(order.fulfilment_status),
  /** A parcel that never left is taken back as long as its order is open. */
  cancel_parcel: (order: Movable) => isOnItsWay(order),
};
