import { sql } from "kysely";
import { expect, test } from "vitest";
import { createProductOnSale, type Goods } from "#server/cart/products.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

/** A shop whose standard shipping method in Germany is free from `from` on. */
async function shopFreeFrom(from: number | null) {
  const shop = await openTestShop();
  const { token } = await shop.person("admin");
  const { body } = await shop.ask("GET /shipping/methods", { token });
  const standard = body.data.find(({ name }: { name: string }) => name === "Standard");
  const rates =
    from === null
      ? [{ price_amount: 490 }]
      : [
          { price_amount: 490, max_subtotal_amount: from - 1 },
          { price_amount: 0, min_subtotal_amount: from },
        ];
  await shop.ask(`PUT /shipping/methods/${standard.id}`, { token, body: { ...standard, rates } });
  const cartWith = async ({ variation_id }: Goods, quantity = 1) => {
    const guestId = (await shop.ask("GET /cart/guest/init")).body.guest_id;
    const { body: cart } = await shop.ask("POST /cart", { guestId, body: { variation_id, quantity } });
    return { left: cart.free_shipping_left?.amount ?? null, estimate: cart.totals.shipping_estimate.amount };
  };
  const thresholds = async ({ variation_id }: Goods) => {
    const [line] = (await shop.ask(`GET /cart/shared?items=${variation_id}`)).body.data;
    const { delivery } = (await shop.ask(`GET /product/details/${line.product.slug}`)).body.data;
    const { body: rates } = await shop.ask("GET /shipping/rates");
    const home = rates.data.find(({ countries }: { countries: string[] }) => countries.includes("DE"));
    return { page: home.methods[0].free_from, product: delivery.free_from };
  };
  return { ...shop, token, cartWith, thresholds };
}

test("C11 Cart: the amount missing for free shipping is computed from the rates charged, and is the same everywhere", async () => {
  const { app, cartWith, thresholds } = await shopFreeFrom(10_000);
  const mug = await createProductOnSale(app, { price: 2000 });
  expect(await cartWith(mug, 3)).toEqual({ left: 4000, estimate: 490 });
  expect(await cartWith(mug, 5)).toEqual({ left: 0, estimate: 0 });
  const from = { amount: 10_000, currency: "EUR" };
  expect(await thresholds(mug)).toEqual({ page: from, product: from });
});

test("C11 Cart: free shipping is not offered where no rate is free or nothing needs shipping", async () => {
  const { app, cartWith, thresholds } = await shopFreeFrom(null);
  const mug = await createProductOnSale(app, { price: 6000 });
  expect(await cartWith(mug)).toEqual({ left: null, estimate: 490 });
  expect(await thresholds(mug)).toEqual({ page: null, product: null });
  const other = await shopFreeFrom(5000);
  const song = await createProductOnSale(other.app);
  await sql`update product_types set is_shippable = false where slug = 'things'`.execute(other.app.db);
  expect(await other.cartWith(song)).toEqual({ left: null, estimate: 0 });
});

test("C11 Cart: free shipping is not offered by a rate below the weight, and needs nothing more with a coupon", async () => {
  const { app, ask, token, cartWith } = await shopFreeFrom(5000);
  const mug = await createProductOnSale(app);
  const coupon = { code: "CARRIED", kind: "free_shipping", value: 0 };
  await ask("POST /coupons", { token, body: coupon });
  const guestId = (await ask("GET /cart/guest/init")).body.guest_id;
  await ask("POST /cart", { guestId, body: { variation_id: mug.variation_id } });
  const { body } = await ask("PUT /cart/coupon", { guestId, body: { code: coupon.code } });
  expect(body).toMatchObject({ free_shipping_left: { amount: 0 }, totals: { shipping_estimate: { amount: 0 } } });

  const anvil = await createProductOnSale(app);
  await sql`update variations set weight_g = 30000 where id = ${anvil.variation_id}`.execute(app.db);
  const { body: methods } = await ask("GET /shipping/methods", { token });
  const standard = methods.data.find(({ name }: { name: string }) => name === "Standard");
  const rates = [{ price_amount: 490 }, { price_amount: 0, min_subtotal_amount: 5000, max_weight_g: 20_000 }];
  await ask(`PUT /shipping/methods/${standard.id}`, { token, body: { ...standard, rates } });
  expect(await cartWith(anvil)).toEqual({ left: null, estimate: 490 });
  expect(await cartWith(mug)).toEqual({ left: 4000, estimate: 490 });
});
