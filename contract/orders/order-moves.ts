import type { FulfilmentStatus, OrderStatus } from "./orders.ts";

/** The transitions of an order, with the statuses they start from and lead to. */
export const orderMoves = {
  /** Captured and authorized payments reach the total. */
  confirm: { from: ["pending_payment"], to: "confirmed" },
  /** Something was paid, but not the amount due. */
  mismatch: { from: ["pending_payment"], to: "on_hold" },
  expire: { from: ["pending_payment"], to: "expired" },
  cancel: { from: ["pending_payment", "confirmed", "processing", "on_hold"], to: "cancelled" },
  /** Paid late, and the stock could be reserved again. */
  revive: { from: ["expired", "cancelled"], to: "confirmed" },
  /** Paid late, but the stock is sold or the amount is wrong. */
  dispute: { from: ["expired", "cancelled"], to: "on_hold" },
  start: { from: ["confirmed"], to: "processing" },
  hold: { from: ["confirmed", "processing"], to: "on_hold" },
  /** Back to the status before the hold. */
  release: { from: ["on_hold"], to: "held_from" },
  fulfil: { from: ["confirmed", "processing"], to: "processing" },
  complete: { from: ["confirmed", "processing"], to: "completed" },
  /** A delivery was recorded by mistake. */
  reopen: { from: ["completed"], to: "processing" },
  close: { from: ["completed"], to: "closed_returned" },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus | "held_from" }>;
export type OrderMove = keyof typeof orderMoves;

/** The fields of an order that decide which actions are possible. */
export interface Movable {
  status: OrderStatus;
  fulfilment_status: FulfilmentStatus;
  /** ISO 8601; null if it does not expire. */
  expires_at?: string | null;
  /** ISO 8601; null until it is confirmed. */
  confirmed_at?: string | null;
  /** Minor units paid and not refunded. */
  refundable?: number;
  /** A bank transfer is expected and has not arrived in full. */
  transfer_asked?: boolean;
  /** Part of it has arrived. */
  transfer_begun?: boolean;
  /** Minor units still to be paid. */
  outstanding?: number | undefined;
  /** An authorized amount can be captured. */
  promised?: boolean;
  /** Units the customer can return now. */
  returnable?: number;
}

const may = (move: OrderMove, { status }: Movable) =>
  (orderMoves[move].from as readonly OrderStatus[]).includes(status);
const nothingShipped = (order: Movable) => order.fulfilment_status === "unfulfilled";
const someUnshipped = (order: Movable) => nothingShipped(order) || order.fulfilment_status === "partial";
const arrived: readonly FulfilmentStatus[] = ["delivered", "partially_returned", "returned"];
/** Whether all of an order was delivered, even if some of it was returned since. */
export const hasArrived = (order: Pick<Movable, "fulfilment_status">) => arrived.includes(order.fulfilment_status);

const isOnItsWay = (order: Movable) =>
  (may("fulfil", order) || order.status === "on_hold") &&
  (order.fulfilment_status === "partial" || order.fulfilment_status === "fulfilled");

/** Whether each action is possible; decides both in the API and about buttons. */
export const orderCan = {
  pay: (order: Movable, now: Date) =>
    order.status === "pending_payment" && (!order.expires_at || new Date(order.expires_at) > now),
  /** Administrators can cancel until something is shipped, customers until the order is in progress. */
  cancel: (order: Movable, who: "customer" | "admin") =>
    may("cancel", order) &&
    nothingShipped(order) &&
    (who === "admin" || order.status === "pending_payment" || order.status === "confirmed"),
  /** Units that are not shipped. */
  cancel_lines: (order: Movable) => may("cancel", order) && order.status !== "pending_payment" && someUnshipped(order),
  return: (order: Movable) => (order.returnable ?? 0) > 0,
  invoice: (order: Movable) => Boolean(order.confirmed_at),
  /**
   * A transfer can arrive while something is outstanding, after the order has ended (which may reopen it), and while
   * another payment is only authorized; the rest of a partial transfer at any time.
   */
  receive_transfer: (order: Movable) =>
    (order.outstanding ?? 0) > 0 ||
    (Boolean(order.transfer_asked) &&
      (Boolean(order.transfer_begun) ||
        Boolean(order.promised) ||
        ["pending_payment", "expired", "cancelled"].includes(order.status))),
  capture: (order: Movable) => Boolean(order.promised) && !["expired", "cancelled"].includes(order.status),
  refund: (order: Movable) => (order.refundable ?? 0) > 0 && order.status !== "pending_payment",
  /** Addresses and note, while something is still to be shipped. */
  edit: (order: Movable) => may("cancel", order) && someUnshipped(order),
  review: (order: Movable) => hasArrived(order),
  start: (order: Movable) => may("start", order),
  hold: (order: Movable) => may("hold", order),
  release: (order: Movable) => may("release", order),
  fulfil: (order: Movable) => may("fulfil", order) && someUnshipped(order),
  deliver: (order: Movable) => isOnItsWay(order),
  /** A delivery recorded by mistake can be undone while nothing of the order is returned. */
  undo_delivery: (order: Movable) =>
    ["confirmed", "processing", "on_hold", "completed"].includes(order.status) &&
    !["partially_returned", "returned"].includes(order.fulfilment_status),
  /** A shipment recorded by mistake can be cancelled while its order is open. */
  cancel_parcel: (order: Movable) => isOnItsWay(order),
};
