import { orderCan } from "#contract/orders/order-transitions.ts";
import { lockOrder } from "#server/orders/orders.sql.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { countRecentEvents } from "#server/orders/status/transitions.sql.ts";
import { addTimelineEvent } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { assertMailServer } from "#server/shop/shop.ts";

/** How often the confirmation of an order is sent again within a day: at the request of its customer, and in all. */
const mostADay = { customer: 3, all: 10 };
const day = 86_400;

/**
 * Sends the email that confirms an order again, as the order is now, with the terms it was placed under. Throws `not_found`,
 * `order_state` for one that isn't confirmed or was cancelled, or whose customer has confirmed no address, `too_many_requests`,
 * and what `assertMailServer` throws.
 */
export async function resendConfirmation(
  app: App,
  tx: Tx,
  { orderId, actor, ownerId }: { orderId: string; actor: Actor; ownerId: number | null },
) {
  const order = assertFound(await lockOrder(tx, orderId, ownerId));
  const who = actor.type === "admin" ? "admin" : "customer";
  if (!orderCan.resend_confirmation(order, who)) throw new Problem("order_state");
  await assertMailServer(app, who === "admin" ? "no_mail_server" : "email_unavailable");
  const since = new Date(app.now().getTime() - day * 1000);
  const sent = await countRecentEvents(tx, orderId, "confirmation_resent", since);
  if (sent >= (who === "admin" ? mostADay.all : mostADay.customer))
    throw new Problem("too_many_requests", { retryAfter: day });
  const eventId = await addTimelineEvent(app, tx, order, actor, { type: "confirmation_resent", data: {} });
  await app.events.emit(tx, "order.confirmation_requested", {
    orderId,
    userId: order.user_id,
    number: order.number,
    cause: String(eventId),
  });
}
