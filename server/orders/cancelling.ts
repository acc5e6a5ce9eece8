import { orderCan } from "#contract/order-moves.ts";
import type { Items } from "#contract/orders.ts";
import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { found, Refusal } from "#server/platform/refusal.ts";
import { releaseUnits } from "#server/stock/stock.ts";
import { cancelOrder } from "./ending.ts";
import { countGoods, left, ofShelf, summed } from "./fulfilling.ts";
import { cancelUnits } from "./lines.sql.ts";
import type { Actor } from "./moving.sql.ts";
import { newsOf, note } from "./moving.ts";
import { type LineRow, listLines, lockOrder } from "./orders.sql.ts";
import { payBack } from "./refunding.ts";
import { completeIfDone } from "./settling.ts";
import { unitsInWords, worthOf } from "./worth.ts";

/**
 * Cancels units that were not shipped: their stock is free again and their share of what was paid goes back. When none
 * of an order is left that way, all of it is cancelled. `key` names the wish, so that its money goes back once.
 */
export async function cancelLines(
  house: House,
  tx: Tx,
  orderId: string,
  { items, reason, actor, key }: { items: Items; reason?: string | undefined; actor: Actor; key: string },
) {
  const order = found(await lockOrder(tx, orderId));
  if (!orderCan.cancel_lines(order)) throw new Refusal("order_state");
  const [lines, cancelled] = [await listLines(tx, orderId), summed(items)];
  const worth = worthOf(lines, cancelled);
  if (orderCan.cancel(order, "admin") && isAll(lines, cancelled))
    return cancelOrder(house, tx, orderId, { actor, ownerId: null, reason });
  if ((await cancelUnits(tx, orderId, cancelled, worth.amount)) < cancelled.length)
    throw new Refusal("cancels_too_many");
  await releaseUnits(house, tx, ofShelf(lines, cancelled));
  const text = `Cancelled: ${unitsInWords(lines, cancelled)}.`;
  const less = { ...order, cancelled_amount: order.cancelled_amount + worth.amount };
  await note(house, tx, less, actor, { type: "lines_cancelled", text, isPublic: true });
  const credit = { cause: key, reason: reason ?? "Items cancelled", what: { kind: "units" as const, ...worth } };
  await house.happenings.announce(tx, "orders.credited", { ...newsOf(order), credit });
  await payBack(house, tx, orderId, { amount: worth.amount, reason: credit.reason, actor, key });
  await completeIfDone(house, tx, await countGoods(tx, found(await lockOrder(tx, orderId))));
}

/** Whether these are exactly the units of an order that are left. */
function isAll(lines: LineRow[], items: Items) {
  const rest = new Map(left(lines).map((item) => [item.order_item_id, item.quantity]));
  return rest.size === items.length && items.every((item) => rest.get(item.order_item_id) === item.quantity);
}
