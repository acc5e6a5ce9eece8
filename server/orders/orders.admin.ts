import type { Order } from "#contract/orders.ts";
import { userId } from "#server/platform/caller.ts";
import type { Tx } from "#server/platform/db.ts";
import type { Call, House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { deliver, ship } from "./fulfilling.ts";
import type { Actor } from "./moving.sql.ts";
import { orderFor } from "./orders.ts";
import { holdOrder, releaseOrder, startOrder } from "./steps.ts";

/** Calls by which administrators move orders through their states. */
export function ordersAdminRoutes(house: House) {
  /** Does `work` as this administrator and answers the order as it then stands. */
  const moved = async (
    orderId: string,
    { caller }: Call,
    work: (tx: Tx, actor: Actor) => Promise<unknown>,
  ): Promise<{ data: Order }> => {
    const actor: Actor = { type: "admin", id: userId(caller) };
    await inTransaction(house.db, (tx) => work(tx, actor));
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
  house.handle("POST /fulfilments/:id/deliver", async ({ params }, { caller }) => {
    const actor: Actor = { type: "admin", id: userId(caller) };
    const orderId = await inTransaction(house.db, (tx) => deliver(house, tx, params.id, actor));
    return { data: await orderFor(house.db, orderId, { kind: "admin" }, house.now()) };
  });
}
