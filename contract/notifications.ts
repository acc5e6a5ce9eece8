import { z } from "zod";
import { endpoint, Flag, IdParams, Instant, many, one, PageQuery, paged } from "./endpoint.ts";

export const NotificationType = z.enum([
  "new_order",
  "new_user",
  "order_confirmed",
  "order_shipped",
  "order_delivered",
  "shipment_cancelled",
  "order_cancelled",
  "order_items_cancelled",
  "order_expired",
  "order_refunded",
  "withdrawal_received",
  "return_requested",
  "return_approved",
  "return_rejected",
  "return_closed",
  "return_received",
  "back_in_stock",
  "price_drop",
  "inconsistencies_found",
  "payment_alert",
  "review_waiting",
  "low_stock",
  "import_failed",
  "email_failed",
  "settings_changed",
  "oss_threshold",
]);
export type NotificationType = z.infer<typeof NotificationType>;
/** Notifications to administrators about what needs a decision. */
export const alertTypes = [
  "payment_alert",
  "inconsistencies_found",
  "withdrawal_received",
  "return_requested",
  "review_waiting",
  "low_stock",
  "import_failed",
  "email_failed",
  "settings_changed",
  "oss_threshold",
] as const satisfies NotificationType[];
export const Notification = z.object({
  notification_id: z.int(),
  type: NotificationType,
  title: z.string(),
  body: z.string().nullable(),
  link: z.string().nullable(),
  read_at: Instant.nullable(),
  created_at: Instant,
});
export type Notification = z.infer<typeof Notification>;

/** Emails a customer can turn off. Emails about payments and security are always sent. */
export const EmailPreference = z.enum(["order_updates", "review_invitations", "back_in_stock", "price_drops"]);
export type EmailPreference = z.infer<typeof EmailPreference>;
export const EmailPreferences = z.object({
  order_updates: z.boolean(),
  review_invitations: z.boolean(),
  back_in_stock: z.boolean(),
  price_drops: z.boolean(),
});
export type EmailPreferences = z.infer<typeof EmailPreferences>;

/** Badges of the account menu. */
export const Counts = z.object({ orders: z.int(), wishlist: z.int(), notifications: z.int() });
export type Counts = z.infer<typeof Counts>;

const filters = z.object({ unread: Flag.optional(), type: many(NotificationType).optional() });

export const notificationsApi = {
  "GET /account/counts": endpoint({
    summary: "Retrieve the counts for the badges: orders, wishlist, unread notifications.",
    caller: "user",
    reply: Counts,
  }),
  "GET /notifications": endpoint({
    summary: "List notifications, newest first.",
    caller: "user",
    query: PageQuery.extend(filters.shape),
    reply: paged(Notification),
  }),
  "GET /notifications/export": endpoint({
    summary: "Download notifications as CSV, newest first.",
    caller: "user",
    query: filters,
  }),
  "POST /notifications/:id/read": endpoint({
    summary: "Mark a notification as read.",
    caller: "user",
    params: IdParams,
    reply: one(Counts),
  }),
  "GET /notifications/email-preferences": endpoint({
    summary: "Retrieve the email preferences.",
    caller: "user",
    reply: one(EmailPreferences),
  }),
  "PUT /notifications/email-preferences": endpoint({
    summary: "Update the email preferences.",
    caller: "user",
    body: EmailPreferences.partial(),
    reply: one(EmailPreferences),
  }),
  "POST /unsubscribe": endpoint({
    summary: "Stop the kind of emails that the link is from, without signing in.",
    caller: "anyone",
    body: z.object({ token: z.string().max(200) }),
    reply: one(z.object({ kind: EmailPreference })),
    problems: ["link_expired"],
    limit: "write",
  }),
  "POST /notifications/read-all": endpoint({
    summary: "Mark all notifications, or all of some types, as read.",
    caller: "user",
    body: z.object({ type: many(NotificationType).optional() }),
    reply: one(Counts),
  }),
};
