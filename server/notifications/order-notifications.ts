import type { NotificationType } from "#contract/notifications.ts";
import type { OrderEvent } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { say } from "#words/say.ts";
import type { NewNotification } from "./notifications.sql.ts";
import { deleteUserNotifications, notify, notifyAdministrators } from "./notifications.ts";

/** Creates the notifications for domain events, in their transaction. */
export function notifyOnEvents(app: App) {
  notifyOnShipments(app);
  const { events } = app;
  events.on("order.confirmed", async (tx, news) => {
    const title = say("Order {number} is confirmed", { number: news.number });
    await notify(tx, orderNotification(news, "order_confirmed", title, reopenSuffix(news)));
    await notifyAdministrators(tx, {
      type: "new_order",
      title: `New order ${news.number}`,
      link: `/dashboard/orders/${news.orderId}`,
      cause: reopenSuffix(news),
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
  events.on("account.deleted", (tx, { userId }) => deleteUserNotifications(tx, userId));
}

/** Orders that end before they are shipped. */
function notifyOnOrderEnd(events: App["events"]) {
  events.on("order.cancelled", (tx, news) =>
    notify(
      tx,
      orderNotification(
        news,
        "order_cancelled",
        say("Order {number} is cancelled", { number: news.number }),
        reopenSuffix(news),
      ),
    ),
  );
  events.on("order.expired", async (tx, { provider, ...news }) => {
    if (provider !== "bank") return;
    const title = say("Order {number} expired because no transfer arrived", { number: news.number });
    await notify(tx, orderNotification(news, "order_expired", title, news.orderId));
  });
}

/** Notifies customers about shipments. */
function notifyOnShipments({ events }: App) {
  events.on("order.shipped", (tx, news) =>
    notify(
      tx,
      orderNotification(
        news,
        "order_shipped",
        say("Order {number} is on its way", { number: news.number }),
        news.fulfilmentId,
      ),
    ),
  );
  events.on("order.delivered", (tx, news) =>
    notify(
      tx,
      orderNotification(
        news,
        "order_delivered",
        say("Order {number} was delivered", { number: news.number }),
        news.fulfilmentId,
      ),
    ),
  );
  events.on("order.shipment_cancelled", (tx, news) =>
    notify(
      tx,
      orderNotification(
        news,
        "shipment_cancelled",
        say("A shipment of order {number} hasn't been sent yet", { number: news.number }),
        news.fulfilmentId,
      ),
    ),
  );
}

const reopenSuffix = ({ orderId, version }: OrderEvent & { version?: number }) =>
  version === undefined ? orderId : `${orderId}:${version}`;

/** A notification about an order, with a link to it. */
export function orderNotification(
  { userId, orderId }: OrderEvent,
  type: NotificationType,
  title: string,
  cause: string | number,
): NewNotification[] {
  if (userId === null) return [];
  return [{ userId, type, title, body: null, link: `/account/orders/${orderId}`, dedupeKey: `${type}:${cause}` }];
}
