import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, quote } = selling(shop);

/** A buyer with two items in the cart, and the quote. */
async function ready() {
  const buyer = await shop.person();
  const { body: cart } = await fill(buyer, (await product()).id);
  await fill(buyer, (await product()).id);
  const { quote_hash } = (await quote(buyer)).body.data;
  const body = { cart_id: cart.id, quote_hash, shipping_address: home };
  const place = (key: string, change = {}) =>
    shop.ask("POST /orders", { token: buyer.token, headers: { "idempotency-key": key }, body: { ...body, ...change } });
  return { buyer, place };
}

test("C11 an order of several lines that uses its cart's hold is consistent", async () => {
  const set = (minutes: number) =>
    inTransaction(shop.app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: minutes }));
  await set(10);
  const { buyer, place } = await ready();
  await shop.ask("PUT /cart/hold", buyer);
  expect((await place(randomUUID())).status).toBe(201);
  await set(0);
  expect(await listInconsistencies(shop.app.db)).toEqual([]);
});

test("C11 two concurrent requests with one idempotency key place one order and get the same response", async () => {
  const { buyer, place } = await ready();
  const key = randomUUID();
  const [one, other] = await Promise.all([place(key), place(key)]);
  expect([one?.status, other?.status]).toEqual([201, 201]);
  expect(other?.body).toEqual(one?.body);
  expect((await place(key)).body).toEqual(one?.body);
  expect((await place(key, { note: "another wish" })).body.code).toBe("idempotency_mismatch");
  const { rows } = await sql`select id from orders where user_id = ${buyer.id}`.execute(shop.app.db);
  expect(rows).toHaveLength(1);
});

test("C11 a refused order leaves its key free; the response is saved in the order's transaction or not at all", async () => {
  const { place } = await ready();
  const key = randomUUID();
  expect((await place(key, { quote_hash: "old" })).body.code).toBe("quote_changed");
  expect((await place(key)).status).toBe(201);
  const { rows } = await sql<{ status_code: number }>`
    select status_code from idempotency_keys where key = ${key}`.execute(shop.app.db);
  expect(rows).toEqual([{ status_code: 201 }]);
});

test("C11 a key that placed an order is refused for another cart, without side effects", async () => {
  const first = await ready();
  const key = randomUUID();
  expect((await first.place(key)).status).toBe(201);
  const { body: cart } = await fill(first.buyer, (await product()).id);
  const { quote_hash } = (await quote(first.buyer)).body.data;
  const other = { cart_id: cart.id, quote_hash };
  expect((await first.place(key, other)).body.code).toBe("idempotency_mismatch");
  const { rows } = await sql`select status from carts where user_id = ${first.buyer.id} order by status`.execute(
    shop.app.db,
  );
  expect(rows).toEqual([{ status: "active" }, { status: "ordered" }]);
  expect(await listInconsistencies(shop.app.db)).toEqual([]);
  expect((await first.place(randomUUID(), other)).status).toBe(201);
});
