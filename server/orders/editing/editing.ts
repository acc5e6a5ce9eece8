import type { NewAddress } from "#contract/accounts/accounts.ts";
import { orderCan } from "#contract/orders/order-moves.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { note } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getShippingTerms, haveSameMethods } from "#server/shipping/shipping.ts";
import { say } from "#words/say.ts";
import {
  type Correction,
  forgetBuyers,
  lockEnded,
  markForgotten,
  markOrphans,
  writeCorrection,
} from "./editing.sql.ts";
import { isTaxedAlike } from "./same-taxes.ts";

/**
 * Corrects where an order goes and what is noted on it, as long as something is still to be sent. Throws `stale` when it
 * has changed since `version`, `order_country` when it would go to another country, `order_tax` when another tax would be
 * due where it goes, `order_delivery` when other ways of delivery are for there.
 */
export async function correctOrder(
  app: App,
  tx: Tx,
  orderId: string,
  { version, actor, ...change }: Correction & { version: number; actor: Actor },
) {
  const order = assertFound(await lockOrder(tx, orderId));
  if (order.version !== version) throw new Problem("stale");
  if (!orderCan.edit(order)) throw new Problem("order_state");
  if (change.shipping_address) await mustCostAlike(app, tx, order, change.shipping_address);
  if (!(await writeCorrection(tx, orderId, version, change))) throw new Problem("stale");
  const what = [
    change.shipping_address && say("delivery address"),
    change.billing_address !== undefined && say("billing address"),
    change.email && say("email"),
    change.customer_note !== undefined && say("order note"),
  ].filter(Boolean);
  const text = say("Changed: {what}.", { what: what.join(", ") });
  await note(app, tx, order, actor, { type: "edited", text, isPublic: true });
}

/** What was agreed is paid and may be invoiced: an order goes nowhere where it would have cost something else. */
async function mustCostAlike(app: App, tx: Tx, order: OrderHead, to: NewAddress) {
  const { country, postal_code: postalCode } = order.shipping_address;
  if (to.country !== country) throw new Problem("order_country");
  if (!(await isTaxedAlike(app, tx, order, to))) throw new Problem("order_tax");
  if (order.shipping_method === null || to.postal_code === postalCode) return;
  if (!haveSameMethods(await getShippingTerms(tx, country), postalCode, to.postal_code))
    throw new Problem("order_delivery");
}

/** Keeps a remark about an order that only administrators see. */
export async function noteOrder(app: App, tx: Tx, orderId: string, actor: Actor, text: string) {
  await note(app, tx, assertFound(await lockOrder(tx, orderId)), actor, { type: "note", text, isPublic: false });
}

/**
 * The orders of a deleted account are kept without who it was: those that have ended at once, the others when they have,
 * since what is under way must still arrive. Invoices keep the name, as the law wants them to.
 */
export function forgetting(app: App) {
  app.events.on("account.deleted", async (tx, { userId }) => {
    await markForgotten(tx, userId, app.now());
    await forgetEnded(app, tx);
  });
  app.jobs.schedule("orders.forget", "23 4 * * *", () =>
    inTransaction(app.db, async (tx) => {
      await markOrphans(tx, app.now());
      await forgetEnded(app, tx);
    }),
  );
}

/** Forgets who made the orders that have ended, once others have kept what they must. */
export async function forgetEnded({ events }: Pick<App, "events">, tx: Tx) {
  const orderIds = await lockEnded(tx);
  if (orderIds.length === 0) return;
  await events.emit(tx, "order.anonymized", { orderIds });
  await forgetBuyers(tx, orderIds);
}
