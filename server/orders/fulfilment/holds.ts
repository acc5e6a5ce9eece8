import { outstandingAmount } from "#server/orders/ledger/balance.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { completeIfDone } from "#server/orders/settlement/completion.ts";
import { retryGiftCards, takeAdjustmentsAgain } from "#server/orders/settlement/coupon-and-gift-cards.ts";
import { updateMoneyOf } from "#server/orders/settlement/money.ts";
import { outOfCart, reserveAgain, waitsForStock } from "#server/orders/settlement/order-stock.ts";
import { isWithoutCards } from "#server/orders/settlement/settlement.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { move } from "#server/orders/status/transitions.ts";
import { paymentFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";

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
  await completeIfDone(app, tx, await updateMoneyOf(app, tx, released.id));
}

/** Takes again what an order that had ended was held without. */
async function readyToGoOn(app: App, tx: Tx, order: OrderHead): Promise<OrderHead> {
  if (order.status !== "on_hold") return order;
  if (waitsForStock(order)) {
    const stock = await reserveAgain(app, tx, order);
    if (stock.kind === "short") throw new Problem("out_of_stock", { details: { short: stock.short } });
    if (!(await takeAdjustmentsAgain(app, tx, order, { isCharged: false }))) throw new Problem("gift_card_empty");
  }
  if (!isWithoutCards(order)) return order;
  await retryGiftCards(app, tx, order, outstandingAmount(order, await paymentFunds(tx, order.id)));
  return updateMoneyOf(app, tx, order.id);
}
