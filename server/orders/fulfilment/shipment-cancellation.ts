import { orderCan } from "#contract/orders/order-transitions.ts";
import type { FulfilmentAction } from "#contract/orders/orders.ts";
import { type FulfilmentRow, findOrder, lockOrder, type OrderRow } from "#server/orders/orders.sql.ts";
import { settle } from "#server/orders/settlement/settlement.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { addTimelineEvent, changeStatus, orderEvent } from "#server/orders/status/transitions.ts";
import { listPayments, type PaymentRow } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { undoShipment } from "#server/stock/stock.ts";
import { cancelFulfilment, findOrderOfShipment, findShipmentState, markNotDelivered } from "./fulfilment.sql.ts";
import { trackedUnits, updateFulfilmentStatus } from "./fulfilment.ts";

type ShippedOrder = Pick<OrderRow, "status" | "fulfilment_status" | "lines" | "pending_returns">;

/** What administrators can do with a shipment now; `payments` are those of the order. */
export function shipmentActions(
  order: ShippedOrder,
  shipment: FulfilmentRow,
  payments: Pick<PaymentRow, "provider" | "captured_amount">[],
): FulfilmentAction[] {
  if (shipment.status === "delivered") return canUndoDelivery(order, shipment, payments) ? ["undo_delivery"] : [];
  if (shipment.status !== "shipped") return [];
  return [
    ...(orderCan.deliver(order) ? (["deliver"] as const) : []),
    ...(orderCan.cancel_shipment(order) && !hasReturns(order, shipment) ? (["cancel"] as const) : []),
  ];
}

/** Cash collected on delivery can only be refunded, not undone. */
const canUndoDelivery = (
  order: ShippedOrder,
  shipment: FulfilmentRow,
  payments: Pick<PaymentRow, "provider" | "captured_amount">[],
) =>
  orderCan.undo_delivery(order) &&
  !hasReturns(order, shipment) &&
  !payments.some(({ provider, captured_amount }) => provider === "cod" && captured_amount > 0);

/** Whether units of its lines were or will be returned, possibly from this shipment. */
function hasReturns({ lines, pending_returns }: ShippedOrder, { items }: FulfilmentRow): boolean {
  const shipped = new Set(items?.map((item) => item.order_item_id));
  return lines.some(({ id, returned_qty }) => shipped.has(id) && (returned_qty > 0 || (pending_returns[id] ?? 0) > 0));
}

async function lockShipment(tx: Tx, fulfilmentId: number) {
  const orderId = assertFound(await findOrderOfShipment(tx, fulfilmentId));
  const head = assertFound(await lockOrder(tx, orderId));
  return { head, ...(await readShipment(tx, fulfilmentId)) };
}

async function readShipment(tx: Tx, fulfilmentId: number) {
  const orderId = assertFound(await findOrderOfShipment(tx, fulfilmentId));
  const order = assertFound(await findOrder(tx, orderId, null));
  const shipment = assertFound(order.fulfilments.find(({ id }) => id === fulfilmentId));
  return { order, shipment, actions: shipmentActions(order, shipment, await listPayments(tx, orderId)) };
}

/** Shipments, as changes record them; they have no personal data, so that nothing of them has to be erased. */
export const shipmentObject: RecordedObject<Pick<FulfilmentRow, "status" | "carrier"> & { order: number }> = {
  lock: async (tx, ids) => {
    for (const id of ids) {
      const orderId = await findOrderOfShipment(tx, Number(id));
      if (orderId) await lockOrder(tx, orderId);
    }
  },
  read: (tx, id) => findShipmentState(tx, Number(id)),
  name: ({ order }) => String(order),
};

/** Offers to undo a delivery only while that is possible. */
export function registerDeliveryUndo({ events }: Pick<App, "events">) {
  events.on("undo.offering", async (tx, { offers }) => {
    for (const offer of offers.filter(({ action }) => action === "POST /fulfilments/:id/deliver"))
      offer.isRefused = !(await readShipment(tx, Number(offer.entity_id))).actions.includes("undo_delivery");
  });
}

/** Undoes the delivery of a shipment that was recorded by mistake; a completed order is in progress again. */
export async function undoDelivery(app: App, tx: Tx, fulfilmentId: number, actor: Actor): Promise<string> {
  const { head, order, actions } = await lockShipment(tx, fulfilmentId);
  if (!actions.includes("undo_delivery") || !(await markNotDelivered(tx, fulfilmentId)))
    throw new Problem("order_state");
  if (head.status === "completed")
    await updateFulfilmentStatus(tx, await changeStatus(app, tx, head, "undo_delivery", { actor }));
  else {
    await addTimelineEvent(app, tx, head, actor, { type: "reopened", data: {} });
    await updateFulfilmentStatus(tx, head);
  }
  return order.id;
}

/**
 * Cancels a shipment that was recorded by mistake: its units are reserved as before and can be shipped again. Throws
 * `shipment_delivered` or `shipment_returned` if it was sent, `stale` if the order isn't of this version.
 */
export async function cancelShipment(
  app: App,
  tx: Tx,
  fulfilmentId: number,
  { actor, reason, version }: { actor: Actor; reason?: string | undefined; version: number },
): Promise<string> {
  const { head, order, shipment, actions } = await lockShipment(tx, fulfilmentId);
  if (shipment.status === "delivered") throw new Problem("shipment_delivered");
  if (hasReturns(order, shipment)) throw new Problem("shipment_returned");
  if (version !== head.version) throw new Problem("stale");
  if (!actions.includes("cancel")) throw new Problem("order_state");
  const units = await cancelFulfilment(tx, fulfilmentId, app.now());
  if (units.length < shipment.items.length) throw new Problem("order_state");
  await undoShipment(app, tx, trackedUnits(order.lines, units), String(fulfilmentId));
  await addTimelineEvent(app, tx, head, actor, { type: "shipment_cancelled", data: {} });
  if (reason) await addTimelineEvent(app, tx, head, actor, { type: "shipment_cancel_reason", text: reason, data: {} });
  await updateFulfilmentStatus(tx, head);
  await app.events.emit(tx, "order.shipment_cancelled", { ...orderEvent(order), fulfilmentId });
  // Its authorization may have expired while all of the order was shipped: it is put on hold now.
  await settle(app, tx, order.id);
  return order.id;
}
