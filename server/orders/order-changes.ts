import type { App } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { setDetails, setNotes } from "./editing/editing.ts";
import { setPreparation } from "./fulfilment/fulfilment.ts";
import { findOrderState, type OrderState } from "./order-changes.sql.ts";
import { lockOrder } from "./orders.sql.ts";

/**
 * Orders, as changes record them. Corrections, notes, and that an order was marked as in progress or packed are undone; the
 * rest has moved money or goods.
 */
export const orderObject = (app: App): RecordedObject<OrderState> => ({
  lock: async (tx, id) => id !== undefined && lockOrder(tx, id),
  read: findOrderState,
  name: ({ number }) => String(number),
  together: [
    ["status", "packed_at", "fulfilment_status"],
    ["email", "requested_email"],
  ],
  sets: ["notes"],
  update: async (tx, id, state, { actorId }) => {
    const actor = { type: "admin", id: actorId } as const;
    await setDetails(app, tx, id, state, actor);
    await setNotes(tx, id, state.notes);
    await setPreparation(app, tx, id, state, actor);
  },
});
