import type { TaxRate } from "#contract/taxes.ts";
import type { App } from "#server/platform/app.ts";
import { type Columns, fields, sendCsv, tableLines } from "#server/platform/csv.ts";
import { registerTaxDuties } from "./duties.ts";
import {
  createTaxClass,
  createTaxRate,
  deleteTaxClass,
  deleteTaxRate,
  invalidateRatesOfDay,
  updateTaxClass,
  updateTaxRate,
} from "./taxes.admin.ts";
import { recordTaxes } from "./taxes.changes.ts";
import { listClasses, listRates } from "./taxes.sql.ts";
import { scheduleVatChecks } from "./vat/vat-checks.ts";

/** Admin endpoints for taxes. */
export function taxesRoutes(app: App) {
  const { db } = app;
  recordTaxes(app);
  scheduleVatChecks(app);
  // Every quarter of an hour a day begins somewhere.
  app.jobs.schedule("taxes.day", "*/15 * * * *", () => invalidateRatesOfDay(app));
  registerTaxDuties(app);
  app.answer("GET /tax/classes", () => listClasses(db));
  app.handleExport("GET /tax/classes", fields("name", "is_default"));
  app.write("POST /tax/classes", (tx, { body }) => createTaxClass(tx, body));
  app.write("PUT /tax/classes/:id", (tx, { params, body }) => updateTaxClass(tx, params.id, body));
  app.write("DELETE /tax/classes/:id", (tx, { params }) => deleteTaxClass(tx, params.id));
  app.answer("GET /tax/rates", ({ query }) => listRates(db, query.country ?? null));
  app.handle("GET /tax/rates/export", async (_input, call) => {
    const [rates, classes] = await Promise.all([listRates(db, null), listClasses(db)]);
    const names = new Map(classes.map(({ id, name }) => [id, name]));
    const columns: Columns<TaxRate> = {
      ...fields("country", "region", "postal_prefix"),
      tax_class: ({ tax_class_id }) => names.get(tax_class_id) ?? null,
      name: "name",
      percent: ({ rate_ppm }) => rate_ppm / 10_000,
      ...fields("includes_shipping", "compound", "additional", "valid_from", "valid_to"),
    };
    return sendCsv(call, "tax-rates", tableLines(columns, [rates]));
  });
  app.write("POST /tax/rates", (tx, { body }) => createTaxRate(tx, body));
  app.write("PUT /tax/rates/:id", (tx, { params, body }) => updateTaxRate(tx, params.id, body));
  app.write("DELETE /tax/rates/:id", (tx, { params }) => deleteTaxRate(tx, params.id));
}
