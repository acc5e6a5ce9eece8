import type { FulfilmentStatus, OrderStatus } from "./orders.ts";

/** The transitions of an order between its statuses. */
export const orderTransitions = {
  /** Captured or authorized payments cover the total. */
  confirm: { from: ["pending_payment"], to: "confirmed" },
  /** The amount or currency paid is not the one requested. */
  hold_mismatch: { from: ["pending_payment"], to: "on_hold" },
  expire: { from: ["pending_payment"], to: "expired" },
  cancel: { from: ["pending_payment", "confirmed", "processing", "on_hold"], to: "cancelled" },
  /** A late payment, and the stock could be reserved again. */
  reopen: { from: ["expired", "cancelled"], to: "confirmed" },
  /** A late payment, but the stock is sold, or the amount is wrong. */
  hold_late_payment: { from: ["expired", "cancelled"], to: "on_hold" },
  start: { from: ["confirmed"], to: "processing" },
  /** It was marked as in progress by mistake. */
  undo_start: { from: ["processing"], to: "confirmed" },
  hold: { from: ["confirmed", "processing"], to: "on_hold" },
  /** Back to the status before the hold. */
  release: { from: ["on_hold"], to: "held_from" },
  fulfil: { from: ["confirmed", "processing"], to: "processing" },
  complete: { from: ["confirmed", "processing"], to: "completed" },
  /** A delivery was recorded by mistake. */
  undo_delivery: { from: ["completed"], to: "processing" },
  close: { from: ["completed"], to: "closed_returned" },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus | "held_from" }>;
export type OrderTransition = keyof typeof orderTransitions;

/** The state of an order that decides what can be done with it. */
export interface OrderState {
  status: OrderStatus;
  fulfilment_status: FulfilmentStatus;
  /** ISO 8601; null if it does not expire. */
  expires_at?: string | null;
  /** ISO 8601; null until it was marked as packed. */
  packed_at?: string | null;
  /** ISO 8601; null until it was confirmed. */
  confirmed_at?: string | null;
  /** The address of its emails; null until its customer has confirmed one. */
  email?: string | null;
  /** Paid and not refunded, in minor units. */
  refundable?: number;
  /** A bank transfer is not received in full. */
  transfer_awaited?: boolean;
  /** Part of it is received. */
  transfer_begun?: boolean;
  /** Still to be paid, in minor units, if the order is sold or on hold. */
  outstanding?: number | undefined;
  /** A payment is authorized and can be captured. */
  authorized?: boolean;
  /** Units the customer can return now. */
  returnable?: number;
}

const can = (transition: OrderTransition, { status }: OrderState) =>
  (orderTransitions[transition].from as readonly OrderStatus[]).includes(status);
const isUnshipped = (order: OrderState) => order.fulfilment_status === "unfulfilled";
const hasUnshipped = (order: OrderState) => isUnshipped(order) || order.fulfilment_status === "partial";
/** Whether an order in this status was sold, and is neither on hold nor ended. */
export const isSold = (status: OrderStatus) =>
  ["confirmed", "processing", "completed", "closed_returned"].includes(status);
const deliveredStatuses: readonly FulfilmentStatus[] = ["delivered", "partially_returned", "returned"];
/** Whether all of an order was delivered, also if some of it was returned since. */
export const isDelivered = (order: Pick<OrderState, "fulfilment_status">) =>
  deliveredStatuses.includes(order.fulfilment_status);

const isInTransit = (order: OrderState) =>
  (can("fulfil", order) || order.status === "on_hold") &&
  (order.fulfilment_status === "partial" || order.fulfilment_status === "fulfilled");

/**
 * Also a late transfer, which may reopen the order, one that was not requested while something is outstanding, and one sent
 * before another payment method was chosen that is only authorized.
 */
const canReceiveTransfer = (order: OrderState) =>
  (order.outstanding ?? 0) > 0 ||
  (Boolean(order.transfer_awaited) &&
    (Boolean(order.transfer_begun) ||
      Boolean(order.authorized) ||
      ["pending_payment", "expired", "cancelled"].includes(order.status)));

/** Whether an action is possible now, for the API and the buttons of the screens. */
export const orderCan = {
  pay: (order: OrderState, now: Date) =>
    order.status === "pending_payment" && (!order.expires_at || new Date(order.expires_at) > now),
  /** Administrators can cancel until something is shipped, customers until the order is in progress. */
  cancel: (order: OrderState, who: "customer" | "admin") =>
    can("cancel", order) &&
    isUnshipped(order) &&
    (who === "admin" || order.status === "pending_payment" || order.status === "confirmed"),
  /** Cancels units that are not shipped. */
  cancel_lines: (order: OrderState) =>
    can("cancel", order) && order.status !== "pending_payment" && hasUnshipped(order),
  return: (order: OrderState) => (order.returnable ?? 0) > 0,
  invoice: (order: OrderState) => Boolean(order.confirmed_at),
  /** Sends the email that confirms it again, unless it is cancelled: to customers only at an address that is confirmed. */
  resend_confirmation: (order: OrderState, who: "customer" | "admin") =>
    (isSold(order.status) || order.status === "on_hold") &&
    Boolean(order.confirmed_at) &&
    (who === "admin" || Boolean(order.email)),
  receive_transfer: canReceiveTransfer,
  /** A transfer that arrived although the order was paid in full, by a transfer or another way: it is to be refunded. Also on hold. */
  receive_another_transfer: (order: OrderState) =>
    (Boolean(order.transfer_begun) || Boolean(order.transfer_awaited)) &&
    (isSold(order.status) || order.status === "on_hold") &&
    !canReceiveTransfer(order),
  capture: (order: OrderState) => Boolean(order.authorized) && !["expired", "cancelled"].includes(order.status),
  refund: (order: OrderState) => (order.refundable ?? 0) > 0 && order.status !== "pending_payment",
  /** Addresses and contact, while something is not shipped. */
  edit: (order: OrderState) => can("cancel", order) && hasUnshipped(order),
  review: (order: OrderState) => isDelivered(order),
  start: (order: OrderState) => can("start", order),
  undo_start: (order: OrderState) => can("undo_start", order),
  /** Marks it as packed, before anything is shipped. */
  pack: (order: OrderState) => can("fulfil", order) && isUnshipped(order) && !order.packed_at,
  hold: (order: OrderState) => can("hold", order),
  release: (order: OrderState) => can("release", order),
  fulfil: (order: OrderState) => can("fulfil", order) && hasUnshipped(order),
  deliver: (order: OrderState) => isInTransit(order),
  /** Undoes a delivery recorded by mistake, while nothing is returned. */
  undo_delivery: (order: OrderState) =>
    ["confirmed", "processing", "on_hold", "completed"].includes(order.status) &&
    !["partially_returned", "returned"].includes(order.fulfilment_status),
  /** Cancels a shipment that was not sent. */
  cancel_shipment: (order: OrderState) => isInTransit(order),
};
