import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { getLevels } from "#server/stock/stock.ts";
import { type Buyer, home, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, quote, order, pay, look, key } = selling(shop);
const { app } = shop;
const { db } = app;
const set = (checkout_hold_minutes: number) => inTransaction(db, (tx) => updateSettings(tx, { checkout_hold_minutes }));
const later = (minutes: number) => {
  app.now = () => new Date(Date.now() + minutes * 60_000);
};
/** What the job of each minute does. */
const letGo = async () => {
  await sql`select graphile_worker.add_job('stock.release-expired-holds')`.execute(db);
  await app.jobs.drain();
};

const hold = async (shopper: { token: string }) => (await shop.ask("PUT /cart/hold", shopper)).body.data;
const cartOf = async (shopper: { token: string }) => (await shop.ask("GET /cart", shopper)).body;
const reserved = async (id: number) => (await getLevels(db, [id])).get(id)?.reserved;
/** Units among them that are held for carts. */
const held = async (id: number) => {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(quantity), 0)::int as units from cart_stock_holds where variation_id = ${id}`.execute(db);
  return rows[0]?.units;
};
/** A customer with this in the cart, at the checkout. */
async function checkingOut(variationId: number, quantity = 1) {
  const buyer = await shop.person();
  await fill(buyer, variationId, quantity);
  return { buyer, answer: await hold(buyer) };
}

beforeEach(() => set(10));
checkFiguresAfterEach(shop);

test("Checkout: the first at checkout holds the last unit; the other gets an error, and the unit after the hold expires", async () => {
  const variation = await product({ stock: 1 });
  const other = await shop.person();
  await fill(other, variation.id);
  const { buyer, answer } = await checkingOut(variation.id);
  expect(Date.parse(answer.held_until) - Date.now()).toBeGreaterThan(9 * 60_000);
  expect(answer.cart).toMatchObject({ can_checkout: true, items: [{ max_quantity: 1, problems: [] }] });
  expect((await quote(buyer)).body.data).toMatchObject({ can_order: true, lines: [{ problems: [] }] });

  const turned = await hold(other);
  expect(turned).toMatchObject({ held_until: null, cart: { can_checkout: false } });
  expect(turned.cart.items[0].problems).toEqual([{ code: "out_of_stock", available: 0 }]);
  const refused = await order(other);
  expect(refused.body).toMatchObject({ code: "out_of_stock", short: [{ variation_id: variation.id, available: 0 }] });
  const { body: late } = await fill(await shop.person(), variation.id);
  expect(late).toMatchObject({ code: "out_of_stock", message: "This item is sold out." });
  const { body: details } = await shop.ask(`GET /product/details/${variation.slug}`);
  expect(details.data).toMatchObject({ in_stock: false, variations: [{ stock: { state: "out", left: 0 } }] });

  later(11);
  await letGo();
  expect((await hold(other)).held_until).not.toBeNull();
  expect((await cartOf(buyer)).items[0].problems[0].code).toBe("out_of_stock");
  expect((await order(other)).status).toBe(201);
  expect(await reserved(variation.id)).toBe(1);
});

test("Checkout: the order of a cart uses the units held for it, and the hold is deleted", async () => {
  const [variation, mug] = [await product({ stock: 2 }), await product({ stock: 1 })];
  const { buyer } = await checkingOut(variation.id, 2);
  await fill(buyer, mug.id);
  await hold(buyer);
  expect([await reserved(variation.id), await reserved(mug.id)]).toEqual([2, 1]);
  const made = await order(buyer);
  expect(made.status).toBe(201);
  expect([await reserved(variation.id), await reserved(mug.id)]).toEqual([2, 1]);
  expect(await held(variation.id)).toBe(0);
  await pay(buyer, made.body.data.id);
  expect(await look(buyer, made.body.data.id)).toMatchObject({ status: "confirmed" });
});

test("Checkout: a refused order leaves the hold unchanged", async () => {
  const variation = await product({ stock: 1 });
  const { buyer } = await checkingOut(variation.id);
  await sql`update variations set price_amount = 1100 where id = ${variation.id}`.execute(db);
  expect((await order(buyer, { quote_hash: "old" })).body.code).toBe("quote_changed");
  expect(await reserved(variation.id)).toBe(1);
  expect((await order(buyer)).status).toBe(201);
});

test("Checkout: of fifty concurrent shoppers for three units, three get an order", async () => {
  const variation = await product({ stock: 3 });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.person()));
  for (const buyer of buyers) await fill(buyer, variation.id);
  const answers = await Promise.all(
    buyers.map(async (buyer, index) => {
      // Some are placed before the hold is answered, or without one.
      if (index % 3 > 0) await hold(buyer);
      return order(buyer);
    }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === "out_of_stock")).toHaveLength(47);
  expect(await reserved(variation.id)).toBe(3);
});

test("Checkout: placed in two tabs while a third begins the checkout, a cart makes one order and keeps no hold", async () => {
  const variation = await product({ stock: 2 });
  const { buyer } = await checkingOut(variation.id, 2);
  const { id: cart_id } = await cartOf(buyer);
  const { quote_hash } = (await quote(buyer)).body.data;
  const body = { cart_id, quote_hash, shipping_address: home };
  const place = () => shop.ask("POST /orders", { token: buyer.token, headers: key(), body });
  const [one, two] = await Promise.all([place(), place(), hold(buyer), hold(buyer)]);
  expect(one.body.data.id).toBe(two.body.data.id);
  expect(await reserved(variation.id)).toBe(2);
  expect(await held(variation.id)).toBe(0);
});

test("Stock: on-hand can't be set below held units, and the error says that holds expire soon", async () => {
  const variation = await product({ stock: 5 });
  await order((await checkingOut(variation.id, 1)).buyer);
  await checkingOut(variation.id, 3);
  const { token } = await shop.person("admin");
  const count = (on_hand: number) =>
    shop.ask(`POST /variations/${variation.id}/stock`, { token, headers: key(), body: { on_hand } });
  expect((await count(2)).body).toMatchObject({
    code: "stock_held",
    message: "Some of these are reserved by customers at checkout. Try again in a few minutes.",
    reserved: 4,
  });
  expect((await count(0)).body.message).toContain("More than that is reserved for orders");
  later(11);
  await letGo();
  expect((await count(2)).status).toBe(200);
});

test("Stock: back-in-stock alerts are sent when a cart's hold is released", async () => {
  const variation = await product({ stock: 1 });
  await checkingOut(variation.id);
  const waiting = await shop.person();
  const asked = await shop.ask("POST /stock-alerts", { token: waiting.token, body: { variation_id: variation.id } });
  expect(asked.status).toBe(201);
  later(11);
  await letGo();
  // The alerts are due at that time, so the queue runs them later.
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  await app.jobs.drain();
  const { body } = await shop.ask("GET /notifications", { token: waiting.token });
  expect(body.data).toMatchObject([{ type: "back_in_stock" }]);
});

test("Checkout: nothing is held for administrators and guests, nor of untracked variations", async () => {
  const free = await product({ stock: null });
  const { answer } = await checkingOut(free.id);
  expect(answer).toMatchObject({ held_until: null, cart: { can_checkout: true } });
  const admin = await shop.person("admin");
  expect((await shop.ask("PUT /cart/hold", admin)).status).toBe(403);
  expect((await shop.ask("PUT /cart/hold")).body.code).toBe("guest_cart_unknown");
  const nobody = await shop.person();
  expect(await hold(nobody)).toMatchObject({ held_until: null, cart: { id: null } });
});

test("Checkout: a shop without checkout holds says so, holds nothing and needs no extra statements", async () => {
  await set(0);
  expect((await shop.ask("GET /shop")).body.data.checkout_hold_minutes).toBe(0);
  const variation = await product({ stock: 1 });
  const { buyer, answer } = await checkingOut(variation.id);
  expect(answer).toMatchObject({ held_until: null, cart: { can_checkout: true } });
  expect(await reserved(variation.id)).toBe(0);
  expect(await held(variation.id)).toBe(0);
  const other: Buyer = await shop.person();
  await fill(other, variation.id);
  expect((await order(other)).status).toBe(201);
  expect((await order(buyer)).body.code).toBe("out_of_stock");
});

test("Checkout: a hold from before the setting was turned off is still used by its own order", async () => {
  const variation = await product({ stock: 1 });
  const { buyer } = await checkingOut(variation.id);
  await set(0);
  expect((await cartOf(buyer)).items[0].problems).toEqual([]);
  expect((await order(buyer)).status).toBe(201);
  expect(await reserved(variation.id)).toBe(1);
});
