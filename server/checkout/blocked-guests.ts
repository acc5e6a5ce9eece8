import { isBlockedGuest } from "#server/accounts/accounts.ts";
import { getOrder, holdOrder } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";

/**
 * Holds orders that somebody without an account placed with the email of a blocked one. They are taken like others, as a
 * refusal would tell strangers which emails are blocked, and anybody can enter any email: staff decide.
 */
export const holdOrdersOfBlockedGuests = (app: App) =>
  app.events.on("order.confirmed", async (tx, { orderId, userId }) => {
    if (userId === null) return;
    const { customer } = await getOrder(tx, orderId, { kind: "admin" }, app.now());
    if (!(await isBlockedGuest(tx, userId, customer.email ?? customer.unconfirmed_email))) return;
    await holdOrder(app, tx, orderId, { type: "system", id: null }, "The email belongs to a blocked customer.");
  });
