import type { OrderStatus } from "./orders.ts";

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
  close: { from: ["completed"], to: "closed_returned" },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus | "held_from" }>;
export type OrderMove = keyof typeof orderMoves;

/** What the rules below need to know of an order. */
export interface Movable {
  status: OrderStatus;
  fulfilment_status: "unfulfilled" | "partial" | "fulfilled" | "delivered";
  /** ISO 8601; null when no time runs out. */
  expires_at?: string | null;
}

const may = (move: OrderMove, { status }: Movable) =>
  (orderMoves[move].from as readonly OrderStatus[]).includes(status);
const nothingShipped = (order: Movable) => order.fulfilment_status === "unfulfilled";

/** "May I?" for each button, asked by the API as well. */
export const orderCan = {
  pay: (order: Movable, now: Date) =>
    order.status === "pending_payment" && (!order.expires_at || new Date(order.expires_at) > now),
  /** An administrator may cancel until something has been shipped, the customer until work has begun. */
  cancel: (order: Movable, who: "customer" | "admin") =>
    may("cancel", order) &&
    nothingShipped(order) &&
    (who === "admin" || order.status === "pending_payment" || order.status === "confirmed"),
  review: (order: Movable) => order.fulfilment_status === "delivered",
  start: (order: Movable) => may("start", order),
  hold: (order: Movable) => may("hold", order),
  release: (order: Movable) => may("release", order),
  fulfil: (order: Movable) =>
    may("fulfil", order) && (order.fulfilment_status === "unfulfilled" || order.fulfilment_status === "partial"),
  deliver: (order: Movable) =>
    (may("fulfil", order) || order.status === "on_hold") &&
    (order.fulfilment_status === "partial" || order.fulfilment_status === "fulfilled"),
};
