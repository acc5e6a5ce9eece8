import { orderCan } from "#contract/orders/order-moves.ts";
import type { Items } from "#contract/orders/orders.ts";
import type { Refund } from "#contract/payments.ts";
import { collectArrived, left, ofShelf, summed } from "#server/orders/fulfilment/fulfilment.ts";
import { refundFor } from "#server/orders/ledger/balance.ts";
import { creditOrder } from "#server/orders/ledger/credits.ts";
import { unitsInWords, valueUnits } from "#server/orders/ledger/unit-values.ts";
import { cancelUnits } from "#server/orders/ledger/units.sql.ts";
import { type LineRow, listLines, lockOrder } from "#server/orders/orders.sql.ts";
import { countDone, payBack, sayRefundWaits } from "#server/orders/refunds/refunds.ts";
import { updateMoneyOf } from "#server/orders/settlement/money.ts";
import { releaseIfEnough } from "#server/orders/settlement/settlement.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { note } from "#server/orders/status/transitions.ts";
import { paymentFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { releaseLineUnits } from "#server/stock/stock.ts";
import { say, text } from "#words/say.ts";
import { cancelOrder } from "./cancellation.ts";

/**
 * Cancels units that were not shipped: their stock is free again and their share goes back, as far as it was paid beyond
 * what is still owed. When none of an order is left that way, all of it is cancelled. `key` names the wish, so that its money goes back once. Answers
 * the refunds that are to be sent.
 */
export async function cancelLines(
  app: App,
  tx: Tx,
  orderId: string,
  { items, reason, actor, key }: { items: Items; reason?: string | undefined; actor: Actor; key: string },
): Promise<Refund[]> {
  const order = assertFound(await lockOrder(tx, orderId));
  if (!orderCan.cancel_lines(order)) throw new Problem("order_state");
  const [lines, cancelled] = [await listLines(tx, orderId), summed(items)];
  const value = valueUnits(lines, cancelled);
  if (!areLeft(lines, cancelled)) throw new Problem("cancels_too_many");
  if (orderCan.cancel(order, "admin") && isAll(lines, cancelled)) {
    await cancelOrder(app, tx, orderId, { actor, ownerId: null, reason });
    return [];
  }
  const back = refundFor(order, await paymentFunds(tx, orderId), value.amount);
  if ((await cancelUnits(tx, orderId, cancelled)) < cancelled.length) throw new Problem("cancels_too_many");
  await releaseLineUnits(app, tx, ofShelf(lines, cancelled));
  const said = say("Cancelled: {items}.", { items: unitsInWords(lines, cancelled) });
  await note(app, tx, order, actor, { type: "lines_cancelled", text: said, isPublic: true });
  // Some of the order may have been credited before.
  const amount = Math.min(value.amount, order.total_amount - order.credited_amount);
  const why = reason ?? text("Items cancelled");
  const cause = await creditOrder(app, tx, order, { key, reason: why, actor, units: value, amount });
  const ref = `${key}:${order.version}`;
  const effects = { kind: "cancelled" as const, items: cancelled, shelved: [], ref, cause, returnId: null };
  const paid = await payBack(app, tx, orderId, { amount: back, reason: why, actor, key, effects });
  if (paid.amount < back) await sayRefundWaits(app, tx, order);
  // Where nothing goes back what was paid counts for less nevertheless.
  const updated = await updateMoneyOf(app, tx, orderId);
  await releaseIfEnough(app, tx, updated, await paymentFunds(tx, orderId));
  await countDone(app, tx, orderId, paid.refunds);
  // All that is left may have arrived before.
  await collectArrived(app, tx, assertFound(await lockOrder(tx, orderId)));
  return paid.refunds;
}

/** Whether that many units of each are left to ship. More of them would be worth more than the order. */
function areLeft(lines: LineRow[], items: Items) {
  const rest = new Map(left(lines).map((item) => [item.order_item_id, item.quantity]));
  return items.every((item) => (rest.get(item.order_item_id) ?? 0) >= item.quantity);
}

/** Whether these are exactly the units of an order that are left. */
function isAll(lines: LineRow[], items: Items) {
  const rest = new Map(left(lines).map((item) => [item.order_item_id, item.quantity]));
  return rest.size === items.length && items.every((item) => rest.get(item.order_item_id) === item.quantity);
}
