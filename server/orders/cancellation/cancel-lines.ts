import { isDelivered, orderCan } from "#contract/orders/order-transitions.ts";
import type { Items } from "#contract/orders/orders.ts";
import type { Refund } from "#contract/payments.ts";
import { findLastDelivered } from "#server/orders/fulfilment/fulfilment.sql.ts";
import { captureIfDelivered, sumByLine, trackedUnits, unshippedUnits } from "#server/orders/fulfilment/fulfilment.ts";
import { refundFor } from "#server/orders/ledger/balance.ts";
import { creditOrder } from "#server/orders/ledger/credits.ts";
import { describeUnits, valueUnits } from "#server/orders/ledger/unit-values.ts";
import { cancelUnits } from "#server/orders/ledger/units.sql.ts";
import { listLines, lockOrder } from "#server/orders/orders.sql.ts";
import { askForRefundAccount } from "#server/orders/refunds/refund-account.ts";
import { noteBlockedRefund, returnFunds, updateAndComplete } from "#server/orders/refunds/refunds.ts";
import { refreshPaymentStatus } from "#server/orders/settlement/payment-status.ts";
import { releaseIfEnough } from "#server/orders/settlement/settlement.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { addTimelineEvent, orderEvent } from "#server/orders/status/transitions.ts";
import { findFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { inLanguageOf } from "#server/platform/language.ts";
import { releaseLineUnits } from "#server/stock/stock.ts";
import { text } from "#words/say.ts";
import { cancelOrder } from "./cancellation.ts";

/**
 * Cancels unshipped units: releases their stock and refunds their value, less what is outstanding. If none are left, the
 * whole order is cancelled. `key` identifies the request. Returns the refunds to send.
 */
export async function cancelLines(
  app: App,
  tx: Tx,
  orderId: string,
  {
    items,
    reason,
    actor,
    key,
    isWithdrawal = false,
  }: { items: Items; reason?: string | undefined; actor: Actor; key: string; isWithdrawal?: boolean },
): Promise<Refund[]> {
  const order = assertFound(await lockOrder(tx, orderId));
  if (!orderCan.cancel_lines(order)) throw new Problem("order_state");
  const [lines, cancelled] = [await listLines(tx, orderId), sumByLine(items)];
  const value = valueUnits(lines, cancelled);
  const unshipped = new Map(unshippedUnits(lines).map((item) => [item.order_item_id, item.quantity]));
  if (isLessThan(unshipped, cancelled)) throw new Problem("cancels_too_many");
  if (orderCan.cancel(order, "admin") && areSame(unshipped, cancelled)) {
    await cancelOrder(app, tx, orderId, { actor, ownerId: null, reason, isWithdrawal });
    return [];
  }
  const back = refundFor(order, await findFunds(tx, orderId), value.amount);
  if ((await cancelUnits(tx, orderId, cancelled)) < cancelled.length) throw new Problem("cancels_too_many");
  await releaseLineUnits(app, tx, trackedUnits(lines, cancelled));
  await addTimelineEvent(app, tx, order, actor, { type: "lines_cancelled", data: { items: cancelled } });
  // Part of the order may have been credited before.
  const amount = Math.min(value.amount, order.total_amount - order.credited_amount);
  const cancelReason = reason ?? defaultReason;
  const cause = await creditOrder(app, tx, order, { key, reason: cancelReason, actor, units: value, amount });
  const ref = `${key}:${order.version}`;
  const effects = { kind: "cancelled" as const, items: cancelled, restocked: [], ref, cause, returnId: null };
  const funds = { amount: back, reason: cancelReason, actor, key, effects };
  const paid = await askForRefundAccount(app, tx, order, () => returnFunds(app, tx, orderId, funds));
  if (paid.amount < back) await noteBlockedRefund(app, tx, order);
  // Also without a refund the credit can change the payment status.
  const updated = await refreshPaymentStatus(app, tx, orderId);
  await releaseIfEnough(app, tx, updated, await findFunds(tx, orderId));
  await updateAndComplete(app, tx, orderId, paid.refunds);
  // The remaining units may be delivered already.
  await captureIfDelivered(app, tx, assertFound(await lockOrder(tx, orderId)));
  return paid.refunds;
}

/** Tells a customer what staff cancelled, once its refund is sent: of a declined one the units are not cancelled. */
export async function announceCancelledItems(
  app: App,
  tx: Tx,
  orderId: string,
  { items, key }: { items: Items; key: string },
) {
  const order = assertFound(await lockOrder(tx, orderId));
  if (order.status === "cancelled") return;
  const lines = await listLines(tx, orderId);
  const described = inLanguageOf(order, () => describeUnits(lines, sumByLine(items)));
  await app.events.emit(tx, "order.items_cancelled", { ...orderEvent(order), cause: key, items: described });
  const delivered = isDelivered(order) ? await findLastDelivered(tx, orderId) : null;
  if (delivered !== null)
    await app.events.emit(tx, "order.delivered", { ...orderEvent(order), fulfilmentId: delivered, isWhole: true });
}

const defaultReason = text("Items cancelled");

const isLessThan = (units: Map<number, number>, items: Items) =>
  items.some((item) => (units.get(item.order_item_id) ?? 0) < item.quantity);
const areSame = (units: Map<number, number>, items: Items) =>
  units.size === items.length && items.every((item) => units.get(item.order_item_id) === item.quantity);
