import { createHash } from "node:crypto";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import { listMovements } from "./adjustments.sql.ts";
import { adjustStock } from "./adjustments.ts";
import { deleteAlert, listAlerts, type Subscriber } from "./alerts.sql.ts";
import { createAlert, registerAlerts } from "./alerts.ts";
import { registerHoldJobs } from "./hold-expiry.ts";
import { getLevels } from "./stock.ts";

/** Endpoints for stock levels, stock movements and back-in-stock alerts. */
export function stockRoutes(app: App) {
  const { db } = app;
  registerAlerts(app);
  registerHoldJobs(app);
  app.handle("POST /stock-alerts", async ({ body }, call) => {
    const asker = subscriberOf(call, body.email);
    return { data: await call.idempotency.transaction(db, (tx) => createAlert(tx, body.variation_id, asker)) };
  });
  app.handle("GET /stock-alerts", async (_input, { caller }) => ({ data: await listAlerts(db, userId(caller)) }));
  app.handle("DELETE /stock-alerts/:id", async ({ params }, { caller }) => {
    await inTransaction(db, (tx) => deleteAlert(tx, params.id, userId(caller)));
  });
  app.handle("POST /variations/:id/stock", async ({ params, body }, call) => {
    const actorId = userId(call.caller);
    const change = { change: body, ref: requestRef(call), actorId };
    return { data: await call.idempotency.transaction(db, (tx) => adjustStock(app, tx, params.id, change)) };
  });
  app.handle("GET /stock/movements", async ({ query: { variation_id: variationId, page, per_page: perPage } }) => {
    const { rows, total } = await listMovements(db, { variationId, page, perPage });
    const level = (await getLevels(db, [variationId])).get(variationId) ?? null;
    return { data: rows, level, meta: { page, per_page: perPage, total, pages: Math.ceil(total / perPage) } };
  });
}

/** Customers are notified at the account's address; others have to give an email address. */
function subscriberOf({ caller }: Call, email: string | undefined): Subscriber {
  if (caller.kind === "user" && caller.role === "customer") return { userId: caller.id, email: null };
  if (email) return { userId: null, email: email.toLowerCase() };
  const message = text("Enter an email address.");
  throw new Problem("bad_input", { errors: [{ field: "email", code: "required", message }] });
}

/** Identifies the request in its stock movements: the caller and the idempotency key. */
const requestRef = ({ caller, http }: Call) =>
  createHash("sha256")
    .update(`${userId(caller)} ${String(http?.request.headers["idempotency-key"])}`)
    .digest("base64url");
