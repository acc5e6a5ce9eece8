import { listAdministratorIds } from "#server/accounts/accounts.ts";
import type { App } from "#server/platform/app.ts";
import { notify } from "./notifications.ts";

/** Notifies administrators of payments that need attention: disputes, declined refunds, mismatched amounts. */
export function notifyOnPaymentEvents({ events }: App) {
  events.on("payment.alert_raised", async (tx, { key, orderId, message }) => {
    const admins = await listAdministratorIds(tx);
    const link = orderId === null ? "/dashboard/orders" : `/dashboard/orders/${orderId}`;
    await notify(
      tx,
      admins.map((userId) => ({
        userId,
        type: "payment_alert" as const,
        title: message,
        body: null,
        link,
        dedupeKey: `payment_alert:${key}`,
      })),
    );
  });
}
