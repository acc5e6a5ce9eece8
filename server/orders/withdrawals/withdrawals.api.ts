import { v7 as uuid } from "uuid";
import { findOrder } from "#server/orders/orders.sql.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { findWithdrawalKey, getWithdrawableOrder, processReceived } from "./withdrawals.ts";

/** Endpoints and the job of withdrawals from contracts. */
export function withdrawalsRoutes(app: App) {
  app.jobs.define("orders.withdraw", (received) => processReceived(app, received));
  app.answer("POST /withdrawals", ({ body: asked }, { idempotency }) =>
    // The order is looked for in the job: how long an answer takes says nothing of which orders exist.
    idempotency.transaction(app.db, async (tx) => {
      const received_at = app.now().toISOString();
      await app.jobs.add(tx, "orders.withdraw", { id: uuid(), received_at, asked });
      return { received_at };
    }),
  );
  app.answer("POST /withdrawals/order", ({ body }) => getWithdrawableOrder(app, body.key));
  app.answer("GET /orders/:id/withdrawal", async ({ params }, { caller }) => {
    const { id } = assertFound(await findOrder(app.db, params.id, userId(caller)));
    return { key: await findWithdrawalKey(app, app.db, id) };
  });
}
