import { sql } from "kysely";
import { expect, test } from "vitest";
import { countProductsLackingLegalData } from "#server/catalogue/product-types/legal-data.sql.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token, product, one, type, oak, black, large, small } = await sampleCatalogue(shop);

const bottle = { amount: 750, unit: "ml" as const, base: null };
const details = async (slug: string) => (await ask(`GET /product/details/${slug}`)).body.data;
const admin = async (id: number) => (await ask(`GET /product/${id}`, { token })).body.data;
const card = async (name: string) => (await ask(`GET /product?name=${name}`)).body.data[0];
const perLitre = (amount: number) => ({ amount, currency: "EUR", base: "l" });

test("Unit price: it is computed from the price with the sale, in lists, suggestions, the page and the cart", async () => {
  const { slug, id } = await product({
    name: "Olivewood oil",
    variations: [{ ...one(1299, 9), measure: bottle }],
  });
  const wanted = perLitre(1732);
  expect((await card("olivewood")).price_per_measure).toEqual(wanted);
  expect((await ask("GET /product/search-suggestion?q=olivewood")).body.data[0].price_per_measure).toEqual(wanted);
  expect(await details(slug)).toMatchObject({
    price_per_measure: wanted,
    variations: [{ measure: bottle, price_per_measure: wanted }],
  });
  expect(await card("olivewood")).not.toHaveProperty("measure");
  const shopper = await shop.person();
  const { variations } = await admin(id);
  const line = { variation_id: variations[0].id, quantity: 2 };
  const cart = (await ask("POST /cart", { token: shopper.token, body: line })).body;
  expect(cart.items).toMatchObject([{ unit_price: { amount: 1299 }, price_per_measure: wanted }]);
  const sale = { ...(await admin(id)), variations: [{ ...variations[0], price_amount: 999 }] };
  await ask(`PUT /product/${id}`, { token, body: sale });
  expect((await card("olivewood")).price_per_measure).toEqual(perLitre(1332));
  expect((await ask("GET /cart", { token: shopper.token })).body.items).toMatchObject([
    { price_per_measure: perLitre(1332) },
  ]);
});

test("Unit price: a card has that of the variation whose price it shows, and none without a measure", async () => {
  await product({
    name: "Ryegrass syrup",
    variations: [
      { price_amount: 900, option_value_ids: [large], measure: { amount: 1, unit: "l", base: null } },
      { price_amount: 500, option_value_ids: [small], measure: { amount: 250, unit: "ml", base: "100ml" } },
    ],
  });
  await product({ name: "Plainwood spoon", variations: [one(400, 1)] });
  expect((await card("ryegrass")).price_per_measure).toEqual({ amount: 200, currency: "EUR", base: "100ml" });
  expect((await card("plainwood")).price_per_measure).toBeNull();
  await sql`update products set card = card - 'measure' where name = 'Plainwood spoon'`.execute(app.db);
  expect((await card("plainwood")).price_per_measure).toBeNull();
});

test("Unit price: a measure is saved, changed in the grid, undone and refused where its base is of another kind", async () => {
  const { id } = await product({ name: "Tung oil", variations: [one(1000, 1)] });
  const measure = async () => (await admin(id)).variations[0].measure;
  expect(await measure()).toBeNull();
  const [row] = (await ask(`GET /product/admin/variations?id=${id}`, { token })).body.data;
  expect(row.measure).toBeNull();
  const change = { variation_id: row.variation_id, version: row.version, measure: bottle };
  const saved = await ask("PUT /product/admin/variations", { token, body: { changes: [change] } });
  expect([saved.status, saved.body.data[0].measure, await measure()]).toEqual([200, bottle, bottle]);
  const { body: log } = await ask(`GET /audit?object=product&object_id=${id}`, { token });
  expect(log.data[0]).toMatchObject({ action: "PUT /product/:id" });
  const undone = await ask(`POST /audit/${log.data[0].id}/undo`, { token });
  expect([undone.status, await measure()]).toEqual([200, null]);
  const { variations, ...form } = await admin(id);
  const bad = { ...form, variations: [{ ...variations[0], measure: { amount: 1, unit: "kg", base: "l" } }] };
  expect((await ask(`PUT /product/${id}`, { token, body: bad })).status).toBe(400);
  const direct = sql`update variations set measure = ${JSON.stringify(bad.variations[0].measure)}::jsonb`;
  await expect(direct.execute(app.db)).rejects.toThrow("variations_measure_check");
});

test("Unit price: a save without a measure leaves it, and null removes it", async () => {
  const { id } = await product({ name: "Beeswax", variations: [{ ...one(1000, 1), measure: bottle }] });
  const save = async (measure?: null) => {
    const { variations, ...form } = await admin(id);
    const { measure: _measure, ...variation } = variations[0];
    await ask(`PUT /product/${id}`, { token, body: { ...form, variations: [{ ...variation, measure }] } });
    return (await admin(id)).variations[0].measure;
  };
  expect(await save()).toEqual(bottle);
  expect(await save(null)).toBeNull();
});

test("Unit price: a bulk edit sets it for all variations of products, and its undo sets each back", async () => {
  const variations = [
    { price_amount: 1000, option_value_ids: [oak], measure: bottle },
    { price_amount: 1000, option_value_ids: [black] },
  ];
  const { id } = await product({ name: "Wood glue", variations });
  const measures = async () => (await admin(id)).variations.map(({ measure }: { measure: unknown }) => measure);
  const measure = { amount: 2, unit: "kg", base: "100g" };
  const body = { filters: { id: [id] }, change: { kind: "measure", measure } };
  const preview = (await ask("POST /product/admin/bulk-edits/preview", { token, body })).body.data;
  expect(preview).toMatchObject({ changed: 1, examples: [{ after: { measures: [{ measure }, { measure }] } }] });
  const { data: edit } = (await ask("POST /product/admin/bulk-edits", { token, body })).body;
  await app.jobs.drain();
  expect(await measures()).toEqual([measure, measure]);
  expect((await card("glue")).price_per_measure).toMatchObject({ amount: 50, base: "100g" });
  await ask(`POST /product/admin/bulk-edits/${edit.id}/undo`, { token });
  await app.jobs.drain();
  expect(await measures()).toEqual([bottle, null]);
});

test("Unit price: the feed has the measure and the base, and products of types that need one are counted", async () => {
  await product({
    name: "Lamp oil & wax",
    variations: [{ ...one(1000, 1), measure: { amount: 1.5, unit: "m2", base: null } }],
  });
  const { body: xml } = await app.http.inject({ url: "/feeds/products.xml", headers: { host: "shop.example" } });
  const item = xml.match(/<item>.*?<\/item>/gs)?.find((one) => one.includes("Lamp oil"));
  expect(item).toContain("<g:unit_pricing_measure>1.5 sqm</g:unit_pricing_measure>");
  expect(item).toContain("<g:unit_pricing_base_measure>1 sqm</g:unit_pricing_base_measure>");
  const { unit_price, products } = await countProductsLackingLegalData(app.db);
  expect([unit_price, products > 3]).toEqual([0, true]);
  const body = { ...type, requires_unit_price: true };
  expect((await ask(`PUT /product-types/${type.id}`, { token, body })).body.data.requires_unit_price).toBe(true);
  const lacking = await sql<{ count: number }>`
    select count(*)::int from products p where exists (
      select from variations v where v.product_id = p.id and v.measure is null)`.execute(app.db);
  expect((await countProductsLackingLegalData(app.db)).unit_price).toBe(lacking.rows[0]?.count);
});
