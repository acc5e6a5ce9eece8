import type { ShippingRate, ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import type { App } from "#server/platform/app.ts";
import { amountCell, type Columns, sendCsv, tableLines } from "#server/platform/csv.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { listZoneMethods, listZones, updateCurrency } from "./shipping.admin.sql.ts";
import { createMethod, createZone, deleteMethod, deleteZone, updateMethod, updateZone } from "./shipping.admin.ts";
import { recordShipping } from "./shipping.changes.ts";
import { listDeliveryCountries } from "./shipping.sql.ts";
import { listShippingRates } from "./shipping-rates.ts";

/** Admin endpoints for shipping. */
export function shippingRoutes(app: App) {
  const { db } = app;
  app.events.on("shop.currency_changing", async (tx, { currency, before }) => {
    await updateCurrency(tx, currency, before);
    await invalidate(tx, "shipping");
  });
  app.events.on("shop.countries_requested", async (tx, { countries }) => {
    countries.push(...(await listDeliveryCountries(tx)));
  });
  recordShipping(app);
  app.answer("GET /shipping/rates", () => listShippingRates(db), "settings", "shipping");
  app.answer("GET /shipping/zones", () => listZones(db));
  app.handle("GET /shipping/export", async (_input, call) => {
    const { currency } = await getCachedSettings(app);
    const [zones, methods] = await Promise.all([listZones(db), listZoneMethods(db)]);
    const rows = zones.flatMap((zone) => {
      const lines = methods
        .filter(({ zone_id }) => zone_id === zone.id)
        .flatMap((method) => method.rates.map((rate) => ({ zone, method, rate })));
      return lines.length > 0 ? lines : [{ zone }];
    });
    return sendCsv(call, "shipping", tableLines(exportColumns(currency), [rows]));
  });
  app.write("POST /shipping/zones", (tx, { body }) => createZone(tx, body));
  app.write("PUT /shipping/zones/:id", (tx, { params, body }) => updateZone(tx, params.id, body));
  app.write("DELETE /shipping/zones/:id", (tx, { params }) => deleteZone(tx, params.id));
  app.answer("GET /shipping/methods", () => listZoneMethods(db));
  app.write("POST /shipping/methods", (tx, { body }) => createMethod(tx, body));
  app.write("PUT /shipping/methods/:id", (tx, { params, body }) => updateMethod(tx, params.id, body));
  app.write("DELETE /shipping/methods/:id", (tx, { params }) => deleteMethod(tx, params.id));
}

type ExportRow = { zone: ShippingZone; method?: ZoneMethod; rate?: ShippingRate };

/** The columns of the CSV file: a line for each rate, and for each zone without methods. */
function exportColumns(currency: string): Columns<ExportRow> {
  const money = (amount: number | null | undefined) =>
    typeof amount === "number" ? amountCell(amount, currency) : null;
  return {
    zone: ({ zone }) => zone.name,
    countries: ({ zone }) => zone.countries,
    postal_codes: ({ zone }) => zone.postal_patterns,
    method: ({ method }) => method?.name ?? null,
    carrier: ({ method }) => method?.carrier ?? null,
    min_days: ({ method }) => method?.min_days ?? null,
    max_days: ({ method }) => method?.max_days ?? null,
    is_active: ({ method }) => method?.is_active ?? null,
    currency: () => currency,
    price: ({ rate }) => money(rate?.price_amount),
    min_subtotal: ({ rate }) => money(rate?.min_subtotal_amount),
    max_subtotal: ({ rate }) => money(rate?.max_subtotal_amount),
    min_weight_g: ({ rate }) => rate?.min_weight_g ?? null,
    max_weight_g: ({ rate }) => rate?.max_weight_g ?? null,
  };
}
