import { createHash } from "node:crypto";
import { pageMeta } from "#contract/endpoint.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { headerText } from "#server/platform/http/header-text.ts";
import { listMovements, listReservations } from "./adjustments.sql.ts";
import { adjustStock } from "./adjustments.ts";
import { deleteAlert } from "./alerts.sql.ts";
import { registerAlerts } from "./alerts.ts";
import { registerHoldJobs } from "./hold-expiry.ts";
import { countHeldUnits } from "./holds.sql.ts";
import { registerRefusedQuantitiesJob } from "./refused-quantities.ts";
import { getLevels } from "./stock.ts";

const maxReservations = 100;

/** Endpoints for stock levels, stock movements and back-in-stock alerts, which the catalogue creates and lists. */
export function stockRoutes(app: App) {
  const { db } = app;
  registerAlerts(app);
  registerHoldJobs(app);
  registerRefusedQuantitiesJob(app);
  app.write("DELETE /stock-alerts/:id", async (tx, { params }, { caller }) => {
    await deleteAlert(tx, params.id, userId(caller));
  });
  app.write("POST /variations/:id/stock", (tx, { params, body }, call) => {
    const actorId = userId(call.caller);
    return adjustStock(app, tx, params.id, { change: body, ref: requestRef(call), actorId });
  });
  app.handle("GET /stock/reservations", async ({ query: { variation_id: variationId } }) => {
    const [data, heldInCarts] = await Promise.all([
      listReservations(db, variationId, maxReservations),
      countHeldUnits(db, variationId),
    ]);
    return { data, held_in_carts: heldInCarts };
  });
  app.handle("GET /stock/movements", async ({ query }) => {
    const { variation_id: variationId } = query;
    const { rows, total } = await listMovements(db, variationId, query);
    const level = (await getLevels(db, [variationId])).get(variationId) ?? null;
    return { data: rows, level, meta: pageMeta(query, total) };
  });
}

/** Identifies the request in its stock movements: the caller and the idempotency key; an undo has none. */
const requestRef = ({ caller, http }: Call) =>
  createHash("sha256")
    .update(`${userId(caller)} ${headerText(http?.request.headers ?? {}, "idempotency-key") ?? http?.request.id}`)
    .digest("base64url");
