import { outstandingAmount } from "#server/orders/ledger/balance.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { retryGiftCards, takeAdjustmentsAgain } from "#server/orders/settlement/coupon-and-gift-cards.ts";
import { removeFromCart, reserveAgain, waitsForStock } from "#server/orders/settlement/order-stock.ts";
import { completeIfDone, refreshPaymentStatus } from "#server/orders/settlement/payment-status.ts";
import { isWithoutCards } from "#server/orders/settlement/settlement.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { changeStatus } from "#server/orders/status/transitions.ts";
import { findFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";

/** Puts an order on hold, with a note. */
export async function holdOrder(app: App, tx: Tx, orderId: string, actor: Actor, reason: string) {
  await changeStatus(app, tx, assertFound(await lockOrder(tx, orderId)), "hold", { actor, holdNote: reason });
}

/** Hold reasons of orders that were paid after they had ended. */
const reopenedHolds = new Set(["paid_no_stock", "amount_mismatch_late", "gift_card_spent"]);

/** Releases an order on hold. Reserves stock again if needed; throws `out_of_stock` and `gift_card_empty`. */
export async function releaseOrder(app: App, tx: Tx, orderId: string, actor: Actor) {
  const order = await prepareRelease(app, tx, assertFound(await lockOrder(tx, orderId)));
  const confirms = order.confirmed_at === null || reopenedHolds.has(order.hold_reason ?? "");
  const released = await changeStatus(app, tx, order, "release", { actor, confirms });
  if (confirms) await removeFromCart(app, tx, released);
  await completeIfDone(app, tx, await refreshPaymentStatus(app, tx, released.id));
}

/** Reserves and redeems again what the order was put on hold without. */
async function prepareRelease(app: App, tx: Tx, order: OrderHead): Promise<OrderHead> {
  if (order.status !== "on_hold") return order;
  if (waitsForStock(order)) {
    const stock = await reserveAgain(app, tx, order);
    if (stock.kind === "short") throw new Problem("out_of_stock", { details: { short: stock.short } });
    if (!(await takeAdjustmentsAgain(app, tx, order, { isCharged: false }))) throw new Problem("gift_card_empty");
  }
  if (!isWithoutCards(order)) return order;
  await retryGiftCards(app, tx, order, outstandingAmount(order, await findFunds(tx, order.id)));
  return refreshPaymentStatus(app, tx, order.id);
}
