import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { calculateTax, getGoodsTax, getShippingTax, listTaxRates } from "./taxes.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token } = await shop.person("admin");
const today = (day: string, postalCode?: string) => ({ postalCode, today: () => day });
const rate = (change: object) => ({ tax_class_id: 1, country: "ES", name: "IVA", rate_bp: 2100, ...change });
const classes = async () => (await ask("GET /tax/classes", { token })).body.data;

test.each([
  // amount, rate, included, tax
  [10_000, 1900, false, 1900],
  [11_900, 1900, true, 1900],
  [1, 1900, true, 0],
  [3, 2000, true, 1],
  [25, 1000, false, 3],
  [24, 1000, false, 2],
  [999, 0, true, 0],
])("Tax rounding: %i at %i bp (included: %s) is %i", (amount, rateBp, included, tax) => {
  expect(calculateTax(amount, rateBp, included)).toBe(tax);
});

test("Tax is rounded to the nearest unit, a half up, for any amount and rate", () => {
  const amounts = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1e11 }));
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), fc.boolean(), (amount, rateBp, included) => {
      const whole = BigInt(included ? 10_000 + rateBp : 10_000);
      const off = 2n * (BigInt(calculateTax(amount, rateBp, included)) * whole - BigInt(amount) * BigInt(rateBp));
      expect(off > -whole && off <= whole).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("Tax extracted from a price and added to the net gives the price again, within a unit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 3000 }), (gross, rateBp) => {
      const net = gross - calculateTax(gross, rateBp, true);
      expect(Math.abs(net + calculateTax(net, rateBp, false) - gross)).toBeLessThanOrEqual(1);
    }),
  );
});

test("Tax: a country without a rate is not taxed", async () => {
  expect(getGoodsTax(await listTaxRates(app.db, "DE"), null, today("2026-01-01"))).toMatchObject({
    rate_bp: 1900,
    name: "VAT",
  });
  expect(getGoodsTax(await listTaxRates(app.db, "US"), null, today("2026-01-01"))).toBeNull();
  expect(getShippingTax(await listTaxRates(app.db, "US"), today("2026-01-01"))).toBeNull();
});

test("Tax: a class has its own rate, or that of the default class where it has none", async () => {
  const [standard, reduced] = await classes();
  await ask("POST /tax/rates", {
    token,
    body: rate({ tax_class_id: reduced.id, country: "NL", name: "btw", rate_bp: 900 }),
  });
  const place = today("2026-01-01");
  const of = async (country: string, id: number | null) =>
    getGoodsTax(await listTaxRates(app.db, country), id, place)?.rate_bp;
  expect([await of("NL", reduced.id), await of("NL", standard.id), await of("NL", null)]).toEqual([900, 2100, 2100]);
  expect(await of("SE", reduced.id)).toBe(2500);
  expect(getShippingTax(await listTaxRates(app.db, "NL"), place)).toMatchObject({ rate_bp: 2100, of: "delivery" });
});

test("Tax: the rate of the narrower region and of the current day applies", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate(change) });
  await post({ postal_prefix: "35", name: "IGIC", rate_bp: 700, includes_shipping: false });
  await post({ rate_bp: 2200, valid_from: "2026-07-01" });
  await post({ rate_bp: 2300, valid_from: "2026-09-01", valid_to: "2026-09-30" });
  const rates = await listTaxRates(app.db, "ES");
  const on = (day: string, postalCode?: string) => getGoodsTax(rates, null, today(day, postalCode))?.rate_bp;
  expect([on("2026-06-30"), on("2026-07-01"), on("2026-09-30"), on("2026-10-01")]).toEqual([2100, 2200, 2300, 2200]);
  expect([on("2026-10-01", "35001"), on("2026-10-01", "28001")]).toEqual([700, 2200]);
  expect(getShippingTax(rates, today("2026-10-01", "35001"))).toBeNull();
});

test("Tax: a state or province has its own rate, however its code and the postal code are written", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate({ country: "CA", ...change }) });
  await post({ name: "GST", rate_bp: 500 });
  await post({ name: "HST", rate_bp: 1300, region: "on" });
  await post({ name: "First Nation", rate_bp: 0, region: "ON", postal_prefix: "k0b 1" });
  expect((await post({ name: "HST", rate_bp: 1400, region: "ON" })).body.code).toBe("tax_rate_taken");
  const rates = await listTaxRates(app.db, "CA");
  const at = (region?: string | null, postalCode?: string) =>
    getGoodsTax(rates, null, { ...today("2026-01-01", postalCode), region });
  expect([at()?.rate_bp, at(null)?.rate_bp, at("AB")?.rate_bp]).toEqual([500, 500, 500]);
  expect(["ON", "on ", "CA-ON"].map((region) => at(region)?.name)).toEqual(["HST", "HST", "HST"]);
  for (const code of ["K0B1A0", "k0b 1a0", "K٠B ١A٠"]) expect(at("ON", code)?.rate_bp, code).toBe(0);
  expect(at("AB", "K0B 1A0")?.rate_bp).toBe(500);
});

test("Tax: a compound rate applies to the price with the rate below it, as one rate rounded to a basis point", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate({ country: "IN", ...change }) });
  await post({ name: "GST", rate_bp: 500 });
  await post({ name: "QST", rate_bp: 997, region: "QC", compound: true, includes_shipping: false });
  await post({ name: "Levy", rate_bp: 100, region: "KA", compound: true });
  const rates = await listTaxRates(app.db, "IN");
  const at = (region: string) => ({ ...today("2026-01-01"), region });
  // 1.05 × 1.0997 = 1.154685
  expect(getGoodsTax(rates, null, at("QC"))).toEqual({ rate_bp: 1547, name: "GST + QST", of: "Standard goods" });
  expect(getShippingTax(rates, at("QC"))).toMatchObject({ rate_bp: 500, name: "GST" });
  expect(getShippingTax(rates, at("KA"))).toMatchObject({ rate_bp: 605, name: "GST + Levy" });
  expect(getGoodsTax(rates, null, at("MH"))).toMatchObject({ rate_bp: 500, name: "GST" });
  const reduced = (await classes()).find((one: { name: string }) => one.name === "Reduced-rate goods").id;
  await post({ tax_class_id: reduced, name: "Food", rate_bp: 0 });
  const withOwn = await listTaxRates(app.db, "IN");
  expect(getGoodsTax(withOwn, reduced, at("QC"))).toMatchObject({ rate_bp: 0, name: "Food" });
});

test("C11 administrators edit tax classes; one is always the default, and one in use can't be deleted", async () => {
  expect((await ask("GET /tax/classes", { token: (await shop.person()).token })).body.code).toBe("forbidden");
  const made = (await ask("POST /tax/classes", { token, body: { name: "Luxury" } })).body.data;
  expect((await ask("POST /tax/classes", { token, body: { name: "luxury" } })).body.code).toBe("name_taken");
  const asDefault = { name: "Luxury", is_default: true, version: made.version };
  expect((await ask(`PUT /tax/classes/${made.id}`, { token, body: asDefault })).body.data.is_default).toBe(true);
  expect((await classes()).filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1);
  const none = { name: "Luxury", is_default: false, version: made.version + 1 };
  expect((await ask(`PUT /tax/classes/${made.id}`, { token, body: none })).body.code).toBe("in_use");
  expect((await ask(`PUT /tax/classes/${made.id}`, { token, body: asDefault })).body.code).toBe("stale");
  const [, standard] = (await classes()).filter((one: { name: string }) => one.name !== "Reduced-rate goods");
  const back = { name: standard.name, is_default: true, version: standard.version };
  expect((await ask(`PUT /tax/classes/${standard.id}`, { token, body: back })).status).toBe(200);
  expect((await ask(`DELETE /tax/classes/${standard.id}`, { token })).body.code).toBe("in_use");
  const type = { name: "Watches", tax_class_id: made.id };
  expect((await ask("POST /product-types", { token, body: type })).body.data.tax_class_id).toBe(made.id);
  expect((await ask(`DELETE /tax/classes/${made.id}`, { token })).body.code).toBe("in_use");
  const free = (await ask("POST /tax/classes", { token, body: { name: "Free" } })).body.data;
  expect((await ask(`DELETE /tax/classes/${free.id}`, { token })).status).toBe(204);
});

test("C11 administrators edit tax rates: two for one place and time are refused, and the older edit is stale", async () => {
  const body = rate({ country: "IE", postal_prefix: "D", rate_bp: 1350 });
  const made = (await ask("POST /tax/rates", { token, body })).body.data;
  expect((await ask("POST /tax/rates", { token, body })).body.code).toBe("tax_rate_taken");
  expect((await ask("POST /tax/rates", { token, body: rate({ tax_class_id: 99_999 }) })).status).toBe(404);
  const change = { ...body, rate_bp: 900, version: made.version };
  expect((await ask(`PUT /tax/rates/${made.id}`, { token, body: change })).body.data).toMatchObject({ rate_bp: 900 });
  expect((await ask(`PUT /tax/rates/${made.id}`, { token, body: change })).body.current.rate_bp).toBe(900);
  expect((await ask("GET /tax/rates?country=IE", { token })).body.data).toHaveLength(2);
  expect((await ask(`DELETE /tax/rates/${made.id}`, { token })).status).toBe(204);
  expect((await ask(`DELETE /tax/rates/${made.id}`, { token })).status).toBe(404);
});
