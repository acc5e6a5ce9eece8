import { orderCan } from "#contract/orders/order-transitions.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import { updateHoldReason } from "#server/orders/status/transitions.sql.ts";
import { addTimelineEvent, changeStatus, provider } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { completeIfDone } from "./payment-status.ts";

const reason = "authorization_expired";
const expired = "The payment authorization expired and can't be captured.";

/** Puts a confirmed order on hold, so that nothing is shipped until a person has looked at it. */
export async function holdForExpiredAuthorization(app: App, tx: Tx, order: OrderHead) {
  if (orderCan.fulfil(order)) await changeStatus(app, tx, order, "hold", { actor: provider, reason, text: expired });
  await alertExpired(app, tx, order);
}

/** The same for an order on hold: a hold by an administrator gets this reason, one by the shop keeps its own. */
export async function expireAuthorizationOnHold(app: App, tx: Tx, order: OrderHead) {
  if (order.hold_reason === null) {
    await updateHoldReason(tx, order.id, reason);
    const text = order.hold_note ? `${expired} It had been put on hold before: ${order.hold_note}` : expired;
    await addTimelineEvent(app, tx, order, provider, { type: "held", text, isPublic: false });
  }
  await alertExpired(app, tx, order);
}

/** Releases an order whose expired authorization was paid another way; a hold by an administrator stays. */
export async function releasePaidAnotherWay(app: App, tx: Tx, order: OrderHead) {
  const text = "The amount of the expired authorization was paid another way.";
  if (order.hold_note === null)
    return completeIfDone(app, tx, await changeStatus(app, tx, order, "release", { actor: provider, text }));
  await updateHoldReason(tx, order.id, null);
  await addTimelineEvent(app, tx, order, provider, { type: "paid", text, isPublic: false });
}

const alertExpired = (app: App, tx: Tx, { id, number }: OrderHead) =>
  app.events.emit(tx, "payment.alert_raised", {
    key: `lapsed:${id}`,
    orderId: id,
    message: `The payment authorization for order ${number} expired and can't be captured.`,
  });
