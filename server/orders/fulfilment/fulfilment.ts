import { isDelivered, orderCan } from "#contract/orders/order-transitions.ts";
import { trackingLink } from "#contract/orders/tracking-links.ts";
import type { LineRow } from "#server/orders/line-row.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { trackedLines } from "#server/orders/settlement/order-stock.ts";
import { completeIfDone } from "#server/orders/settlement/payment-status.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { fulfilmentStatusOf } from "#server/orders/status/order-status.ts";
import { writeFulfilmentStatus } from "#server/orders/status/transitions.sql.ts";
import { addTimelineEvent, changeStatus, orderEvent, publishOrder } from "#server/orders/status/transitions.ts";
import { capturePayments } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { commitShipment } from "#server/stock/stock.ts";
import * as rows from "./fulfilment.sql.ts";

interface NewShipment extends Omit<rows.Shipment, "items"> {
  items?: rows.Shipment["items"] | undefined;
  /** Whether it goes by the carrier of the order's shipping method, without one of its own. */
  ofMethod?: boolean;
}

/** Ships items of an order, by default all unshipped ones. Throws `ships_too_many`. */
export async function ship(
  app: App,
  tx: Tx,
  orderId: string,
  { items, ofMethod, ...given }: NewShipment,
  actor: Actor,
) {
  const order = assertFound(await lockOrder(tx, orderId));
  if (!orderCan.fulfil(order)) throw new Problem("order_state");
  const lines = await listLines(tx, orderId);
  const carrier = given.carrier || (ofMethod && order.shipping_method?.carrier) || undefined;
  const shipment = { ...given, carrier };
  const packed = items ? sumByLine(items) : unshippedUnits(lines);
  const tracking_url = shipment.tracking_url ?? trackingLink(shipment.carrier, shipment.tracking_number);
  const sent = await rows.insertFulfilment(tx, orderId, { ...shipment, tracking_url, items: packed }, app.now());
  if (sent.lines < packed.length) throw new Problem("not_found");
  await commitShipment(tx, trackedUnits(lines, packed), String(sent.id));
  const event = { type: "shipped", data: { carrier: shipment.carrier || null } } as const;
  const shipped = await changeStatus(app, tx, order, "fulfil", { actor, event });
  await updateFulfilmentStatus(tx, shipped);
  await app.events.emit(tx, "order.shipped", { ...orderEvent(order), fulfilmentId: sent.id });
}

/** Marks a confirmed order as in progress. */
export async function startOrder(app: App, tx: Tx, orderId: string, actor: Actor): Promise<void> {
  await changeStatus(app, tx, assertFound(await lockOrder(tx, orderId)), "start", { actor });
}

/** Marks an order as packed, and a confirmed one as in progress. */
export async function packOrder(app: App, tx: Tx, orderId: string, actor: Actor): Promise<void> {
  const order = assertFound(await lockOrder(tx, orderId));
  if (!orderCan.pack(order)) throw new Problem("order_state");
  const started = order.status === "confirmed" ? await changeStatus(app, tx, order, "start", { actor }) : order;
  await rows.setPackedAt(tx, orderId, app.now());
  await addTimelineEvent(app, tx, started, actor, { type: "packed", data: {} });
}

/** Sets whether an order is in progress and packed, as it was before. Throws `order_state` if it can't be. */
export async function setPreparation(
  app: App,
  tx: Tx,
  orderId: string,
  wanted: Pick<OrderHead, "status" | "packed_at">,
  actor: Actor,
): Promise<void> {
  const order = assertFound(await lockOrder(tx, orderId));
  const isPacked = wanted.packed_at !== null;
  if (isPacked && order.packed_at === null) return packOrder(app, tx, orderId, actor);
  if (!isPacked && order.packed_at !== null) {
    order.version = assertFound(await rows.setPackedAt(tx, orderId, null));
    await addTimelineEvent(app, tx, order, actor, { type: "pack_undone", data: {} });
  }
  if (wanted.status === order.status) return;
  await changeStatus(app, tx, order, wanted.status === "confirmed" ? "undo_start" : "start", { actor });
}

/** The items with one entry per line. */
export function sumByLine(items: rows.Shipment["items"]): rows.Shipment["items"] {
  const byLine = Map.groupBy(items, (item) => item.order_item_id);
  return [...byLine].map(([order_item_id, same]) => ({
    order_item_id,
    quantity: same.reduce((sum, item) => sum + item.quantity, 0),
  }));
}

/** The units of an order that are neither shipped nor cancelled. */
export const unshippedUnits = (lines: LineRow[]): rows.Shipment["items"] =>
  lines
    .map((line) => ({ order_item_id: line.id, quantity: line.quantity - line.cancelled_qty - line.fulfilled_qty }))
    .filter((item) => item.quantity > 0);

/** The units of lines with tracked stock. */
export function trackedUnits(lines: LineRow[], packed: rows.Shipment["items"]) {
  const tracked = new Set(trackedLines(lines).map((line) => line.order_line_id));
  return packed
    .filter((item) => tracked.has(item.order_item_id))
    .map(({ order_item_id, quantity }) => ({ order_line_id: order_item_id, quantity }));
}

/** Marks a shipment as delivered. With the last one, an authorized payment is captured and the order completed. */
export async function deliver(app: App, tx: Tx, fulfilmentId: number, actor: Actor): Promise<string> {
  const orderId = assertFound(await rows.findOrderOfShipment(tx, fulfilmentId));
  const order = assertFound(await lockOrder(tx, orderId));
  if (!(await rows.markDelivered(tx, fulfilmentId, app.now()))) throw new Problem("order_state");
  await addTimelineEvent(app, tx, order, actor, { type: "delivered", data: {} });
  const updated = await updateFulfilmentStatus(tx, order);
  const delivered = { ...orderEvent(order), fulfilmentId, isWhole: isDelivered(updated) };
  await app.events.emit(tx, "order.delivered", delivered);
  if (!(await captureIfDelivered(app, tx, updated))) await completeIfDone(app, tx, updated);
  return orderId;
}

/** Captures the authorized payments of a delivered order; false if there is nothing to capture. */
export async function captureIfDelivered(app: App, tx: Tx, order: OrderHead): Promise<boolean> {
  const isDue = isDelivered(order) && order.payment_status === "authorized";
  if (isDue) await capturePayments(app, tx, order.id);
  return isDue;
}

/** Updates the fulfilment status from lines and shipments. */
export async function updateFulfilmentStatus(tx: Tx, order: OrderHead): Promise<OrderHead> {
  const status = fulfilmentStatusOf(await rows.countUnits(tx, order.id));
  const version = await writeFulfilmentStatus(tx, order.id, status);
  const updated = { ...order, fulfilment_status: status, version };
  await publishOrder(tx, updated);
  return updated;
}
