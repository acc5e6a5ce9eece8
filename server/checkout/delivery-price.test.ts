import { sql } from "kysely";
import { expect, test } from "vitest";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { listRows } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { invalidateRatesOfDay } from "#server/taxes/taxes.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, quote } = selling(shop);
const { token } = await shop.person("admin");

/** A product of two variations that are shipped, with these prices and weights. */
async function twoSizes(...[one, other]: [Size, Size]) {
  const { id, productId, slug } = await product({ stock: null });
  await sql`update variations set price_amount = ${one.price}, weight_g = ${one.weight} where id = ${id}`.execute(
    app.db,
  );
  const [second] = await listRows<{ id: number }>(app.db)`
    insert into variations (product_id, option_key, price_amount, weight_g, track_stock)
    values (${productId}, 'other', ${other.price}, ${other.weight}, false)
    returning id`;
  await inTransaction(app.db, (tx) => refreshProducts(tx, [productId]));
  return { slug, ids: [id, second?.id ?? 0] };
}
type Size = { price: number; weight: number };

test("product page, estimate, cart and checkout name the same delivery price, by weight and value of the variation", async () => {
  const [first] = (await ask("GET /shipping/methods", { token })).body.data;
  const rates = [
    { price_amount: 490, max_weight_g: 1000 },
    { price_amount: 0, max_weight_g: 1000, min_subtotal_amount: 5000 },
    { price_amount: 990, min_weight_g: 1001 },
  ];
  await ask(`PUT /shipping/methods/${first.id}`, { token, body: { ...first, rates } });
  const cases = [
    await twoSizes({ price: 2000, weight: 500 }, { price: 2000, weight: 5000 }),
    await twoSizes({ price: 2000, weight: 100 }, { price: 8000, weight: 100 }),
  ];
  const prices: number[][] = [];
  for (const { slug, ids } of cases) {
    const page = (await ask(`GET /product/details/${slug}`)).body.data;
    for (const id of ids) {
      const { delivery = page.delivery } = page.variations.find((one: { id: number }) => one.id === id);
      const estimate = (await ask(`GET /checkout/delivery?variation_id=${id}&country=DE`)).body.data;
      const buyer = await shop.person();
      await fill(buyer, id);
      const cart = (await ask("GET /cart", { token: buyer.token })).body;
      const { totals } = (await quote(buyer)).body.data;
      prices.push([
        delivery.price.amount,
        estimate.method.price.amount,
        cart.totals.shipping_estimate.amount,
        totals.shipping.amount,
      ]);
      expect(delivery.free_from).toEqual(estimate.free_from);
    }
  }
  expect(prices).toEqual([490, 990, 490, 0].map((price) => Array(4).fill(price)));
});

test("the delivery of what is not for sale is not estimated, as its page isn't shown either", async () => {
  const { id, productId } = await product({ stock: 0 });
  const status = async () => (await ask(`GET /checkout/delivery?variation_id=${id}&country=DE`)).status;
  expect(await status()).toBe(200);
  const changes = [
    ["status = 'draft'", 404],
    ["status = 'active', is_hidden = true", 404],
    ["is_hidden = false, deleted_at = now()", 404],
    ["deleted_at = null", 200],
  ] as const;
  for (const [change, expected] of changes) {
    await sql`update products set ${sql.raw(change)} where id = ${productId}`.execute(app.db);
    expect([change, await status()]).toEqual([change, expected]);
  }
});

test("a product page names the delivery to the shop's own country, as a cart without a destination does", async () => {
  const zone = { name: "North", countries: ["FO"], postal_patterns: [] };
  const made = await ask("POST /shipping/zones", { token, body: zone });
  const method = {
    zone_id: made.body.data.id,
    name: "Boat",
    min_days: 5,
    max_days: 9,
    rates: [{ price_amount: 3900 }],
  };
  expect((await ask("POST /shipping/methods", { token, body: method })).status).toBe(201);
  await inTransaction(app.db, (tx) => updateSettings(tx, { country: "FO" }));
  const { id, slug } = await product();
  const page = (await ask(`GET /product/details/${slug}`)).body.data;
  const buyer = await shop.person();
  await fill(buyer, id);
  const cart = (await ask("GET /cart", { token: buyer.token })).body;
  expect(cart.destination.country).toBe("FO");
  expect([page.delivery.country, page.delivery.price]).toEqual(["FO", cart.totals.shipping_estimate]);
});

test("a product page says whether its price contains tax in the shop's own country, after tax rates change too", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { country: "DE" }));
  const { id, slug } = await product();
  const isTaxed = async () => [
    (await ask(`GET /product/details/${slug}`)).body.data.is_taxed,
    (await ask(`GET /checkout/delivery?variation_id=${id}&country=DE`)).body.data.is_taxed,
  ];
  expect(await isTaxed()).toEqual([true, true]);
  for (const rate of (await ask("GET /tax/rates?country=DE", { token })).body.data)
    await ask(`DELETE /tax/rates/${rate.id}`, { token });
  expect(await isTaxed()).toEqual([false, false]);
});

test("a product page of yesterday says today whether a tax rate begins or has ended", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { country: "DE", timezone: "Europe/Berlin" }));
  const classes = (await ask("GET /tax/classes", { token })).body.data;
  const { id: tax_class_id } = classes.find(({ is_default }: { is_default: boolean }) => is_default);
  const valid = { valid_from: "2031-03-02", valid_to: "2031-03-02" };
  const body = { country: "DE", tax_class_id, name: "Once", rate_ppm: 190_000, includes_shipping: true, ...valid };
  expect((await ask("POST /tax/rates", { token, body })).status).toBe(201);
  const { slug } = await product();
  const { now } = app;
  const days = ["2031-03-01T20:00:00Z", "2031-03-01T23:10:00Z", "2031-03-02T22:50:00Z", "2031-03-02T23:01:00Z"];
  const said = [];
  for (const at of days) {
    app.now = () => new Date(at);
    await invalidateRatesOfDay(app);
    said.push((await ask(`GET /product/details/${slug}`)).body.data.is_taxed);
  }
  app.now = now;
  expect(said).toEqual([false, true, true, false]);
});
