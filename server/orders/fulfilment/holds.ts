import { paymentSums } from "#server/payments/payments.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { owingOf } from "#server/orders/status/order-status.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { move } from "#server/orders/status/transitions.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { pickUpCards, takePerksAgain } from "#server/orders/settlement/adjustments.ts";
import { completeIfDone, countCards, countMoney, isWithoutCards } from "#server/orders/settlement/settlement.ts";
import { outOfCart, reserveAgain, waitsForStock } from "#server/orders/settlement/order-stock.ts";

/** Begins to work on a confirmed order. */
export async function startOrder(app: App, tx: Tx, orderId: string, actor: Actor) {
  await move(app, tx, assertFound(await lockOrder(tx, orderId)), "start", { actor });
}

/** Puts an order on hold, with a reason in words. */
export async function holdOrder(app: App, tx: Tx, orderId: string, actor: Actor, reason: string) {
  await move(app, tx, assertFound(await lockOrder(tx, orderId)), "hold", { actor, holdNote: reason });
}

/** Holds of orders that had ended when their money came. */
const endedBefore = new Set(["paid_no_stock", "amount_mismatch_late", "gift_card_spent"]);

/** Takes an order off hold. One that lost its stock gets it again first; throws `out_of_stock` when it is not there. */
export async function releaseOrder(app: App, tx: Tx, orderId: string, actor: Actor) {
  const order = await readyToGoOn(app, tx, assertFound(await lockOrder(tx, orderId)));
  const sells = order.confirmed_at === null || endedBefore.has(order.hold_reason ?? "");
  const released = await move(app, tx, order, "release", { actor, sells });
  if (sells) await outOfCart(app, tx, released);
  await completeIfDone(app, tx, await countCards(app, tx, released));
}

/** Takes again what an order that had ended was held without. */
async function readyToGoOn(app: App, tx: Tx, order: OrderHead): Promise<OrderHead> {
  if (order.status !== "on_hold") return order;
  if (waitsForStock(order)) {
    const stock = await reserveAgain(app, tx, order);
    if (stock.kind === "short") throw new Problem("out_of_stock", { details: { short: stock.short } });
    if (!(await takePerksAgain(tx, order))) throw new Problem("gift_card_empty");
  }
  if (!isWithoutCards(order)) return order;
  const sums = await paymentSums(tx, order.id);
  // Of one that has been held for long its cards may still be said to pay.
  const unpaid = { ...order, gift_card_amount: order.gift_card_amount - order.gift_card_back, gift_card_back: 0 };
  return countMoney(app, tx, await pickUpCards(tx, order, owingOf(unpaid, sums)), sums);
}
