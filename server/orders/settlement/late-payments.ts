import { chargeAgain } from "#server/orders/ledger/credits.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { move, note, system } from "#server/orders/status/transitions.ts";
import { refundsOf, returnPayments } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { takeAdjustmentsAgain, withdrawGiftCards } from "./coupon-and-gift-cards.ts";
import { type Settling, updateMoneyOf } from "./money.ts";
import { provider } from "./on-hold.ts";
import { outOfCart, reserveAgain } from "./order-stock.ts";

/** Money for an order that had ended: it is reopened if its goods are still there, else it is held for a person. */
export async function acceptLatePayment(settling: Settling, isFullyPaid: boolean) {
  const { app, tx, order } = settling;
  if (isFullyPaid) await reopen(app, tx, order);
  else {
    await chargeAgain(app, tx, order, provider);
    await move(app, tx, order, "dispute", { actor: provider, reason: "amount_mismatch_late", heldFrom: "confirmed" });
  }
  await updateMoneyOf(app, tx, order.id);
}

async function reopen(app: App, tx: Tx, order: OrderHead) {
  const stock = await reserveAgain(app, tx, order);
  if (stock.kind === "short") return acceptWithoutStock(app, tx, order);
  if (await takeAdjustmentsAgain(app, tx, order, { isCharged: true })) {
    await chargeAgain(app, tx, await current(tx, order), provider);
    return outOfCart(app, tx, await move(app, tx, order, "revive", { actor: provider }));
  }
  await withdrawGiftCards(app, tx, order, { isCharged: true });
  await chargeAgain(app, tx, await current(tx, order), provider);
  await move(app, tx, order, "dispute", {
    actor: provider,
    reason: "gift_card_spent",
    heldFrom: "confirmed",
    text: "Paid after it had ended, and what a gift card paid of it is spent: that is owed now.",
  });
}

const current = async (tx: Tx, order: OrderHead): Promise<OrderHead> => (await lockOrder(tx, order.id)) ?? order;

/** Goods are sold meanwhile: the money goes back by itself where the shop is set so, else a person decides. */
async function acceptWithoutStock(app: App, tx: Tx, order: OrderHead) {
  const hasFailed = (await refundsOf(tx, order.id)).some(({ status }) => status === "failed");
  const { refund_without_stock: isRefunded } = await getCachedSettings(app);
  if (isRefunded && !hasFailed) {
    await note(app, tx, order, system, { type: "payment_returned", text: tooLate.refunded, isPublic: true });
    await returnPayments(app, tx, order.id, "Its items had been sold.");
    const says = `Order ${order.number} was paid after it had ended, and some of its goods are sold. The money goes back.`;
    return app.events.emit(tx, "payment.alert_raised", {
      key: `no_stock:${order.id}:${order.version}`,
      orderId: order.id,
      says,
    });
  }
  await chargeAgain(app, tx, order, provider);
  const held = await move(app, tx, order, "dispute", {
    actor: provider,
    reason: "paid_no_stock",
    heldFrom: "confirmed",
    text: "Paid after it had ended, and some of the goods are sold.",
  });
  await note(app, tx, held, system, { type: "waiting_for_stock", text: tooLate.waits, isPublic: true });
}

const tooLate = {
  refunded: text(
    "Your payment arrived after the order expired, and some of its items had sold out. We're refunding your payment in full.",
  ),
  waits: text(
    "Your payment arrived after the order expired, and some of its items had sold out. Your money is safe, and we'll email you about the next steps.",
  ),
};
