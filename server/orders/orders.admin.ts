import { v7 as uuid } from "uuid";
import type { Order } from "#contract/orders/orders.ts";
import { announceCancelledItems, cancelLines } from "#server/orders/cancellation/cancel-lines.ts";
import {
  addOrderNote,
  type Correction,
  editOrder,
  removeOrderNote,
  undoCorrection,
} from "#server/orders/editing/editing.ts";
import { bulkOrdersRoutes } from "#server/orders/fulfilment/bulk.api.ts";
import { findOrderOfShipment } from "#server/orders/fulfilment/fulfilment.sql.ts";
import {
  deliver,
  type Preparation,
  packOrder,
  ship,
  startOrder,
  undoPreparation,
} from "#server/orders/fulfilment/fulfilment.ts";
import { holdOrder, releaseOrder } from "#server/orders/fulfilment/holds.ts";
import { cancelShipment, registerDeliveryUndo, undoDelivery } from "#server/orders/fulfilment/shipment-cancellation.ts";
import { markOrderRefundSent, refundOrder, sendOrderRefunds } from "#server/orders/refunds/refunds.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { sendRefunds } from "#server/payments/payments.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { headerText } from "#server/platform/http/header-text.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { assertUnchanged, type DecidedOn, orCurrentOrder } from "./decided-on.ts";
import { getOrder } from "./orders.ts";

/** Changes an order as this administrator and returns it. */
const changesOf =
  (app: App) =>
  async (
    orderId: string,
    { caller, idempotency }: Call,
    work: (tx: Tx, actor: Actor) => Promise<unknown>,
    decidedOn: DecidedOn = {},
  ): Promise<Order> => {
    const actor: Actor = { type: "admin", id: userId(caller) };
    return orCurrentOrder(app, orderId, { kind: "admin" }, async () => {
      await idempotency.transaction(app.db, async (tx) => {
        await assertUnchanged(tx, orderId, decidedOn);
        await work(tx, actor);
      });
      return getOrder(app.db, orderId, { kind: "admin" }, app.now());
    });
  };

/** Endpoints for administrators to process orders. */
export function ordersAdminRoutes(app: App) {
  const changeOrder = changesOf(app);
  app.answer("POST /orders/:id/hold", ({ params: { id }, body }, call) =>
    changeOrder(id, call, (tx, actor) => holdOrder(app, tx, id, actor, body.reason), body),
  );
  app.answer("POST /orders/:id/release", ({ params: { id }, body }, call) =>
    changeOrder(id, call, (tx, actor) => releaseOrder(app, tx, id, actor), body),
  );
  app.answer("POST /orders/:id/fulfilments", ({ params: { id }, body }, call) =>
    changeOrder(id, call, (tx, actor) => ship(app, tx, id, body, actor), body),
  );
  app.answer("POST /orders/:id/lines/cancel", ({ params: { id }, body }, call) =>
    orCurrentOrder(app, id, { kind: "admin" }, async () => {
      const how = { actor: { type: "admin", id: userId(call.caller) } as Actor, key: keyOf(call) };
      const refunds = await call.idempotency.transaction(app.db, async (tx) => {
        await assertUnchanged(tx, id, body);
        return cancelLines(app, tx, id, { ...body, ...how });
      });
      await sendRefunds(app, refunds);
      // Told once for the key, however often it is tried.
      await inTransaction(app.db, (tx) => announceCancelledItems(app, tx, id, { items: body.items, key: how.key }));
      return getOrder(app.db, id, { kind: "admin" }, app.now());
    }),
  );
  app.answer("POST /orders/:id/refunds", ({ params: { id }, body: refund }, call) =>
    orCurrentOrder(app, id, { kind: "admin" }, async () => {
      const how = { actor: { type: "admin", id: userId(call.caller) } as Actor, key: keyOf(call) };
      const sent = await call.idempotency.transaction(app.db, async (tx) => {
        await assertUnchanged(tx, id, refund);
        return refundOrder(app, tx, id, { refund, ...how });
      });
      await sendOrderRefunds(app, id, { ...sent, ...how, idempotency: call.idempotency });
      return getOrder(app.db, id, { kind: "admin" }, app.now());
    }),
  );
  app.answer("POST /orders/:id/refunds/:refund_id/sent", ({ params: { id, refund_id } }, call) =>
    changeOrder(id, call, (tx, actor) => markOrderRefundSent(app, tx, id, refund_id, actor)),
  );
  preparationRoutes(app);
  editingRoutes(app);
  shipmentRoutes(app);
  bulkOrdersRoutes(app);
}

/** Endpoints that mark orders as in progress and as packed. */
function preparationRoutes(app: App) {
  const changeOrder = changesOf(app);
  const preparations = [
    ["POST /orders/:id/start", startOrder],
    ["POST /orders/:id/pack", packOrder],
  ] as const;
  for (const [route, prepare] of preparations) {
    app.answer(route, ({ params: { id }, body }, call) =>
      changeOrder(id, call, async (tx, actor) => Object.assign(call.audit, await prepare(app, tx, id, actor)), body),
    );
    app.restore(route, (tx, { id }, before, { after, call }) =>
      undoPreparation(app, tx, id, { before, after } as Preparation, { type: "admin", id: userId(call.caller) }),
    );
  }
}

/** Endpoints for notes and corrections of orders. */
function editingRoutes(app: App) {
  const changeOrder = changesOf(app);
  app.answer("POST /orders/:id/notes", ({ params: { id }, body }, call) =>
    changeOrder(id, call, async (tx, actor) => {
      call.audit.after = { note: { id: await addOrderNote(app, tx, id, actor, body.text) } };
    }),
  );
  app.restore("POST /orders/:id/notes", (tx, { id }, _before, { after }) =>
    removeOrderNote(tx, id, (after.note as { id: number }).id),
  );
  app.answer("PATCH /orders/:id", ({ params: { id }, body }, call) =>
    changeOrder(id, call, async (tx, actor) => {
      const correction = await editOrder(app, tx, id, { ...body, actor });
      if (!correction) return;
      call.audit.before = { correction: correction.before };
      call.audit.after = { correction: correction.after };
    }),
  );
  app.restore("PATCH /orders/:id", (tx, { id }, before, { after, call }) => {
    const correction = { before: before.correction, after: after.correction } as Correction;
    return undoCorrection(app, tx, id, correction, { type: "admin", id: userId(call.caller) });
  });
}

/** Endpoints for shipments. */
function shipmentRoutes(app: App) {
  registerDeliveryUndo(app);
  const changeOrder = changesOf(app);
  const orderOf = async (shipment: number) => assertFound(await findOrderOfShipment(app.db, shipment));
  app.answer("POST /fulfilments/:id/deliver", async ({ params: { id }, body }, call) =>
    changeOrder(await orderOf(id), call, (tx, actor) => deliver(app, tx, id, actor), body),
  );
  app.answer("POST /fulfilments/:id/undo-delivery", async ({ params: { id }, body }, call) =>
    changeOrder(await orderOf(id), call, (tx, actor) => undoDelivery(app, tx, id, actor), body),
  );
  app.answer("POST /fulfilments/:id/cancel", async ({ params: { id }, body }, call) =>
    changeOrder(await orderOf(id), call, (tx, actor) => cancelShipment(app, tx, id, { actor, ...body })),
  );
}

/** Identifies a request that moves money: the idempotency key, or a new key. */
const keyOf = ({ http }: Call) => headerText(http?.request.headers ?? {}, "idempotency-key") ?? uuid();
