import { v7 as uuid } from "uuid";
import { announceCancelledItems, cancelLines } from "#server/orders/cancellation/cancel-lines.ts";
import { addOrderNote, editOrder } from "#server/orders/editing/editing.ts";
import { bulkOrdersRoutes } from "#server/orders/fulfilment/bulk.api.ts";
import { findOrderOfShipment } from "#server/orders/fulfilment/fulfilment.sql.ts";
import { deliver, packOrder, ship, startOrder } from "#server/orders/fulfilment/fulfilment.ts";
import { holdOrder, releaseOrder } from "#server/orders/fulfilment/holds.ts";
import {
  cancelShipment,
  registerDeliveryUndo,
  shipmentObject,
  undoDelivery,
} from "#server/orders/fulfilment/shipment-cancellation.ts";
import { markOrderRefundSent, refundOrder, sendOrderRefunds } from "#server/orders/refunds/refunds.ts";
import { sendRefunds } from "#server/payments/payments.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { headerText } from "#server/platform/http/header-text.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { assertUnchanged, type DecidedOn, orCurrentOrder } from "./decided-on.ts";
import type { OrderState } from "./order-changes.sql.ts";
import { orderObject } from "./order-changes.ts";
import { getOrder } from "./orders.ts";
import type { Actor } from "./status/actor.ts";

const viewer = { kind: "admin" } as const;
type OfOrder = { params: { id: string } };

/** What administrators get of a change of an order: the order, also with the problem of one that came too late. */
const showsOrder = (app: App) => ({
  around: <Result>({ params: { id } }: OfOrder, _call: Call, run: () => Promise<Result>) =>
    orCurrentOrder(app, id, viewer, run),
  answer: (_saved: void, { params: { id } }: OfOrder) => getOrder(app.db, id, viewer, app.now()),
});

/** The caller as the one who changes an order. */
const actorOf = ({ caller }: Call): Actor => ({ type: "admin", id: userId(caller) });

/** A write of an order that is as it was when the change was decided on. */
const change =
  <Body extends DecidedOn>(work: (tx: Tx, orderId: string, actor: Actor, body: Body) => Promise<unknown>) =>
  async (tx: Tx, { params: { id }, body }: OfOrder & { body: Body }, call: Call): Promise<void> => {
    await assertUnchanged(tx, id, body);
    await work(tx, id, actorOf(call), body);
  };

/** Endpoints for administrators to process orders. */
export function ordersAdminRoutes(app: App) {
  const shown = showsOrder(app);
  app.object<OrderState>("order", orderObject(app));
  app.write(
    "POST /orders/:id/start",
    change((tx, id, actor) => startOrder(app, tx, id, actor)),
    shown,
  );
  app.write(
    "POST /orders/:id/pack",
    change((tx, id, actor) => packOrder(app, tx, id, actor)),
    shown,
  );
  app.write(
    "POST /orders/:id/hold",
    change((tx, id, actor, { reason }: DecidedOn & { reason: string }) => holdOrder(app, tx, id, actor, reason)),
    shown,
  );
  app.write(
    "POST /orders/:id/release",
    change((tx, id, actor) => releaseOrder(app, tx, id, actor)),
    shown,
  );
  app.write(
    "POST /orders/:id/fulfilments",
    change((tx, id, actor, shipment: DecidedOn & Parameters<typeof ship>[3]) => ship(app, tx, id, shipment, actor)),
    shown,
  );
  app.write(
    "POST /orders/:id/notes",
    async (tx, { params: { id }, body }, call) => void (await addOrderNote(app, tx, id, actorOf(call), body.text)),
    shown,
  );
  app.write(
    "PATCH /orders/:id",
    (tx, { params: { id }, body }, call) => editOrder(app, tx, id, { ...body, actor: actorOf(call) }),
    shown,
  );
  refundRoutes(app);
  shipmentRoutes(app);
  bulkOrdersRoutes(app);
}

/** Endpoints that refund. That their provider declined one is recorded as a change of its own. */
function refundRoutes(app: App) {
  const shown = showsOrder(app);
  app.write(
    "POST /orders/:id/lines/cancel",
    async (tx, { params: { id }, body }, call) => {
      await assertUnchanged(tx, id, body);
      return cancelLines(app, tx, id, { ...body, actor: actorOf(call), key: keyOf(call) });
    },
    {
      ...shown,
      answer: async (refunds, { params: { id }, body }, call) => {
        await sendRefunds(app, refunds);
        // Told once for the key, however often it is tried.
        await inTransaction(app.db, (tx) =>
          announceCancelledItems(app, tx, id, { items: body.items, key: keyOf(call) }),
        );
        return getOrder(app.db, id, viewer, app.now());
      },
    },
  );
  app.write(
    "POST /orders/:id/refunds",
    async (tx, { params: { id }, body: refund }, call) => {
      await assertUnchanged(tx, id, refund);
      return refundOrder(app, tx, id, { refund, actor: actorOf(call), key: keyOf(call) });
    },
    {
      ...shown,
      answer: async (sent, { params: { id } }, call) => {
        await sendOrderRefunds(app, id, { ...sent, actor: actorOf(call), idempotency: call.idempotency });
        return getOrder(app.db, id, viewer, app.now());
      },
    },
  );
  app.write(
    "POST /orders/:id/refunds/:refund_id/sent",
    async (tx, { params: { id, refund_id } }, call) => {
      await assertUnchanged(tx, id, {});
      await markOrderRefundSent(app, tx, id, refund_id, actorOf(call));
    },
    shown,
  );
}

/** Endpoints for shipments. */
function shipmentRoutes(app: App) {
  registerDeliveryUndo(app);
  app.object("fulfilment", shipmentObject);
  const shown = {
    around: async <Result>({ params: { id } }: OfShipment, _call: Call, run: () => Promise<Result>) =>
      orCurrentOrder(app, assertFound(await findOrderOfShipment(app.db, id)), viewer, run),
    answer: (orderId: string) => getOrder(app.db, orderId, viewer, app.now()),
  };
  app.write(
    "POST /fulfilments/:id/deliver",
    changeShipment((tx, id, actor) => deliver(app, tx, id, actor)),
    shown,
  );
  app.write(
    "POST /fulfilments/:id/undo-delivery",
    changeShipment((tx, id, actor) => undoDelivery(app, tx, id, actor)),
    shown,
  );
  app.write(
    "POST /fulfilments/:id/cancel",
    (tx, { params: { id }, body }, call) => cancelShipment(app, tx, id, { actor: actorOf(call), ...body }),
    shown,
  );
}

type OfShipment = { params: { id: number } };

/** Runs a change of a shipment; returns the id of its order. */
const changeShipment =
  (work: (tx: Tx, shipmentId: number, actor: Actor) => Promise<string>) =>
  async (tx: Tx, { params: { id }, body }: OfShipment & { body: DecidedOn }, call: Call): Promise<string> => {
    await assertUnchanged(tx, assertFound(await findOrderOfShipment(tx, id)), body);
    return work(tx, id, actorOf(call));
  };

/** Identifies a request that moves money: the idempotency key, which it requires. */
const keyOf = ({ http }: Call) => headerText(http?.request.headers ?? {}, "idempotency-key") ?? uuid();
