import { orderCan } from "#contract/orders/order-moves.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import { writeHoldReason } from "#server/orders/status/transitions.sql.ts";
import { move, note } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { Settling } from "./money.ts";
import { provider } from "./on-hold.ts";

const lapsed = "The money promised for it can't be taken any more.";

/** Holds a sold order whose authorization expired: nothing is shipped on it until a person has looked. */
export async function authorizationExpired({ app, tx, order }: Settling) {
  if (orderCan.fulfil(order))
    await move(app, tx, order, "hold", { actor: provider, reason: "promise_lapsed", text: lapsed });
  await alertExpired(app, tx, order);
}

/**
 * The same while an administrator has it on hold: it is held for that from now on. One the shop itself holds was never
 * sold, or has to get its goods first: it stays held for what it is.
 */
export async function expiredWhileOnHold({ app, tx, order }: Settling) {
  if (order.hold_reason === null) {
    await writeHoldReason(tx, order.id, "promise_lapsed");
    const text = order.hold_note ? `${lapsed} It had been put on hold before: ${order.hold_note}` : lapsed;
    await note(app, tx, order, provider, { type: "held", text, isPublic: false });
  }
  await alertExpired(app, tx, order);
}

const alertExpired = (app: App, tx: Tx, { id, number }: OrderHead) =>
  app.events.emit(tx, "payment.alert_raised", {
    key: `lapsed:${id}`,
    orderId: id,
    says: `The money promised for order ${number} can't be taken any more.`,
  });

/** Of a sold order another amount was captured than was authorized: a person must look, its goods go on. */
export const alertMismatch = (app: App, tx: Tx, { id, number }: OrderHead) =>
  app.events.emit(tx, "payment.alert_raised", {
    key: `mismatch:${id}`,
    orderId: id,
    says: `What was taken for order ${number} is not what was asked for.`,
  });
