import type { App } from "#server/platform/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { listDeliveryRates } from "./delivery-rates.ts";
import { listZoneMethods, listZones, updateCurrency } from "./shipping.admin.sql.ts";
import { createMethod, createZone, deleteMethod, deleteZone, updateMethod, updateZone } from "./shipping.admin.ts";

/** Admin endpoints for shipping. */
export function shippingRoutes(app: App) {
  const { db } = app;
  app.events.on("shop.currency_changing", async (tx, { currency }) => {
    await updateCurrency(tx, currency);
    await invalidate(tx, "shipping");
  });
  app.handle("GET /shipping/rates", async (_input, { addCacheTags }) => {
    addCacheTags("settings", "shipping");
    return { data: await listDeliveryRates(db) };
  });
  app.handle("GET /shipping/zones", async () => ({ data: await listZones(db) }));
  app.handle("POST /shipping/zones", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createZone(tx, body)),
  }));
  app.handle("PUT /shipping/zones/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateZone(tx, params.id, body)),
  }));
  app.handle("DELETE /shipping/zones/:id", ({ params }) => inTransaction(db, (tx) => deleteZone(tx, params.id)));
  app.handle("GET /shipping/methods", async () => ({ data: await listZoneMethods(db) }));
  app.handle("POST /shipping/methods", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createMethod(tx, body)),
  }));
  app.handle("PUT /shipping/methods/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateMethod(tx, params.id, body)),
  }));
  app.handle("DELETE /shipping/methods/:id", ({ params }) => inTransaction(db, (tx) => deleteMethod(tx, params.id)));
}
