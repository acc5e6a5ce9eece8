import type { Money } from "#contract/money.ts";
import { orderCan } from "#contract/orders/order-transitions.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { App } from "#server/platform/app.ts";
import { isSame } from "#server/platform/changes/differences.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { recordChange } from "#server/platform/changes/record-change.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { setDetails, setNotes } from "./editing/editing.ts";
import { setPreparation } from "./fulfilment/fulfilment.ts";
import { findOrderState, type OrderState } from "./order-changes.sql.ts";
import { lockOrder } from "./orders.sql.ts";

/**
 * Orders, as changes record them. Corrections, notes, and that an order was marked as in progress or packed are undone; the
 * rest has moved money or goods.
 */
export const orderObject = (app: App): RecordedObject<OrderState> => ({
  lock: async (tx, ids) => {
    for (const id of ids) await lockOrder(tx, id);
  },
  read: findOrderState,
  name: ({ number }) => String(number),
  together: [
    ["status", "packed_at", "fulfilment_status"],
    ["email", "requested_email"],
  ],
  sets: ["notes"],
  canUpdate: canSet,
  update: async (tx, id, state, { actorId }) => {
    const actor = { type: "admin", id: actorId } as const;
    await setDetails(app, tx, id, state, actor);
    await setNotes(tx, id, state.notes);
    await setPreparation(app, tx, id, state, actor);
  },
});

/** Whether corrections, and that it is in progress or packed, can be set on an order as it is. */
function canSet(current: OrderState, wanted: OrderState): boolean {
  const isCorrected = correctedFields.some((field) => !isSame(current[field], wanted[field]));
  if (isCorrected && !orderCan.edit(current)) return false;
  if (wanted.packed_at !== null && current.packed_at === null) return orderCan.pack(current);
  if (wanted.status === current.status) return true;
  return wanted.status === "confirmed" ? orderCan.undo_start(current) : orderCan.start(current);
}
const correctedFields = ["shipping_address", "billing_address", "email", "requested_email", "customer_note"] as const;

/**
 * Records how a write ended that its provider declined after it was recorded as decided: as a change of its own, by
 * nobody. `amount` is what was declined.
 */
export async function recordDeclined(
  { events, objects }: App,
  tx: Tx,
  { object = "order", id, action, amount }: Declined,
  undo: () => Promise<unknown> = async () => undefined,
) {
  const recorded = objects.get(object);
  if (!recorded) throw new Error(`the object ${object} is not registered`);
  const author = { actorId: null, action, requestId: undefined };
  const added = amount === undefined ? {} : { after: { declined: amount } };
  await recordChange(events, tx, { object, id, recorded }, author, undo, added);
}
interface Declined {
  object?: ObjectName;
  id: string;
  action: "order.capture_declined" | "order.refund_declined" | "return.refund_declined";
  amount?: Money;
}
