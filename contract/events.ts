import type { OrderStatus } from "#contract/orders/orders.ts";
import type { Customer } from "./accounts/customers.ts";
import type { Money } from "./money.ts";
import type { alertTypes, Notification } from "./notifications.ts";

/** All figures are absolute; `seq` increases, so that late messages can be ignored. */
export interface UserSummary {
  total: number;
  active: number;
  blocked: number;
  new_today: number;
  online: number;
  seq: number;
}
export interface OrderFigures {
  count: number;
  revenue: Money;
}
export interface LiveOrderSummary {
  /** The figures of the day in the shop's time zone so far, as in the dashboard's summary. */
  today: OrderFigures & {
    day: string;
    sales: number;
    units: number;
    refunds: number;
    carts: number;
    ordered_carts: number;
  };
  /** Yesterday until the same time of day. */
  yesterday: OrderFigures;
  pending_payment: number;
  /** Orders with units left to ship. */
  to_ship: number;
  /** Requested returns, to approve or reject. */
  returns_open: number;
  /** Orders with refunds that staff still have to send. */
  refunds_to_send: number;
  on_hold: number;
  total: number;
  seq: number;
}
export interface NewCustomers {
  data: Pick<Customer, "id" | "fullname" | "email" | "created_at">[];
  count_7d: number;
  seq: number;
}
/** Reviews that wait for a decision. */
export interface ReviewSummary {
  pending: number;
  /** Published reviews with open reports. */
  reported: number;
  seq: number;
}
/** Visitors of the last minute, in all processes together. */
export interface LiveVisitors {
  visitors: number;
  /** Those who changed their cart and are not at the checkout. */
  carts_filling: number;
  pages: Record<"home" | "lists" | "products" | "cart" | "checkout" | "account", number>;
  seq: number;
}
export type BadgeType = "new_order" | "new_user" | (typeof alertTypes)[number];
export interface NotificationSummary {
  unread: number;
  latest: Pick<Notification, "notification_id" | "type" | "title" | "link" | "created_at">[];
  /** Unread notifications by type for the dashboard, for administrators. */
  badges: { type: BadgeType; count: number; unread: number }[];
  seq: number;
}

/** Messages from the server. */
export interface ServerEvents {
  user_summary: (summary: UserSummary) => void;
  order_summary: (summary: LiveOrderSummary) => void;
  review_summary: (summary: ReviewSummary) => void;
  live_visitors: (counts: LiveVisitors) => void;
  new_customers: (summary: NewCustomers) => void;
  notification_summary: (summary: NotificationSummary) => void;
  order_changed: (order: { order_id: string; status: OrderStatus }) => void;
  cart_changed: (cart: { quantity: number }) => void;
}
export type Done = (answer: { ok: boolean }) => void;
/** Messages from the browser. */
export interface ClientEvents {
  read_notification: (message: { notification_id: number }, done?: Done) => void;
  mark_all_notifications_read: (message?: { type?: "new_order" | "new_user" } | Done, done?: Done) => void;
}
