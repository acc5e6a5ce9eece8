import { hasArrived, orderCan } from "#contract/orders/order-moves.ts";
import { type LineRow, listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { completeIfDone } from "#server/orders/settlement/completion.ts";
import { counted } from "#server/orders/settlement/order-stock.ts";
import { fulfilmentStatusOf } from "#server/orders/status/order-status.ts";
import { type Actor, writeFulfilmentStatus } from "#server/orders/status/transitions.sql.ts";
import { move, newsOf, note, tell } from "#server/orders/status/transitions.ts";
import { collectPayments } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { commitShipment } from "#server/stock/stock.ts";
import { say, text } from "#words/say.ts";
import { countUnits, insertFulfilment, markDelivered, orderOfFulfilment, type Shipment } from "./fulfilment.sql.ts";

/** Ships an order, or the items named; without items everything that is left. Throws `ships_too_many`. */
export async function ship(
  app: App,
  tx: Tx,
  orderId: string,
  { items, ...parcel }: Omit<Shipment, "items"> & { items?: Shipment["items"] | undefined },
  actor: Actor,
) {
  const order = assertFound(await lockOrder(tx, orderId));
  if (!orderCan.fulfil(order)) throw new Problem("order_state");
  const lines = await listLines(tx, orderId);
  const packed = items ? summed(items) : left(lines);
  const sent = await insertFulfilment(tx, orderId, { ...parcel, items: packed }, app.now());
  if (sent.lines < packed.length) throw new Problem("not_found");
  await commitShipment(app, tx, orderId, ofShelf(lines, packed), String(sent.id));
  const said = parcel.carrier
    ? say("Your items are on their way with {carrier}.", { carrier: parcel.carrier })
    : text("Your items are on their way.");
  const moved = await move(app, tx, order, "fulfil", { actor, text: said });
  await countGoods(tx, moved);
  await app.events.emit(tx, "order.shipped", { ...newsOf(order), fulfilmentId: sent.id });
}

/** The same items with one entry for each line. */
export function summed(items: Shipment["items"]): Shipment["items"] {
  const byLine = Map.groupBy(items, (item) => item.order_item_id);
  return [...byLine].map(([order_item_id, same]) => ({
    order_item_id,
    quantity: same.reduce((sum, item) => sum + item.quantity, 0),
  }));
}

/** The units of an order that are neither shipped nor cancelled. */
export const left = (lines: LineRow[]): Shipment["items"] =>
  lines
    .map((line) => ({ order_item_id: line.id, quantity: line.quantity - line.cancelled_qty - line.fulfilled_qty }))
    .filter((item) => item.quantity > 0);

/** Those of some units whose stock is counted, as the stock room wants them. */
export function ofShelf(lines: LineRow[], packed: Shipment["items"]) {
  const isCounted = new Set(counted(lines).map((line) => line.order_line_id));
  return packed
    .filter((item) => isCounted.has(item.order_item_id))
    .map(({ order_item_id, quantity }) => ({ order_line_id: order_item_id, quantity }));
}

/** Notes that a shipment arrived. With the last one, cash on delivery counts as taken and the order is complete. */
export async function deliver(app: App, tx: Tx, fulfilmentId: number, actor: Actor): Promise<string> {
  const orderId = assertFound(await orderOfFulfilment(tx, fulfilmentId));
  const order = assertFound(await lockOrder(tx, orderId));
  if (!(await markDelivered(tx, fulfilmentId, app.now()))) throw new Problem("order_state");
  await note(app, tx, order, actor, { type: "delivered", text: text("Your items were delivered."), isPublic: true });
  const arrived = await countGoods(tx, order);
  await app.events.emit(tx, "order.delivered", { ...newsOf(order), fulfilmentId });
  if (!(await collectArrived(app, tx, arrived))) await completeIfDone(app, tx, arrived);
  return orderId;
}

/** Takes what was promised for an order of which all that is to arrive has arrived; false when there is nothing to take. */
export async function collectArrived(app: App, tx: Tx, order: OrderHead): Promise<boolean> {
  const isDue = hasArrived(order) && order.payment_status === "authorized";
  if (isDue) await collectPayments(app, tx, order.id);
  return isDue;
}

/** Brings the fulfilment status in line with the lines and shipments. */
export async function countGoods(tx: Tx, order: OrderHead): Promise<OrderHead> {
  const status = fulfilmentStatusOf(await countUnits(tx, order.id));
  const version = await writeFulfilmentStatus(tx, order.id, status);
  const counted = { ...order, fulfilment_status: status, version };
  await tell(tx, counted);
  return counted;
}
