import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { getLevels, listStockInconsistencies } from "#server/stock/stock.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill } = selling(shop);
const { app } = shop;
const { db } = app;
const set = (checkout_hold_minutes: number) => inTransaction(db, (tx) => updateSettings(tx, { checkout_hold_minutes }));

type Shopper = { token: string } | { guestId: string };
const hold = async (shopper: Shopper) => (await shop.ask("PUT /cart/hold", shopper)).body.data;
const cartOf = async (shopper: Shopper) => (await shop.ask("GET /cart", shopper)).body;
const reserved = async (id: number) => (await getLevels(db, [id])).get(id)?.reserved;
const guest = async () => ({ guestId: (await shop.ask("GET /cart/guest/init")).body.guest_id as string });
const add = (shopper: Shopper, variation_id: number, quantity: number) =>
  shop.ask("POST /cart", { ...shopper, body: { variation_id, quantity } });
/** A customer with this in the cart, at the checkout. */
async function checkingOut(variationId: number, quantity = 1) {
  const buyer = await shop.person();
  await fill(buyer, variationId, quantity);
  return { buyer, answer: await hold(buyer) };
}

beforeEach(() => set(10));
afterEach(async () => expect(await listStockInconsistencies(db)).toEqual([]));

test("Cart: units changed, saved for later or removed are released at once", async () => {
  const variation = await product({ stock: 5 });
  const { buyer } = await checkingOut(variation.id, 5);
  const [line] = (await cartOf(buyer)).items;
  const change = (body: object) => shop.ask("PATCH /cart", { token: buyer.token, body: { item_id: line.id, ...body } });
  expect((await change({ quantity: 3 })).body.items[0]).toMatchObject({ quantity: 3, max_quantity: 5 });
  expect(await reserved(variation.id)).toBe(3);
  const other = await checkingOut(variation.id, 2);
  expect((await change({ quantity: 4 })).body).toMatchObject({ code: "out_of_stock" });
  await change({ saved_for_later: true });
  expect(await reserved(variation.id)).toBe(2);
  await shop.ask(`DELETE /cart/${(await cartOf(other.buyer)).items[0].id}`, { token: other.buyer.token });
  expect(await reserved(variation.id)).toBe(0);
});

test("Cart: beginning the checkout again holds the current lines, also added ones", async () => {
  const [variation, mug] = [await product({ stock: 5 }), await product({ stock: 5 })];
  const { buyer } = await checkingOut(variation.id, 2);
  await fill(buyer, mug.id, 3);
  await fill(buyer, variation.id, 1);
  expect([await reserved(variation.id), await reserved(mug.id)]).toEqual([2, 0]);
  await hold(buyer);
  expect([await reserved(variation.id), await reserved(mug.id)]).toEqual([3, 3]);
});

/** An account that signs in with a guest's cart. */
async function signIn(guestId: string) {
  const body = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse" };
  const { body: made } = await shop.ask("POST /auth/register", { body, guestId });
  return { token: made.access_token as string };
}

test("Merge: a guest's hold becomes the customer's after signing in", async () => {
  const variation = await product({ stock: 2 });
  const visitor = await guest();
  await add(visitor, variation.id, 2);
  const { held_until } = await hold(visitor);
  expect(await reserved(variation.id)).toBe(2);
  const buyer = await signIn(visitor.guestId);
  expect(await cartOf(buyer)).toMatchObject({ items: [{ quantity: 2, problems: [] }], saved_for_later: [] });
  expect(await reserved(variation.id)).toBe(2);
  const { rows } = await sql`
    select h.expires_at
    from stock_holds h
    join carts c on c.id = h.cart_id
    where c.user_id is not null and c.id = ${(await cartOf(buyer)).id}`.execute(db);
  expect(rows).toEqual([{ expires_at: held_until }]);
  await shop.ask("DELETE /cart/merge", buyer);
  expect(await reserved(variation.id)).toBe(0);
});

test("Merge: when both carts held units of a variation, the merged cart holds its own quantity", async () => {
  const variation = await product({ stock: 4 });
  const email = `${crypto.randomUUID()}@example.com`;
  const password = "correct horse";
  const { body } = await shop.ask("POST /auth/register", { body: { email, password } });
  const buyer = { token: body.access_token as string };
  await add(buyer, variation.id, 2);
  await hold(buyer);
  const visitor = await guest();
  await add(visitor, variation.id, 2);
  await hold(visitor);
  expect(await reserved(variation.id)).toBe(4);
  await shop.ask("POST /auth/login", { body: { username: email, password }, guestId: visitor.guestId });
  expect(await cartOf(buyer)).toMatchObject({ items: [{ quantity: 4, problems: [] }], saved_for_later: [] });
  expect(await reserved(variation.id)).toBe(4);
});

test("Cart: an expired cart, or one of a deleted customer, holds nothing", async () => {
  const variation = await product({ stock: 5 });
  const visitor = await guest();
  await add(visitor, variation.id, 2);
  await hold(visitor);
  await sql`update carts set last_activity_at = now() - interval '31 days' where user_id is null`.execute(db);
  const body = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse" };
  const { body: made } = await shop.ask("POST /auth/register", { body });
  const leaving = { token: made.access_token as string };
  await add(leaving, variation.id, 3);
  await hold(leaving);
  expect(await reserved(variation.id)).toBe(5);
  const gone = await shop.ask("POST /account/deletion", { ...leaving, body: { password: body.password } });
  expect(gone.status).toBeLessThan(300);
  expect(await reserved(variation.id)).toBe(2);
  await sql`select graphile_worker.add_job('cart.expire')`.execute(db);
  await app.jobs.drain();
  expect(await reserved(variation.id)).toBe(0);
  expect((await shop.ask("PUT /cart/hold", visitor)).body.code).toBe("guest_cart_unknown");
});

test("Cart: no more is held than max_per_order", async () => {
  const variation = await product({ stock: 9 });
  const buyer = await shop.person();
  await fill(buyer, variation.id, 4);
  await sql`update variations set max_per_order = 2 where id = ${variation.id}`.execute(db);
  expect((await hold(buyer)).cart.items[0].problems).toEqual([{ code: "over_limit", available: 2 }]);
  expect(await reserved(variation.id)).toBe(2);
});

test("Cart: adding a shared link counts the cart's own held units as available", async () => {
  const variation = await product({ stock: 3 });
  await checkingOut(variation.id, 1);
  const { buyer } = await checkingOut(variation.id, 1);
  const items = `${variation.id}:1`;
  const { body } = await shop.ask("POST /cart/shared", { token: buyer.token, body: { items } });
  expect(body).toMatchObject({ items: [{ quantity: 2, problems: [] }], saved_for_later: [] });
});
