import type { NotificationType } from "#contract/notifications.ts";
import type { OrderEvent } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { text } from "#words/say.ts";
import { listDisabledEmails } from "./email-preferences.sql.ts";
import { listNotificationsOf } from "./notifications.sql.ts";
import { deleteUserNotifications, mergeNotifications, notify, notifyAdministrators } from "./notifications.ts";

/** Creates the notifications for domain events, in their transaction. */
export function notifyOnEvents(app: App) {
  notifyOnShipments(app);
  const { events } = app;
  events.on("order.confirmed", async (tx, event) => {
    const title = text("Order {number} is confirmed");
    await notifyCustomer(tx, event, "order_confirmed", title, reopenSuffix(event));
    await notifyAdministrators(tx, {
      type: "new_order",
      title: `New order ${event.number}`,
      link: `/dashboard/orders/${event.orderId}`,
      cause: reopenSuffix(event),
    });
  });
  notifyOnOrderEnd(events);
  events.on("account.registered", (tx, { userId: newcomer, fullname, email }) =>
    notifyAdministrators(tx, {
      type: "new_user",
      title: `New customer: ${fullname ?? email ?? "no name given"}`,
      link: `/dashboard/users/${newcomer}`,
      cause: newcomer,
    }),
  );
  events.on("account.merged", async (tx, { fromId, intoId, moved }) => {
    moved.notifications = await mergeNotifications(tx, fromId, intoId);
  });
  events.on("account.data_requested", async (tx, { userId, data }) => {
    data.notifications = await listNotificationsOf(tx, userId);
    data.emails_turned_off = await listDisabledEmails(tx, userId);
  });
  events.on("account.deleted", (tx, { userId }) => deleteUserNotifications(tx, userId));
}

/** Orders that end before they are shipped. */
function notifyOnOrderEnd(events: App["events"]) {
  events.on("order.cancelled", async (tx, event) => {
    if (event.toEdit) return;
    const title = text("Order {number} is cancelled");
    await notifyCustomer(tx, event, "order_cancelled", title, reopenSuffix(event));
  });
  events.on("order.items_cancelled", (tx, event) => {
    const title = text("Items of order {number} were cancelled");
    return notifyCustomer(tx, event, "order_items_cancelled", title, `${event.orderId}:${event.cause}`);
  });
  events.on("order.expired", async (tx, { provider, ...event }) => {
    if (provider !== "bank") return;
    const title = text("Order {number} expired because no transfer arrived");
    await notifyCustomer(tx, event, "order_expired", title, event.orderId);
  });
}

/** Notifies customers about shipments. */
function notifyOnShipments({ events }: App) {
  events.on("order.shipped", (tx, event) => {
    const title = text("Order {number} is on its way");
    return notifyCustomer(tx, event, "order_shipped", title, event.fulfilmentId);
  });
  events.on("order.delivered", (tx, event) => {
    const title = event.isWhole ? text("Order {number} was delivered") : text("Part of order {number} was delivered");
    return notifyCustomer(tx, event, "order_delivered", title, event.fulfilmentId);
  });
  events.on("order.shipment_cancelled", (tx, event) => {
    const title = text("A shipment of order {number} hasn't been sent yet");
    return notifyCustomer(tx, event, "shipment_cancelled", title, event.fulfilmentId);
  });
}

const reopenSuffix = ({ orderId, version }: OrderEvent & { version?: number }) =>
  version === undefined ? orderId : `${orderId}:${version}`;

/** Notifies the customer of an order, with a link to it; orders of deleted accounts have none. */
export async function notifyCustomer(
  tx: Tx,
  { userId, orderId, number }: OrderEvent,
  type: NotificationType,
  title: string,
  cause: string | number,
) {
  if (userId === null) return;
  const link = `/account/orders/${orderId}`;
  await notify(tx, [{ userId, type, title, body: null, values: { number }, link, dedupeKey: `${type}:${cause}` }]);
}

/** Notifies customers of the progress of their returns and of refunds. */
export function notifyOnReturnEvents({ events }: App) {
  const steps = {
    approved: text("Return {number} is approved. You can send your items now."),
    rejected: text("Return {number} was declined"),
    closed: text("Return {number} is closed"),
    received: text("Return {number} was received"),
  } as const;
  for (const [step, says] of Object.entries(steps) as [keyof typeof steps, string][])
    events.on(`order.return_${step}`, (tx, event) =>
      notifyCustomer(tx, { ...event, number: event.returnNumber }, `return_${step}`, says, event.returnId),
    );
  events.on("order.refunded", (tx, event) => {
    const title = event.onCards
      ? text("Refund for order {number} added to your gift card")
      : text("Refund for order {number} is on its way");
    return notifyCustomer(tx, event, "order_refunded", title, `${event.orderId}:${event.cause}`);
  });
}
