import { isToBeSent } from "#contract/payments.ts";
import { chargeAgain } from "#server/orders/ledger/credits.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { askForRefundAccount } from "#server/orders/refunds/refund-account.ts";
import { addTimelineEvent, changeStatus, provider, system } from "#server/orders/status/transitions.ts";
import type { TimelineData } from "#server/orders/timeline/timeline-events.ts";
import { listRefunds, refundAllPayments } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";
import { takeAdjustmentsAgain, withdrawGiftCards } from "./coupon-and-gift-cards.ts";
import { removeFromCart, reserveAgain } from "./order-stock.ts";
import { refreshPaymentStatus } from "./payment-status.ts";

/** Accepts a payment of an order that had ended: reopens it if its goods are available, else puts it on hold. */
export async function acceptLatePayment(app: App, tx: Tx, order: OrderHead, isFullyPaid: boolean) {
  if (isFullyPaid) await reopen(app, tx, order);
  else {
    await chargeAgain(app, tx, order, provider);
    await hold(app, tx, order, "amount_mismatch_late");
  }
  await refreshPaymentStatus(app, tx, order.id);
}

async function reopen(app: App, tx: Tx, order: OrderHead) {
  const stock = await reserveAgain(app, tx, order);
  if (stock.kind === "short") return acceptWithoutStock(app, tx, order);
  if (await takeAdjustmentsAgain(app, tx, order, { isCharged: true })) {
    await chargeAgain(app, tx, await current(tx, order), provider);
    return removeFromCart(app, tx, await changeStatus(app, tx, order, "reopen", { actor: provider }));
  }
  await withdrawGiftCards(app, tx, order, { isCharged: true });
  await chargeAgain(app, tx, await current(tx, order), provider);
  await hold(app, tx, order, "gift_card_spent", "late_without_gift_card");
}

const current = async (tx: Tx, order: OrderHead): Promise<OrderHead> => (await lockOrder(tx, order.id)) ?? order;

const hold = (
  app: App,
  tx: Tx,
  order: OrderHead,
  reason: string,
  cause: TimelineData["held"]["cause"] = "late_payment",
) =>
  changeStatus(app, tx, order, "hold_late_payment", {
    actor: provider,
    reason,
    heldFrom: "confirmed",
    event: { type: "held", data: { cause } },
  });

/** Refunds the late payment of an order whose goods are sold, or puts the order on hold, depending on the settings. */
async function acceptWithoutStock(app: App, tx: Tx, order: OrderHead) {
  const earlier = await listRefunds(tx, order.id);
  const hasFailed = earlier.some(({ status }) => status === "failed");
  const { refund_without_stock: isRefunded } = await getSettings(tx);
  if (isRefunded && !hasFailed) {
    const refund = () => refundAllPayments(app, tx, order.id, "Its items were sold out.");
    await askForRefundAccount(app, tx, order, refund);
    const known = new Set(earlier.map(({ id }) => id));
    const to_send = (await listRefunds(tx, order.id)).some((refund) => !known.has(refund.id) && isToBeSent(refund));
    await addTimelineEvent(app, tx, order, system, { type: "payment_returned", data: { cause: "sold_out", to_send } });
    const next = to_send ? "Send the payment back." : "The payment is being refunded.";
    return app.events.emit(tx, "payment.alert_raised", {
      key: `no_stock:${order.id}:${order.version}`,
      orderId: order.id,
      message: `Order ${order.number} was paid after it expired, and some of its items are sold out. ${next}`,
    });
  }
  await chargeAgain(app, tx, order, provider);
  const onHold = await hold(app, tx, order, "paid_no_stock", "late_without_stock");
  await addTimelineEvent(app, tx, onHold, system, { type: "waiting_for_stock", data: {} });
}
