import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { home, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, look, product, fill, quote, order, pay } = selling(shop);
const admin = await shop.person("admin");

checkFiguresAfterEach(shop);

test("C11 an address and a note can be edited before shipping, but not the country", async () => {
  const { buyer, id, order: made } = await bought();
  const { version } = await look(admin, id);
  const edit = (body: object) => shop.ask(`PATCH /orders/${id}`, { token: admin.token, body });
  const address = { ...made.shipping_address, line1: "Side Street 2" };
  const changed = (await edit({ version, shipping_address: address, email: "new@example.com" })).body.data;
  expect(changed).toMatchObject({ shipping_address: address, customer: { email: "new@example.com" } });
  expect(changed.version).toBeGreaterThan(version);
  const abroad = await edit({ version: changed.version, shipping_address: { ...address, country: "FR" } });
  expect(abroad.body.code).toBe("order_country");
  expect((await look(buyer, id)).timeline.at(-1).type).toBe("edited");
});

test("C11 an address can't be changed to one with other taxes; the order has to be cancelled and placed again", async () => {
  const { token } = admin;
  const [standard] = (await shop.ask("GET /tax/classes", { token })).body.data;
  const rates = [
    { name: "GST", rate_ppm: 50_000 },
    { name: "HST", rate_ppm: 130_000, region: "ON" },
    { name: "Reserve", rate_ppm: 0, region: "ON", postal_prefix: "K0B" },
  ];
  for (const rate of rates)
    await shop.ask("POST /tax/rates", { token, body: { tax_class_id: standard.id, country: "CA", ...rate } });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1130 })).id);
  const toronto = { ...home, city: "Toronto", region_code: "ON", postal_code: "M5H 1A1", country: "CA" };
  const { quote_hash } = (await quote(buyer, "country=CA&region_code=ON&postal_code=M5H%201A1")).body.data;
  const { id, totals } = (await order(buyer, { shipping_address: toronto, quote_hash })).body.data;
  const correct = async (change: object) => {
    const { version } = await look(admin, id);
    const body = { version, shipping_address: { ...toronto, ...change } };
    return shop.ask(`PATCH /orders/${id}`, { token, body });
  };
  for (const paid of [false, true]) {
    if (paid) await pay(buyer, id);
    for (const change of [{ region_code: "AB" }, { region_code: "QC" }, { postal_code: "K0B 1A0" }]) {
      const refused = await correct(change);
      expect([refused.status, refused.body.code]).toEqual([409, "order_tax"]);
    }
    expect((await correct({ region_code: null })).body).toMatchObject({
      code: "bad_input",
      errors: [{ field: "shipping_address.region_code", message: "Select a province." }],
    });
    expect((await correct({ postal_code: "ABC" })).body.errors).toMatchObject([
      { field: "shipping_address.postal_code", message: "Enter a postal code, such as K1A 0B1." },
    ]);
    expect(await look(buyer, id)).toMatchObject({ shipping_address: toronto, totals });
    const within = { line1: "Queen Street 2", region_code: "on", postal_code: "M5H 2B2" };
    expect((await correct(within)).body.data).toMatchObject({ shipping_address: within, totals });
    expect((await correct({})).body.data).toMatchObject({ shipping_address: toronto });
  }
});

test("C11 an address can't be changed to one in another shipping zone: an island is not shipped to at the mainland's rate", async () => {
  const { token } = admin;
  const islands = { name: "Islands", countries: ["SE"], postal_patterns: ["62*"] };
  const { id: zone_id } = (await shop.ask("POST /shipping/zones", { token, body: islands })).body.data;
  const ferry = { zone_id, name: "Ferry", min_days: 5, max_days: 9, rates: [{ price_amount: 2500 }] };
  await shop.ask("POST /shipping/methods", { token, body: ferry });
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  const stockholm = { ...home, city: "Stockholm", postal_code: "111 20", country: "SE" };
  const { quote_hash } = (await quote(buyer, "country=SE&postal_code=111%2020")).body.data;
  const { id } = (await order(buyer, { shipping_address: stockholm, quote_hash })).body.data;
  const correct = async (change: object) => {
    const { version } = await look(admin, id);
    const body = { version, shipping_address: { ...stockholm, ...change } };
    return shop.ask(`PATCH /orders/${id}`, { token, body });
  };
  const refused = await correct({ city: "Visby", postal_code: "621 55" });
  expect([refused.status, refused.body.code]).toEqual([409, "order_delivery"]);
  expect(await look(buyer, id)).toMatchObject({ shipping_address: stockholm });
  const within = { city: "Kiruna", postal_code: "981 31" };
  expect((await correct(within)).body.data).toMatchObject({ shipping_address: within });
});

test("an address can't be changed to one where only the tax on the delivery of the goods differs", async () => {
  const { token } = admin;
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { shipping_tax: "goods" }));
  const books = (await shop.ask("POST /tax/classes", { token, body: { name: "Books" } })).body.data;
  for (const limit of [{ includes_shipping: true }, { includes_shipping: false, region: "NSW" }]) {
    const rate = { tax_class_id: books.id, country: "AU", name: "GST", rate_ppm: 50_000, ...limit };
    expect((await shop.ask("POST /tax/rates", { token, body: rate })).status).toBe(201);
  }
  const buyer = await shop.person();
  const { id: variation, productId } = await product({ price: 1130 });
  await sql`update products set tax_class_id = ${books.id} where id = ${productId}`.execute(shop.app.db);
  await fill(buyer, variation);
  const melbourne = { ...home, city: "Melbourne", region_code: "VIC", postal_code: "3000", country: "AU" };
  const { quote_hash } = (await quote(buyer, "country=AU&region_code=VIC&postal_code=3000")).body.data;
  const { id } = (await order(buyer, { shipping_address: melbourne, quote_hash })).body.data;
  const { version } = await look(admin, id);
  const body = { version, shipping_address: { ...melbourne, city: "Sydney", region_code: "NSW", postal_code: "2000" } };
  expect(await shop.ask(`PATCH /orders/${id}`, { token, body })).toMatchObject({
    status: 409,
    body: { code: "order_tax" },
  });
});
