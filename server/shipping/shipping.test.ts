import { expect, test } from "vitest";
import type { Db } from "#server/platform/database/database.ts";
import { openTestShop } from "#server/testing/shop.ts";
import {
  estimateShipping,
  getShippingTerms,
  hasDuties,
  haveSameMethods,
  listDeliveryCountries,
  type ShippingInput,
} from "./shipping.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token } = await shop.person("admin");
const listShippingMethods = async (db: Db, country: string, shipment: ShippingInput) =>
  estimateShipping(await getShippingTerms(db, country), shipment).methods;
const zone = (change: object = {}) => ({
  name: "Islands",
  countries: ["ES"],
  postal_patterns: ["35*", "38*"],
  ...change,
});
const method = (zone_id: number, change: object = {}) => ({
  zone_id,
  name: "Ferry",
  min_days: 5,
  max_days: 9,
  rates: [{ price_amount: 2500 }],
  ...change,
});

test("C11 shipping methods are listed cheapest first, and free from the set value on", async () => {
  const small = await listShippingMethods(app.db, "DE", { subtotal: 4999, weight: 0 });
  expect(small.map(({ name, price_amount }) => [name, price_amount])).toEqual([
    ["Standard", 490],
    ["Express", 1290],
  ]);
  const large = await listShippingMethods(app.db, "DE", { subtotal: 5000, weight: 0 });
  expect(large[0]).toMatchObject({ name: "Standard", price_amount: 0, from_subtotal: 5000 });
});

test("C11 a country in no zone is not shipped to", async () => {
  expect(await listShippingMethods(app.db, "AQ", { subtotal: 1000, weight: 0 })).toEqual([]);
  expect((await listDeliveryCountries(app.db))[0]).toBe("DE");
});

test("C11 rates depend on value and weight, and a method without a matching rate is not offered", async () => {
  const made = await ask("POST /shipping/zones", {
    token,
    body: zone({ name: "North", countries: ["FO"], postal_patterns: [] }),
  });
  const rates = [
    { price_amount: 900, max_weight_g: 1000 },
    { price_amount: 1900, min_weight_g: 1001, max_weight_g: 10_000 },
    { price_amount: 500, min_weight_g: 1001, max_weight_g: 10_000, min_subtotal_amount: 20_000 },
  ];
  await ask("POST /shipping/methods", { token, body: method(made.body.data.id, { name: "Boat", rates }) });
  const terms = await getShippingTerms(app.db, "FO");
  const boat = (subtotal: number, weight: number) =>
    estimateShipping(terms, { subtotal, weight }).methods.find(({ name }) => name === "Boat")?.price_amount;
  expect([boat(100, 1000), boat(100, 1001), boat(20_000, 10_000), boat(20_000, 10_001)]).toEqual([
    900,
    1900,
    500,
    undefined,
  ]);
});

test("C11 a zone of postal codes replaces its country's zone, however the code is written", async () => {
  const made = await ask("POST /shipping/zones", { token, body: zone() });
  expect(made.status).toBe(201);
  await ask("POST /shipping/methods", { token, body: method(made.body.data.id) });
  const names = async (postalCode?: string) =>
    (await listShippingMethods(app.db, "ES", { subtotal: 100, weight: 0, postalCode })).map(({ name }) => name);
  expect(await names("35 001")).toEqual(["Ferry"]);
  expect(await names("28001")).toEqual(["Standard", "Express"]);
  expect(await names()).toEqual(["Standard", "Express"]);
});

test("C11 a zone of postal codes whose only method is inactive or deleted is not shipped to, not even at the country's rate", async () => {
  const made = await ask("POST /shipping/zones", {
    token,
    body: zone({ name: "Azores", countries: ["PT"], postal_patterns: ["95*"] }),
  });
  const names = async (postalCode: string) =>
    (await listShippingMethods(app.db, "PT", { subtotal: 100, weight: 0, postalCode })).map(({ name }) => name);
  expect(await names("9500")).toEqual([]);
  const ferry = method(made.body.data.id);
  const { id, version } = (await ask("POST /shipping/methods", { token, body: ferry })).body.data;
  expect(await names("9500")).toEqual(["Ferry"]);
  await ask(`PUT /shipping/methods/${id}`, { token, body: { ...ferry, is_active: false, version } });
  expect(await names("9500")).toEqual([]);
  const terms = await getShippingTerms(app.db, "PT");
  expect([haveSameMethods(terms, "9500", "9501"), haveSameMethods(terms, "9500", "1000")]).toEqual([true, false]);
  await ask(`DELETE /shipping/methods/${id}`, { token });
  expect(await names("9500")).toEqual([]);
  expect(await names("1000")).toEqual(["Standard", "Express"]);
  await ask(`DELETE /shipping/zones/${made.body.data.id}`, { token });
  expect(await names("9500")).toEqual(["Standard", "Express"]);
});

test("C11 administrators edit zones and shipping methods; others are refused, and the older of two edits is stale", async () => {
  const { body } = await ask("POST /shipping/zones", { token, body: zone({ name: "Moon", countries: ["TV"] }) });
  const { id, version } = body.data;
  expect((await ask("POST /shipping/zones", { token, body: zone({ name: "Moon" }) })).body.code).toBe("name_taken");
  expect((await ask("GET /shipping/zones", { token: (await shop.person()).token })).body.code).toBe("forbidden");
  const changed = await ask(`PUT /shipping/zones/${id}`, { token, body: { ...zone({ name: "Mars" }), version } });
  expect(changed.body.data).toMatchObject({ name: "Mars", countries: ["ES"], version: version + 1 });
  const stale = await ask(`PUT /shipping/zones/${id}`, { token, body: { ...zone({ name: "Sun" }), version } });
  expect([stale.body.code, stale.body.current.name]).toEqual(["stale", "Mars"]);

  const made = await ask("POST /shipping/methods", { token, body: method(id) });
  const way = made.body.data;
  expect(way.rates).toMatchObject([{ price_amount: 2500, min_weight_g: null }]);
  expect((await ask(`DELETE /shipping/zones/${id}`, { token })).body.code).toBe("in_use");
  const dearer = method(id, { rates: [{ price_amount: 3000 }], version: way.version });
  expect((await ask(`PUT /shipping/methods/${way.id}`, { token, body: dearer })).body.data.rates).toHaveLength(1);
  expect((await ask(`PUT /shipping/methods/${way.id}`, { token, body: dearer })).body.code).toBe("stale");
  expect((await ask("POST /shipping/methods", { token, body: method(999_999) })).status).toBe(404);
  expect((await ask("POST /shipping/methods", { token, body: method(id, { max_days: 1 }) })).status).toBe(400);
  expect((await ask("GET /shipping/methods", { token })).body.data).toContainEqual(
    expect.objectContaining({ id: way.id, version: way.version + 1 }),
  );
  expect((await ask(`DELETE /shipping/methods/${way.id}`, { token })).status).toBe(204);
  expect((await ask(`DELETE /shipping/methods/${way.id}`, { token })).status).toBe(404);
  expect((await ask(`DELETE /shipping/zones/${id}`, { token })).status).toBe(204);
  expect((await ask(`DELETE /shipping/zones/${id}`, { token })).status).toBe(404);
});

test("C11 the delivery rates of all countries are public", async () => {
  const { status, body } = await ask("GET /shipping/rates");
  expect(status).toBe(200);
  const home = body.data.find(({ countries }: { countries: string[] }) => countries.includes("DE"));
  const euro = (amount: number) => ({ amount, currency: "EUR" });
  expect(home.methods).toMatchObject([
    { name: "Standard", price: euro(490), max_price: euro(490), free_from: euro(5000) },
    { name: "Express", price: euro(1290), free_from: null },
  ]);
});

test("a country is in one zone, but for zones of postal codes", async () => {
  const own = (change: object) => zone({ postal_patterns: [], ...change });
  const first = await ask("POST /shipping/zones", { token, body: own({ name: "Alps", countries: ["LI"] }) });
  expect(first.status).toBe(201);
  const twice = await ask("POST /shipping/zones", { token, body: own({ name: "Near", countries: ["SM", "LI"] }) });
  expect([twice.status, twice.body.errors]).toMatchObject([
    400,
    [{ field: "countries", message: "Liechtenstein is already in the zone Alps. Remove it there first." }],
  ]);
  const narrow = zone({ name: "Vaduz", countries: ["LI"], postal_patterns: ["9490"] });
  expect((await ask("POST /shipping/zones", { token, body: narrow })).status).toBe(201);
  const other = (await ask("POST /shipping/zones", { token, body: own({ name: "Near", countries: ["SM"] }) })).body
    .data;
  const body = { ...own({ name: "Near", countries: ["SM", "LI"] }), version: other.version };
  expect((await ask(`PUT /shipping/zones/${other.id}`, { token, body })).status).toBe(400);
  const renamed = { ...own({ name: "Alpine", countries: ["LI"] }), version: first.body.data.version };
  expect((await ask(`PUT /shipping/zones/${first.body.data.id}`, { token, body: renamed })).status).toBe(200);
});

test("the delivery page promises free delivery up to the weight it is limited to", async () => {
  const made = await ask("POST /shipping/zones", {
    token,
    body: zone({ name: "Faraway", countries: ["TO"], postal_patterns: [] }),
  });
  const rates = [
    { price_amount: 900, max_weight_g: 5000 },
    { price_amount: 0, max_weight_g: 5000, min_subtotal_amount: 5000 },
    { price_amount: 1490, min_weight_g: 5001 },
  ];
  await ask("POST /shipping/methods", { token, body: method(made.body.data.id, { rates }) });
  const { body } = await ask("GET /shipping/rates");
  const [offer] = body.data.find(({ countries }: { countries: string[] }) => countries.includes("TO")).methods;
  expect(offer).toMatchObject({ free_from: { amount: 5000 }, free_max_weight_g: 5000 });
  const terms = await getShippingTerms(app.db, "TO");
  const at = (subtotal: number, weight: number) => {
    const { methods, freeFrom, isTooHeavyForFree } = estimateShipping(terms, { subtotal, weight });
    return [methods[0]?.price_amount, freeFrom, isTooHeavyForFree];
  };
  expect([at(6000, 5000), at(6000, 5001), at(100, 5001)]).toEqual([
    [0, 5000, false],
    [1490, null, true],
    [1490, null, false],
  ]);
});

test("C11 of several zones with a postal code the narrowest applies", async () => {
  for (const [name, pattern, price_amount] of [
    ["London", "SW1*", 400],
    ["Palace", "SW1A*", 900],
    ["Lords", "SW1A 0PW", 990],
  ] as const) {
    const made = await ask("POST /shipping/zones", {
      token,
      body: zone({ name, countries: ["GB"], postal_patterns: [pattern] }),
    });
    await ask("POST /shipping/methods", {
      token,
      body: method(made.body.data.id, { name, rates: [{ price_amount }] }),
    });
  }
  const names = async (postalCode: string) =>
    (await listShippingMethods(app.db, "GB", { subtotal: 1000, weight: 0, postalCode })).map(({ name }) => name);
  expect(await names("SW1A 0PW")).toEqual(["Lords"]);
  expect(await names("SW1A 1AA")).toEqual(["Palace"]);
  expect(await names("SW1 1AA")).toEqual(["London"]);
  expect(await names("SW11 1AA")).not.toContain("London");
});

test.each([
  ["US", "US", false],
  ["DE", "DE", false],
  ["DE", "FR", false],
  ["GB", "JE", false],
  ["DE", "CH", true],
  ["US", "DE", true],
  [undefined, "DE", false],
] as const)("C11 duties from %s to %s: %s", (from, to, may) => {
  expect(hasDuties(from, to)).toBe(may);
});
