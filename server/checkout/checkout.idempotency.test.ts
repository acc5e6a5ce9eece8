import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { countTrips } from "#server/testing/trips.ts";

const shop = await openTestShop();
const { product, fill, quote } = selling(shop);

/** A buyer with two things in the cart, who knows the quote. */
async function ready() {
  const buyer = await shop.person();
  const published = Promise.withResolvers<void>();
  // Other windows are notified a moment later; the statements for that are not counted here.
  shop.app.bus.subscribe((topics) => topics.includes(`cart_changed:${buyer.id}:2`) && published.resolve());
  const { body: cart } = await fill(buyer, (await product()).id);
  await fill(buyer, (await product()).id);
  const { quote_hash } = (await quote(buyer)).body.data;
  await published.promise;
  const body = { cart_id: cart.id, quote_hash, shipping_address: home };
  const place = (key: string, change = {}) =>
    shop.ask("POST /orders", { token: buyer.token, headers: { "idempotency-key": key }, body: { ...body, ...change } });
  return { buyer, place };
}

test("C11 an order is placed in nine statements, however many lines it has", async () => {
  await (await ready()).place(randomUUID());
  const { place } = await ready();
  const { statements } = await countTrips(async () => expect((await place(randomUUID())).status).toBe(201));
  // Other processes are notified after the commit, possibly while this counts.
  const own = statements.filter((text) => !text.startsWith("select pg_notify"));
  expect(own.map((text) => text.split(" ").slice(0, 3).join(" "))).toEqual([
    "begin",
    "select c.id, c.status,",
    "select id, variation_id,",
    "select v.id as",
    "with placed as",
    "with lines as",
    "update carts c",
    "insert into idempotency_keys",
    "commit",
  ]);
  expect(await listInconsistencies(shop.app.db)).toEqual([]);
});

test("C11 an order that uses its cart's hold takes one more statement", async () => {
  const set = (minutes: number) =>
    inTransaction(shop.app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: minutes }));
  await set(10);
  const held = async () => {
    const made = await ready();
    await shop.ask("PUT /cart/hold", made.buyer);
    return made.place;
  };
  await (await held())(randomUUID());
  const place = await held();
  const { statements } = await countTrips(async () => expect((await place(randomUUID())).status).toBe(201));
  await set(0);
  const own = statements.filter((text) => !text.startsWith("select pg_notify"));
  const firsts = own.map((text) => text.split(" ").slice(0, 3).join(" "));
  expect(firsts.slice(4, 7)).toEqual(["with placed as", "with holding as", "with lines as"]);
  expect(own).toHaveLength(10);
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
