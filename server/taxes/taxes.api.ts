import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { listClasses, listRates } from "./taxes.admin.sql.ts";
import {
  createTaxClass,
  createTaxRate,
  deleteTaxClass,
  deleteTaxRate,
  updateTaxClass,
  updateTaxRate,
} from "./taxes.admin.ts";

/** Admin endpoints for taxes. */
export function taxesRoutes(app: App) {
  const { db } = app;
  app.handle("GET /tax/classes", async () => ({ data: await listClasses(db) }));
  app.handle("POST /tax/classes", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createTaxClass(tx, body)),
  }));
  app.handle("PUT /tax/classes/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateTaxClass(tx, params.id, body)),
  }));
  app.handle("DELETE /tax/classes/:id", ({ params }) => inTransaction(db, (tx) => deleteTaxClass(tx, params.id)));
  app.handle("GET /tax/rates", async ({ query }) => ({ data: await listRates(db, query.country ?? null) }));
  app.handle("POST /tax/rates", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createTaxRate(tx, body)),
  }));
  app.handle("PUT /tax/rates/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateTaxRate(tx, params.id, body)),
  }));
  app.handle("DELETE /tax/rates/:id", ({ params }) => inTransaction(db, (tx) => deleteTaxRate(tx, params.id)));
}
