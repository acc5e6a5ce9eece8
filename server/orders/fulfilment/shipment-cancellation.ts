import { orderCan } from "#contract/orders/order-moves.ts";
import type { FulfilmentAction } from "#contract/orders/orders.ts";
import { type FulfilmentRow, findOrder, lockOrder, type OrderRow } from "#server/orders/orders.sql.ts";
import { settle } from "#server/orders/settlement/settlement.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { move, newsOf, note } from "#server/orders/status/transitions.ts";
import { type PaymentRow, paymentsOf } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { undoShipment } from "#server/stock/stock.ts";
import { text } from "#words/say.ts";
import { cancelFulfilment, markNotDelivered, orderOfFulfilment } from "./fulfilment.sql.ts";
import { countGoods, ofShelf } from "./fulfilment.ts";

type OrderState = Pick<OrderRow, "status" | "fulfilment_status" | "lines" | "coming_back">;

/** What an administrator may do with a shipment of an order now; `payments` are those of the order. */
export function parcelActions(
  order: OrderState,
  parcel: FulfilmentRow,
  payments: Pick<PaymentRow, "provider" | "captured_amount">[],
): FulfilmentAction[] {
  if (parcel.status === "delivered") return canUndoDelivery(order, parcel, payments) ? ["undo_delivery"] : [];
  if (parcel.status !== "shipped") return [];
  return [
    ...(orderCan.deliver(order) ? (["deliver"] as const) : []),
    ...(orderCan.cancel_parcel(order) && !isComingBack(order, parcel) ? (["cancel"] as const) : []),
  ];
}

/** Cash that was collected on delivery can't be given back by undoing it, only refunded. */
const canUndoDelivery = (
  order: OrderState,
  parcel: FulfilmentRow,
  payments: Pick<PaymentRow, "provider" | "captured_amount">[],
) =>
  orderCan.undo_delivery(order) &&
  !isComingBack(order, parcel) &&
  !payments.some(({ provider, captured_amount }) => provider === "cod" && captured_amount > 0);

/** Undoes that a shipment was marked as delivered by mistake; a completed order is in progress again. */
export async function undoDelivery(app: App, tx: Tx, fulfilmentId: number, actor: Actor): Promise<string> {
  const orderId = assertFound(await orderOfFulfilment(tx, fulfilmentId));
  const head = assertFound(await lockOrder(tx, orderId));
  const order = assertFound(await findOrder(tx, orderId, null));
  const parcel = assertFound(order.fulfilments.find(({ id }) => id === fulfilmentId));
  const allowed = parcelActions(order, parcel, await paymentsOf(tx, orderId));
  if (!allowed.includes("undo_delivery") || !(await markNotDelivered(tx, fulfilmentId)))
    throw new Problem("order_state");
  if (head.status === "completed") {
    await countGoods(tx, await move(app, tx, head, "reopen", { actor }));
    return orderId;
  }
  await note(app, tx, head, actor, {
    type: "reopened",
    text: text("A delivery was marked by mistake."),
    isPublic: true,
  });
  await countGoods(tx, head);
  return orderId;
}

/** Whether units of its lines came back or are asked to: nobody can say that they were not in this parcel. */
function isComingBack({ lines, coming_back }: OrderState, { items }: FulfilmentRow): boolean {
  const inIt = new Set(items?.map((item) => item.order_item_id));
  return lines.some(({ id, returned_qty }) => inIt.has(id) && (returned_qty > 0 || (coming_back[id] ?? 0) > 0));
}

/**
 * Takes back a parcel that was noted by mistake and never left: its units are held for the order as before, and can be
 * shipped again; what was paid stays. Throws `parcel_delivered` or `parcel_returned` where it did leave.
 */
export async function takeBackParcel(
  app: App,
  tx: Tx,
  fulfilmentId: number,
  { actor, reason }: { actor: Actor; reason?: string | undefined },
): Promise<string> {
  const orderId = assertFound(await orderOfFulfilment(tx, fulfilmentId));
  const head = assertFound(await lockOrder(tx, orderId));
  const order = assertFound(await findOrder(tx, orderId, null));
  const parcel = assertFound(order.fulfilments.find(({ id }) => id === fulfilmentId));
  if (parcel.status === "delivered") throw new Problem("parcel_delivered");
  if (isComingBack(order, parcel)) throw new Problem("parcel_returned");
  if (!parcelActions(order, parcel, []).includes("cancel")) throw new Problem("order_state");
  const unpacked = await cancelFulfilment(tx, fulfilmentId, app.now());
  if (unpacked.length < parcel.items.length) throw new Problem("order_state");
  await undoShipment(app, tx, ofShelf(order.lines, unpacked), String(fulfilmentId));
  await note(app, tx, head, actor, { type: "parcel_cancelled", text: notLeft, isPublic: true });
  if (reason) {
    const why = { type: "parcel_cancel_reason", text: `Shipment undone: ${reason}`, isPublic: false };
    await note(app, tx, head, actor, why);
  }
  await countGoods(tx, head);
  await app.events.emit(tx, "order.shipment_cancelled", { ...newsOf(order), fulfilmentId });
  // The promise it was sold on may have lapsed while all of it counted as shipped: then it is held now.
  await settle(app, tx, orderId);
  return orderId;
}

const notLeft = text("A shipment was marked as sent by mistake. It hasn't been sent yet.");
