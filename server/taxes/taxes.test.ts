import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { calculateTax, getGoodsTax, getShippingTax, listTaxRates } from "./taxes.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token } = await shop.person("admin");
const today = (day: string, postalCode?: string) => ({ postalCode, today: () => day });
const rate = (change: object) => ({ tax_class_id: 1, country: "ES", name: "IVA", rate_ppm: 210_000, ...change });
const classes = async () => (await ask("GET /tax/classes", { token })).body.data;

test.each([
  // amount, rate, included, tax
  [10_000, 190_000, false, 1900],
  [11_900, 190_000, true, 1900],
  [1, 190_000, true, 0],
  [3, 200_000, true, 1],
  [25, 100_000, false, 3],
  [24, 100_000, false, 2],
  [999, 0, true, 0],
  // New York has 8.875%, Quebec 9.975%.
  [10_000, 88_750, false, 888],
  [9999, 88_750, false, 887],
  [10_888, 88_750, true, 888],
  [1_000_000, 99_750, false, 99_750],
])("Tax rounding: %i at %i ppm (included: %s) is %i", (amount, ratePpm, included, tax) => {
  expect(calculateTax(amount, ratePpm, included)).toBe(tax);
});

test("Tax is rounded to the nearest unit, a half up, for any amount and rate", () => {
  const amounts = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1e11 }));
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 1_000_000 }), fc.boolean(), (amount, ratePpm, included) => {
      const whole = BigInt(included ? 1_000_000 + ratePpm : 1_000_000);
      const off = 2n * (BigInt(calculateTax(amount, ratePpm, included)) * whole - BigInt(amount) * BigInt(ratePpm));
      expect(off > -whole && off <= whole).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("Tax extracted from a price and added to the net gives the price again, within a unit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 300_000 }), (gross, ratePpm) => {
      const net = gross - calculateTax(gross, ratePpm, true);
      expect(Math.abs(net + calculateTax(net, ratePpm, false) - gross)).toBeLessThanOrEqual(1);
    }),
  );
});

test("Tax: a country without a rate is not taxed", async () => {
  expect(getGoodsTax(await listTaxRates(app.db, "DE"), null, today("2026-01-01"))).toMatchObject({
    rate_ppm: 190_000,
    name: "VAT",
  });
  expect(getGoodsTax(await listTaxRates(app.db, "US"), null, today("2026-01-01"))).toBeNull();
  expect(getShippingTax(await listTaxRates(app.db, "US"), today("2026-01-01"))).toBeNull();
});

test("Tax: a class has its own rate, or that of the default class where it has none", async () => {
  const [standard, reduced] = await classes();
  await ask("POST /tax/rates", {
    token,
    body: rate({ tax_class_id: reduced.id, country: "NL", name: "btw", rate_ppm: 90_000 }),
  });
  const place = today("2026-01-01");
  const of = async (country: string, id: number | null) =>
    getGoodsTax(await listTaxRates(app.db, country), id, place)?.rate_ppm;
  expect([await of("NL", reduced.id), await of("NL", standard.id), await of("NL", null)]).toEqual([
    90_000, 210_000, 210_000,
  ]);
  expect(await of("SE", reduced.id)).toBe(250_000);
  expect(getShippingTax(await listTaxRates(app.db, "NL"), place)).toMatchObject({ rate_ppm: 210_000, of: "delivery" });
});

test("Tax: the rate of the narrower region and of the current day applies", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate(change) });
  await post({ postal_prefix: "35", name: "IGIC", rate_ppm: 70_000, includes_shipping: false });
  await post({ rate_ppm: 220_000, valid_from: "2026-07-01" });
  await post({ rate_ppm: 230_000, valid_from: "2026-09-01", valid_to: "2026-09-30" });
  const rates = await listTaxRates(app.db, "ES");
  const on = (day: string, postalCode?: string) => getGoodsTax(rates, null, today(day, postalCode))?.rate_ppm;
  expect([on("2026-06-30"), on("2026-07-01"), on("2026-09-30"), on("2026-10-01")]).toEqual([
    210_000, 220_000, 230_000, 220_000,
  ]);
  expect([on("2026-10-01", "35001"), on("2026-10-01", "28001")]).toEqual([70_000, 220_000]);
  expect(getShippingTax(rates, today("2026-10-01", "35001"))).toBeNull();
});

test("Tax: a state or province has its own rate, however its code and the postal code are written", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate({ country: "CA", ...change }) });
  await post({ name: "GST", rate_ppm: 50_000 });
  await post({ name: "HST", rate_ppm: 130_000, region: "on" });
  await post({ name: "First Nation", rate_ppm: 0, region: "ON", postal_prefix: "k0b 1" });
  expect((await post({ name: "HST", rate_ppm: 140_000, region: "ON" })).body.code).toBe("tax_rate_taken");
  const rates = await listTaxRates(app.db, "CA");
  const at = (region?: string | null, postalCode?: string) =>
    getGoodsTax(rates, null, { ...today("2026-01-01", postalCode), region });
  expect([at()?.rate_ppm, at(null)?.rate_ppm, at("AB")?.rate_ppm]).toEqual([50_000, 50_000, 50_000]);
  expect(["ON", "on ", "CA-ON"].map((region) => at(region)?.name)).toEqual(["HST", "HST", "HST"]);
  for (const code of ["K0B1A0", "k0b 1a0", "K٠B ١A٠"]) expect(at("ON", code)?.rate_ppm, code).toBe(0);
  expect(at("AB", "K0B 1A0")?.rate_ppm).toBe(50_000);
});

test("Tax: rates beside each other apply to the same price, as one rate whose parts are shown", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate(change) });
  await post({ country: "BR", name: "GST", rate_ppm: 50_000 });
  const qst = { country: "BR", name: "QST", rate_ppm: 99_750, region: "QC", additional: true };
  expect((await post({ ...qst, includes_shipping: false })).status).toBe(201);
  expect((await post(qst)).body.code).toBe("tax_rate_taken");
  expect((await post({ ...qst, compound: true })).body.errors[0].field).toBe("additional");
  const canada = await listTaxRates(app.db, "BR");
  const quebec = { ...today("2026-01-01"), region: "QC" };
  expect(getGoodsTax(canada, null, quebec)).toEqual({
    rate_ppm: 149_750,
    name: "GST + QST",
    of: "Standard goods",
    parts: [
      { name: "GST", rate_ppm: 50_000 },
      { name: "QST", rate_ppm: 99_750 },
    ],
  });
  expect(getShippingTax(canada, quebec)).toEqual({ rate_ppm: 50_000, name: "GST", of: "delivery" });
  expect(getGoodsTax(canada, null, today("2026-01-01"))).toMatchObject({ rate_ppm: 50_000, name: "GST" });
});

test("Tax: of additional rates with one name the most specific applies, those of other names apply together", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate({ country: "US", ...change }) });
  await post({ name: "State tax", rate_ppm: 40_000, region: "NY" });
  await post({ name: "County tax", rate_ppm: 30_000, region: "NY", postal_prefix: "10", additional: true });
  await post({ name: "County tax", rate_ppm: 45_000, region: "NY", postal_prefix: "100", additional: true });
  await post({ name: "District tax", rate_ppm: 3_750, region: "NY", postal_prefix: "100", additional: true });
  const rates = await listTaxRates(app.db, "US");
  const at = (postalCode: string) => {
    const tax = getGoodsTax(rates, null, { ...today("2026-01-01", postalCode), region: "NY" });
    return [tax?.rate_ppm, tax?.parts?.map(({ name }) => name).toSorted()];
  };
  expect(at("10001")).toEqual([88_750, ["County tax", "District tax", "State tax"]]);
  expect(at("10501")).toEqual([70_000, ["County tax", "State tax"]]);
  expect(at("14201")).toEqual([40_000, undefined]);
});

test("Tax: a compound rate applies to the price with the rate below it, as one rate rounded to a millionth", async () => {
  const post = (change: object) => ask("POST /tax/rates", { token, body: rate({ country: "IN", ...change }) });
  await post({ name: "GST", rate_ppm: 50_000 });
  await post({ name: "QST", rate_ppm: 99_700, region: "QC", compound: true, includes_shipping: false });
  await post({ name: "Levy", rate_ppm: 10_000, region: "KA", compound: true });
  const rates = await listTaxRates(app.db, "IN");
  const at = (region: string) => ({ ...today("2026-01-01"), region });
  // 1.05 × 1.0997 = 1.154685
  expect(getGoodsTax(rates, null, at("QC"))).toEqual({ rate_ppm: 154_685, name: "GST + QST", of: "Standard goods" });
  expect(getShippingTax(rates, at("QC"))).toMatchObject({ rate_ppm: 50_000, name: "GST" });
  expect(getShippingTax(rates, at("KA"))).toMatchObject({ rate_ppm: 60_500, name: "GST + Levy" });
  expect(getGoodsTax(rates, null, at("MH"))).toMatchObject({ rate_ppm: 50_000, name: "GST" });
  const reduced = (await classes()).find((one: { name: string }) => one.name === "Reduced-rate goods").id;
  await post({ tax_class_id: reduced, name: "Food", rate_ppm: 0 });
  const withOwn = await listTaxRates(app.db, "IN");
  expect(getGoodsTax(withOwn, reduced, at("QC"))).toMatchObject({ rate_ppm: 0, name: "Food" });
});

test("Tax: rates finer than a basis point are stored, listed and exported as they are", async () => {
  const of = (name: string, rate_ppm: number) =>
    ask("POST /tax/rates", { token, body: rate({ country: "MX", name, rate_ppm, region: name }) });
  expect((await of("NY", 88_750)).body.data.rate_ppm).toBe(88_750);
  expect((await of("QC", 99_750)).body.data.rate_ppm).toBe(99_750);
  expect((await of("TOO", 1_000_001)).status).toBe(400);
  // A caller that still sends basis points is told so: it must not be a rate of 0.
  const old = { tax_class_id: 1, country: "MX", name: "Old", rate_bp: 1900 };
  expect((await ask("POST /tax/rates", { token, body: old })).body.errors[0].field).toContain("rate_ppm");
  const rates = (await ask("GET /tax/rates?country=MX", { token })).body.data;
  expect(rates.map(({ rate_ppm }: { rate_ppm: number }) => rate_ppm)).toEqual([88_750, 99_750]);
  const file = (await ask("GET /tax/rates/export", { token })).body as string;
  expect(file).toContain(",NY,8.875,");
  expect(file).toContain(",QC,9.975,");
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
  const body = rate({ country: "IE", postal_prefix: "D", rate_ppm: 135_000 });
  const made = (await ask("POST /tax/rates", { token, body })).body.data;
  expect((await ask("POST /tax/rates", { token, body })).body.code).toBe("tax_rate_taken");
  expect((await ask("POST /tax/rates", { token, body: rate({ tax_class_id: 99_999 }) })).status).toBe(404);
  const change = { ...body, rate_ppm: 90_000, version: made.version };
  expect((await ask(`PUT /tax/rates/${made.id}`, { token, body: change })).body.data).toMatchObject({
    rate_ppm: 90_000,
  });
  expect((await ask(`PUT /tax/rates/${made.id}`, { token, body: change })).body.current.rate_ppm).toBe(90_000);
  expect((await ask("GET /tax/rates?country=IE", { token })).body.data).toHaveLength(2);
  expect((await ask(`DELETE /tax/rates/${made.id}`, { token })).status).toBe(204);
  expect((await ask(`DELETE /tax/rates/${made.id}`, { token })).status).toBe(404);
});

test("Tax: the postal codes of a district are not those of another that begins with the same letters", async () => {
  await ask("POST /tax/rates", { token, body: rate({ country: "GB", name: "VAT", rate_ppm: 200_000 }) });
  const sheffield = rate({ country: "GB", postal_prefix: "S1", name: "District", rate_ppm: 100_000 });
  expect((await ask("POST /tax/rates", { token, body: sheffield })).status).toBe(201);
  const rates = await listTaxRates(app.db, "GB");
  const at = (code: string) => getGoodsTax(rates, null, today("2026-01-01", code))?.rate_ppm;
  expect([at("S1 2AB"), at("s12ab"), at("S10 1AA"), at("S101AA")]).toEqual([100_000, 100_000, 200_000, 200_000]);
});
