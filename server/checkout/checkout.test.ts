import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { getLevels } from "#server/stock/stock.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, quote, order, key } = selling(shop);
const { db } = shop.app;
const ordersOf = async ({ token }: Buyer) => (await shop.ask("GET /orders", { token })).body.meta.total;
const unitsOf = async (id: number) => (await getLevels(db, [id])).get(id);

test("C11 a quote names methods, tax and total, and the order placed with it charges exactly these", async () => {
  const buyer = await shop.person();
  const variation = await product({ price: 1190 });
  await fill(buyer, variation.id, 2);
  const quoted = (await quote(buyer)).body.data;
  expect(quoted.methods[0]).toMatchObject({ name: "Standard", price: { amount: 490, currency: "EUR" } });
  expect(quoted.totals).toMatchObject({
    subtotal: { amount: 2380 },
    shipping: { amount: 490 },
    total: { amount: 2870 },
  });
  expect(quoted.totals.tax.amount).toBe(380 + 78);
  const made = await order(buyer);
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({
    status: "pending_payment",
    payment_status: "unpaid",
    totals: quoted.totals,
    shipping_address: home,
    actions: ["pay", "cancel", "reorder"],
  });
  expect(made.body.data.items).toMatchObject([{ variation_id: variation.id, quantity: 2, total: { amount: 2380 } }]);
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 2 });
  expect((await shop.ask("GET /cart", { token: buyer.token })).body.items).toEqual([]);
  expect(await listInconsistencies(db)).toEqual([]);
});

test("C11 the chosen method is charged; one that is not offered there is 404", async () => {
  const buyer = await shop.person();
  const variation = await product();
  await fill(buyer, variation.id);
  const [, express] = (await quote(buyer)).body.data.methods;
  const quoted = (await quote(buyer, `country=DE&shipping_method_id=${express.id}`)).body.data;
  expect(quoted.totals.shipping).toEqual(express.price);
  expect((await quote(buyer, "country=DE&shipping_method_id=999999")).body.code).toBe("not_found");
  const made = await order(buyer, { shipping_method_id: express.id, quote_hash: quoted.quote_hash });
  expect(made.body.data.shipping_method.name).toBe(express.name);
});

test("Checkout: a price that changed since the quote refuses the order and shows the new quote", async () => {
  const buyer = await shop.person();
  const variation = await product({ price: 1000 });
  await fill(buyer, variation.id);
  const { quote_hash } = (await quote(buyer)).body.data;
  await sql`update variations set price_amount = 1100 where id = ${variation.id}`.execute(db);
  const refused = await order(buyer, { quote_hash });
  expect([refused.status, refused.body.code]).toEqual([409, "quote_changed"]);
  expect(refused.body.quote.totals.subtotal.amount).toBe(1100);
  expect(await ordersOf(buyer)).toBe(0);
  expect(await unitsOf(variation.id)).toMatchObject({ reserved: 0 });
  expect((await order(buyer, { quote_hash: refused.body.quote.quote_hash })).status).toBe(201);
});

test("Checkout: stock gone between quote and place is a 409 with the short lines and the cart, and charges nothing", async () => {
  const [first, second] = [await shop.person(), await shop.person()];
  const variation = await product({ stock: 2 });
  await fill(first, variation.id, 2);
  await fill(second, variation.id, 1);
  const gift = await (await openAdmin(shop)).card(500);
  await shop.ask("PUT /cart/gift-card", { ...second, body: { code: gift.code } });
  const { quote_hash } = (await quote(second)).body.data;
  expect((await order(first)).status).toBe(201);
  const refused = await order(second, { quote_hash });
  expect([refused.status, refused.body.code]).toEqual([409, "out_of_stock"]);
  expect(refused.body.short).toEqual([{ variation_id: variation.id, available: 0 }]);
  expect(refused.body.cart.items[0].problems[0].code).toBe("out_of_stock");
  expect(await unitsOf(variation.id)).toMatchObject({ reserved: 2 });
  expect(refused.body.cart.gift_cards).toMatchObject([{ id: gift.id, balance: { amount: 500 } }]);
  expect(await ordersOf(second)).toBe(0);
  expect(await listInconsistencies(db)).toEqual([]);
});

test("Checkout: a line that is not for sale any more must be fixed first; the error includes the cart", async () => {
  const buyer = await shop.person();
  const [variation, gone] = [await product(), await product()];
  await fill(buyer, variation.id);
  await fill(buyer, gone.id);
  await sql`update variations set is_active = false where id = ${gone.id}`.execute(db);
  expect((await quote(buyer)).body.data.can_order).toBe(false);
  const refused = await order(buyer);
  expect([refused.status, refused.body.code]).toEqual([409, "cart_has_problems"]);
  expect(refused.body.cart.items).toHaveLength(2);
});

test("Checkout: double click, back button, two tabs: the same cart gives one order", async () => {
  const buyer = await shop.person();
  const variation = await product();
  await fill(buyer, variation.id, 3);
  const cart = (await shop.ask("GET /cart", { token: buyer.token })).body;
  const { quote_hash } = (await quote(buyer)).body.data;
  const body = { cart_id: cart.id, quote_hash, shipping_address: home };
  const place = (headers: Record<string, string>) => shop.ask("POST /orders", { token: buyer.token, headers, body });
  const tabs = await Promise.all([place(key()), place(key()), place(key())]);
  expect(tabs.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(tabs.map((tab) => tab.body.data.id)).size).toBe(1);
  expect(await unitsOf(variation.id)).toMatchObject({ reserved: 3 });
  const once = key();
  const [again, repeated] = [await place(once), await place(once)];
  expect(again.body.data.id).toBe(tabs[0]?.body.data.id);
  expect(repeated.body).toEqual(again.body);
  expect(await ordersOf(buyer)).toBe(1);
  expect(await unitsOf(variation.id)).toMatchObject({ reserved: 3 });
  const headers = { "idempotency-key": "" };
  expect((await shop.ask("POST /orders", { token: buyer.token, headers, body })).body.code).toBe("idempotency_missing");
});

test("Checkout: fifty buyers racing for one unit make one order", async () => {
  const variation = await product({ stock: 1 });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.person()));
  const wishes = await Promise.all(
    buyers.map(async (buyer) => {
      const cart = (await fill(buyer, variation.id)).body;
      return { buyer, cart_id: cart.id, quote_hash: (await quote(buyer)).body.data.quote_hash };
    }),
  );
  const answers = await Promise.all(
    wishes.map(({ buyer, ...body }) =>
      shop.ask("POST /orders", { token: buyer.token, headers: key(), body: { ...body, shipping_address: home } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === "out_of_stock")).toHaveLength(49);
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 1, reserved: 1, available: 0 });
  expect(await listInconsistencies(db)).toEqual([]);
});

test("Checkout: a country without a delivery method is an error of the address, and the cart stays", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  expect((await quote(buyer, "country=AQ")).body.code).toBe("no_delivery");
  const refused = await order(buyer, { shipping_address: { ...home, country: "AQ" } });
  expect([refused.status, refused.body.code]).toEqual([409, "no_delivery"]);
  expect(await ordersOf(buyer)).toBe(0);
  expect((await shop.ask("GET /cart", { token: buyer.token })).body.quantity).toBe(1);
});

test("P5 nobody can order another customer's cart or ship to another's address", async () => {
  const [buyer, other] = [await shop.person(), await shop.person()];
  await fill(buyer, (await product()).id);
  await fill(other, (await product()).id);
  const cart = (await shop.ask("GET /cart", { token: other.token })).body;
  expect((await order(buyer, { cart_id: cart.id })).status).toBe(404);
  const address = await shop.ask("POST /account/addresses", { token: other.token, body: home });
  const { id } = address.body.data;
  expect((await order(buyer, { shipping_address: undefined, address_id: id })).status).toBe(404);
  expect((await quote(buyer, `address_id=${id}`)).status).toBe(404);
  expect(
    (await order(other, { shipping_address: undefined, address_id: id })).body.data.shipping_address,
  ).toMatchObject(home);
});

test("C11 an order of zero is confirmed at once; untracked variations reserve no stock", async () => {
  const buyer = await shop.person();
  const free = await product({ price: 0, stock: null });
  await sql`update product_types set is_shippable = false where slug = ${free.slug}`.execute(db);
  await fill(buyer, free.id);
  const { data } = (await order(buyer)).body;
  expect(data).toMatchObject({ status: "confirmed", payment_status: "paid", expires_at: null, shipping_method: null });
  expect(await listInconsistencies(db)).toEqual([]);
});

test("Checkout: an empty cart, a cart whose order has ended, and an address saved on request", async () => {
  const buyer = await shop.person();
  expect((await quote(buyer)).body.code).toBe("cart_empty");
  await fill(buyer, (await product()).id);
  const cart = (await shop.ask("GET /cart", { token: buyer.token })).body;
  const made = await order(buyer, { save_address: true });
  const kept = await shop.ask("GET /account/addresses", { token: buyer.token });
  expect(kept.body.data).toMatchObject([{ ...home, is_default_shipping: true }]);
  await shop.ask(`POST /orders/${made.body.data.id}/cancel`, { token: buyer.token, body: {} });
  expect((await order(buyer, { cart_id: cart.id })).body.code).toBe("cart_ordered");
});

test("H7 an account without a name has the one of its first order, and keeps its own", async () => {
  const buyer = await shop.person();
  const named = async () => (await shop.ask("GET /account/profile", { token: buyer.token })).body.data.fullname;
  await sql`update users set fullname = null where id = ${buyer.id}`.execute(db);
  await fill(buyer, (await product()).id);
  await order(buyer);
  expect(await named()).toBe(home.fullname);
  await fill(buyer, (await product()).id);
  await order(buyer, { shipping_address: { ...home, fullname: "Somebody Else" } });
  expect(await named()).toBe(home.fullname);
});

test("C11 the countries the shop delivers to are public", async () => {
  expect((await shop.ask("GET /checkout/countries")).body.data).toContain("DE");
});

test("Checkout: a digital-only order accepts any country and has no shipping charge", async () => {
  const buyer = await shop.person();
  const song = await product({ price: 990, stock: null });
  await sql`update product_types set is_shippable = false where slug = ${song.slug}`.execute(db);
  await fill(buyer, song.id);
  const { data } = (await quote(buyer, "country=AQ")).body;
  expect(data).toMatchObject({ methods: [], shipping_method_id: null, totals: { shipping: { amount: 0 } } });
  expect(data.reasons).toContainEqual(expect.objectContaining({ figure: "shipping", text: "No delivery needed" }));
  const made = await order(buyer, { shipping_address: { ...home, country: "AQ" }, quote_hash: data.quote_hash });
  expect(made.body.data).toMatchObject({ shipping_method: null, totals: { total: { amount: 990 } } });
});

test("Checkout: a quote for one country can't be ordered to another, even with equal totals", async () => {
  const buyer = await shop.person();
  const song = await product({ price: 990, stock: null });
  await sql`update product_types set is_shippable = false where slug = ${song.slug}`.execute(db);
  await fill(buyer, song.id);
  const agreed = (await quote(buyer, "country=AQ")).body.data;
  const elsewhere = { shipping_address: { ...home, country: "GL" }, quote_hash: agreed.quote_hash };
  const refused = await order(buyer, elsewhere);
  expect([refused.status, refused.body.code]).toEqual([409, "quote_changed"]);
  expect(refused.body.quote.totals).toEqual(agreed.totals);
  expect(await ordersOf(buyer)).toBe(0);
});

test("Checkout: shipping rates depend on weight and postal code", async () => {
  const { token } = await shop.person("admin");
  const isles = { name: "Isles", countries: ["GB"], postal_patterns: ["KW*"] };
  const zone = (await shop.ask("POST /shipping/zones", { token, body: isles })).body.data.id;
  const rates = [
    { price_amount: 1500, max_weight_g: 2000 },
    { price_amount: 4500, min_weight_g: 2001 },
  ];
  const boat = { zone_id: zone, name: "Boat delivery", min_days: 8, max_days: 12, rates };
  await shop.ask("POST /shipping/methods", { token, body: boat });
  const buyer = await shop.person();
  const variation = await product();
  await sql`update variations set weight_g = 900 where id = ${variation.id}`.execute(db);
  await fill(buyer, variation.id, 2);
  const cost = async (query: string) => (await quote(buyer, query)).body.data.totals.shipping.amount;
  expect([await cost("country=GB&postal_code=KW15"), await cost("country=GB&postal_code=E1")]).toEqual([1500, 1990]);
  await fill(buyer, variation.id, 1);
  expect(await cost("country=GB&postal_code=KW15")).toBe(4500);
});
