import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { db } = shop.app;
const { token } = await shop.person("admin");
const contact = { email: null, phone: null, messaging: null, chat: null, video: null };
const update = (change: Parameters<typeof updateSettings>[1]) => inTransaction(db, (tx) => updateSettings(tx, change));
const duties = async () => {
  const { data } = (await shop.ask("GET /settings/legal", { token })).body;
  return data as { key: string; state: string; text: string; link: string; countries: string[] }[];
};
const sellTo = async (...countries: string[]) => {
  await sql`update shipping_zones set countries = ${countries}, postal_patterns = '{}'`.execute(db);
  await update({ country: countries[0] ?? null });
};

beforeEach(() =>
  update({
    legal_name: null,
    address: null,
    contact,
    vat_id: null,
    terms: null,
    returns: null,
    privacy: null,
    prices_include_tax: true,
    price_check: true,
  }),
);

const all = ["imprint", "terms", "withdrawal_policy", "privacy_policy", "prices_with_tax"];
const market = [...all, "price_reductions", "withdrawal_function"];
const eu = [...market, "vat_id", "tax_rates"];
test.each([
  ["DE", [...eu, "vat_territories"]],
  ["AT", eu],
  ["FR", [...eu, "vat_territories"]],
  ["NO", market],
  ["LI", market],
  ["GB", all],
  ["CH", all.filter((key) => key !== "withdrawal_policy")],
  ["US", []],
  ["JP", []],
])("Legal: the duties of a shop in %s that sells at home", async (country, expected) => {
  await sellTo(country);
  // One country has no sales to others, so no threshold.
  expect((await duties()).map(({ key }) => key).toSorted()).toEqual(expected.toSorted());
});

test("Legal: a duty is missing until it is met, in the countries that ask for it", async () => {
  await sellTo("DE", "AT", "CH", "US");
  const states = async () => Object.fromEntries((await duties()).map(({ key, state }) => [key, state]));
  const before = await duties();
  expect(before.find(({ key }) => key === "imprint")).toMatchObject({
    state: "missing",
    countries: ["DE", "AT", "CH"],
  });
  expect(before.find(({ key }) => key === "price_reductions")).toMatchObject({ state: "met", countries: ["DE", "AT"] });
  const firstMet = before.findIndex(({ state }) => state === "met");
  expect(before.slice(firstMet).every(({ state }) => state === "met")).toBe(true);
  for (const { link, text } of before) expect([link.startsWith("/dashboard/"), text.length > 0]).toEqual([true, true]);
  await update({
    legal_name: "Kiosk GmbH",
    address: "Street 1\nBerlin",
    vat_id: "DE123456788",
    contact: { ...contact, email: "hi@kiosk.example", phone: "+49 30 1" },
    terms: "<p>…</p>",
    returns: "<p>…</p>",
    privacy: "<p>…</p>",
  });
  expect(Object.values(await states()).includes("missing")).toBe(false);
  await update({ prices_include_tax: false, price_check: false });
  expect(await states()).toMatchObject({ prices_with_tax: "missing", price_reductions: "missing", imprint: "met" });
});

test("Legal: a country of the EU without a tax rate is named", async () => {
  await sellTo("DE", "AT");
  const found = async () => (await duties()).find(({ key }) => key === "tax_rates");
  expect(await found()).toMatchObject({ state: "met" });
  await sql`update tax_rates set valid_to = '2020-01-01', valid_from = null where country = 'AT'`.execute(db);
  await inTransaction(db, (tx) => updateSettings(tx, {}));
  expect(await found()).toMatchObject({ state: "missing", countries: ["AT"] });
});

test("Legal: products on sale that lack legal data are counted, in countries that ask for it", async () => {
  await sellTo("DE", "GB", "US");
  const found = async (wanted: string) => (await duties()).find(({ key }) => key === wanted);
  expect(await found("manufacturer")).toBeUndefined();
  const { product } = selling(shop);
  const sold = await product();
  const noun = "1 product is on sale";
  expect(await found("manufacturer")).toMatchObject({
    state: "missing",
    countries: ["DE"],
    text: expect.stringContaining(noun),
    link: "/dashboard/products?lacking=manufacturer",
  });
  expect(await found("unit_prices")).toMatchObject({ state: "met", countries: ["DE", "GB"] });
  const someone = { name: "Maker", address: "Street 1, Paris", contact: "hi@maker.example", country: "FR" };
  await sql`update products set safety = ${JSON.stringify({ manufacturer: someone })}::jsonb where id = ${sold.id}`.execute(
    db,
  );
  expect(await found("manufacturer")).toMatchObject({ state: "met" });
  expect(await found("responsible_person")).toMatchObject({ state: "met" });
  await sql`update product_types set requires_unit_price = true`.execute(db);
  expect(await found("unit_prices")).toMatchObject({ state: "missing", text: expect.stringContaining(noun) });
});

test("Legal: only staff with access to settings see it", async () => {
  expect((await shop.ask("GET /settings/legal", { token: (await shop.person()).token })).status).toBe(403);
  expect((await shop.ask("GET /settings/legal")).status).toBe(401);
});
