import { z } from "zod";
import { NotificationType } from "#contract/notifications.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { fields } from "#server/platform/csv.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { retainedFrom } from "#server/shop/shop.ts";
import { alertOnEvents } from "./admin-alerts.ts";
import { addSubscribedEmails, getEmailPreferences, updateEmailPreferences } from "./email-preferences.ts";
import { deleteOldNotifications } from "./notifications.sql.ts";
import {
  getCounts,
  getLiveSummary,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
} from "./notifications.ts";
import { notifyOnEvents, notifyOnReturnEvents } from "./order-notifications.ts";
import { notifyOnBackInStock, notifyOnPriceDrop } from "./product-notifications.ts";

const ReadOne = z.object({ notification_id: z.int().positive() });
const ReadAll = z.object({ type: NotificationType.optional() }).optional();

/** Notification endpoints and live updates. */
export function notificationsRoutes(app: App) {
  const { db, sockets } = app;
  notifyOnEvents(app);
  notifyOnBackInStock(app);
  notifyOnPriceDrop(app);
  alertOnEvents(app);
  notifyOnReturnEvents(app);
  app.events.on("customers.exporting", (tx, { customers }) => addSubscribedEmails(tx, customers));
  app.handle("GET /account/counts", (_input, { caller }) => getCounts(db, userId(caller)));
  app.answerPage("GET /notifications", ({ query }, { caller }) =>
    listNotifications(db, { userId: userId(caller), unread: false, ...query }),
  );
  app.handleExport("GET /notifications", fields("created_at", "type", "title", "body", "link", "read_at"));
  app.answer("POST /notifications/:id/read", async ({ params }, { caller }) => {
    await inTransaction(db, (tx) => markNotificationRead(tx, userId(caller), params.id));
    return getCounts(db, userId(caller));
  });
  app.answer("POST /notifications/read-all", async ({ body }, { caller }) => {
    await inTransaction(db, (tx) => markNotificationsRead(tx, userId(caller), body.type ?? null));
    return getCounts(db, userId(caller));
  });
  app.answer("GET /notifications/email-preferences", (_input, { caller }) => getEmailPreferences(db, userId(caller)));
  app.answer("PUT /notifications/email-preferences", ({ body }, { caller }) =>
    updateEmailPreferences(db, userId(caller), body),
  );
  app.jobs.schedule("notifications.tidy", "27 3 * * *", async () =>
    deleteOldNotifications(db, await retainedFrom(app, "notification_days")),
  );
  sockets.pushToUser("notification_summary", "notifications", (person) => getLiveSummary(db, person));
  sockets.onClientEvent("read_notification", async (person, message) => {
    const { notification_id } = ReadOne.parse(message);
    await inTransaction(db, (tx) => markNotificationRead(tx, person.id, notification_id));
  });
  sockets.onClientEvent("mark_all_notifications_read", async (person, message) => {
    const type = ReadAll.parse(message ?? undefined)?.type;
    await inTransaction(db, (tx) => markNotificationsRead(tx, person.id, type ? [type] : null));
  });
}
