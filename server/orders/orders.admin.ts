import { v7 as uuid } from "uuid";
import type { Order } from "#contract/orders.ts";
import { sendRefunds } from "#server/payments/payments.ts";
import { userId } from "#server/platform/caller.ts";
import type { Tx } from "#server/platform/db.ts";
import type { Call, House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { cancelLines } from "./cancelling.ts";
import { correctOrder, noteOrder } from "./editing.ts";
import { deliver, ship } from "./fulfilling.ts";
import type { Actor } from "./moving.sql.ts";
import { orderFor } from "./orders.ts";
import { takeBackParcel } from "./parcels.ts";
import { refundOrder, sendBack } from "./refunding.ts";
import { holdOrder, releaseOrder, startOrder } from "./steps.ts";

/** Calls by which administrators move orders through their states. */
export function ordersAdminRoutes(house: House) {
  /** Does `work` as this administrator and answers the order as it then stands. */
  const moved = async (
    orderId: string,
    { caller, once }: Call,
    work: (tx: Tx, actor: Actor) => Promise<unknown>,
  ): Promise<{ data: Order }> => {
    const actor: Actor = { type: "admin", id: userId(caller) };
    await once.step(house.db, async (tx) => void (await work(tx, actor)));
    return { data: await orderFor(house.db, orderId, { kind: "admin" }, house.now()) };
  };
  house.handle("POST /orders/:id/start", ({ params: { id } }, call) =>
    moved(id, call, (tx, actor) => startOrder(house, tx, id, actor)),
  );
  house.handle("POST /orders/:id/hold", ({ params: { id }, body }, call) =>
    moved(id, call, (tx, actor) => holdOrder(house, tx, id, actor, body.reason)),
  );
  house.handle("POST /orders/:id/release", ({ params: { id } }, call) =>
    moved(id, call, (tx, actor) => releaseOrder(house, tx, id, actor)),
  );
  house.handle("POST /orders/:id/fulfilments", ({ params: { id }, body }, call) =>
    moved(id, call, (tx, actor) => ship(house, tx, id, body, actor)),
  );
  house.handle("POST /orders/:id/lines/cancel", async ({ params: { id }, body }, call) => {
    const how = { actor: { type: "admin", id: userId(call.caller) } as Actor, key: keyOf(call) };
    const refunds = await call.once.step(house.db, (tx) => cancelLines(house, tx, id, { ...body, ...how }));
    await sendRefunds(house, refunds);
    return { data: await orderFor(house.db, id, { kind: "admin" }, house.now()) };
  });
  house.handle("POST /orders/:id/refunds", async ({ params: { id }, body: wish }, call) => {
    const how = { actor: { type: "admin", id: userId(call.caller) } as Actor, key: keyOf(call) };
    const sent = await call.once.step(house.db, (tx) => refundOrder(house, tx, id, { wish, ...how }));
    await sendBack(house, id, { ...sent, ...how, once: call.once });
    return { data: await orderFor(house.db, id, { kind: "admin" }, house.now()) };
  });
  house.handle("POST /orders/:id/notes", ({ params: { id }, body }, call) =>
    moved(id, call, (tx, actor) => noteOrder(house, tx, id, actor, body.text)),
  );
  house.handle("PATCH /orders/:id", async ({ params: { id }, body }, call) => {
    try {
      return await moved(id, call, (tx, actor) => correctOrder(house, tx, id, { ...body, actor }));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "stale") throw error;
      throw new Refusal("stale", { beside: { order: await orderFor(house.db, id, { kind: "admin" }, house.now()) } });
    }
  });
  house.handle("POST /fulfilments/:id/deliver", async ({ params }, { caller, once }) => {
    const actor: Actor = { type: "admin", id: userId(caller) };
    const orderId = await once.step(house.db, (tx) => deliver(house, tx, params.id, actor));
    return { data: await orderFor(house.db, orderId, { kind: "admin" }, house.now()) };
  });
  house.handle("POST /fulfilments/:id/cancel", async ({ params, body }, { caller, once }) => {
    const actor: Actor = { type: "admin", id: userId(caller) };
    const how = { actor, reason: body.reason };
    const orderId = await once.step(house.db, (tx) => takeBackParcel(house, tx, params.id, how));
    return { data: await orderFor(house.db, orderId, { kind: "admin" }, house.now()) };
  });
}

/** Names a wish that money hangs on: the caller's own key, so that a repeat does it once, or a new one. */
const keyOf = ({ http }: Call) => String(http?.request.headers["idempotency-key"] ?? uuid());
