import type { TaxRate } from "#contract/taxes.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { type Columns, fields, sendCsv, tableLines } from "#server/platform/http/csv.ts";
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
  app.handleExport("GET /tax/classes", fields("name", "is_default"));
  app.handle("POST /tax/classes", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createTaxClass(tx, body)),
  }));
  app.handle("PUT /tax/classes/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateTaxClass(tx, params.id, body)),
  }));
  app.handle("DELETE /tax/classes/:id", ({ params }) => inTransaction(db, (tx) => deleteTaxClass(tx, params.id)));
  app.handle("GET /tax/rates", async ({ query }) => ({ data: await listRates(db, query.country ?? null) }));
  app.handle("GET /tax/rates/export", async (_input, call) => {
    const [rates, classes] = await Promise.all([listRates(db, null), listClasses(db)]);
    const names = new Map(classes.map(({ id, name }) => [id, name]));
    const columns: Columns<TaxRate> = {
      ...fields("country", "region", "postal_prefix"),
      tax_class: ({ tax_class_id }) => names.get(tax_class_id) ?? null,
      name: "name",
      percent: ({ rate_bp }) => rate_bp / 100,
      ...fields("includes_shipping", "compound", "valid_from", "valid_to"),
    };
    return sendCsv(call, "tax-rates", tableLines(columns, [rates]));
  });
  app.handle("POST /tax/rates", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => createTaxRate(tx, body)),
  }));
  app.handle("PUT /tax/rates/:id", async ({ params, body }) => ({
    data: await inTransaction(db, (tx) => updateTaxRate(tx, params.id, body)),
  }));
  app.handle("DELETE /tax/rates/:id", ({ params }) => inTransaction(db, (tx) => deleteTaxRate(tx, params.id)));
}
