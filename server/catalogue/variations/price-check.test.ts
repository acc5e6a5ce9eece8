import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { db } = shop.app;
const { token } = await shop.person("admin");
const { body: types } = await shop.ask("GET /product-types", { token });

const create = async (name: string, variation: object = { price_amount: 1000 }) => {
  const body = { name, product_type_id: types.data[0].id, variations: [variation] };
  return (await shop.ask("POST /product", { token, body })).body.data;
};
const save = async (id: number, variation: object, change: object = {}) => {
  const { body } = await shop.ask(`GET /product/${id}`, { token });
  const [first] = body.data.variations;
  return shop.ask(`PUT /product/${id}`, {
    token,
    body: { ...body.data, variations: [{ id: first.id, price_amount: first.price_amount, ...variation }], ...change },
  });
};
/** Moves all prices of a product into the past. */
const wait = (id: number, days: number) =>
  sql`
    update price_history
    set effective_from = effective_from - make_interval(days => ${days}),
      effective_to = effective_to - make_interval(days => ${days})
    where variation_id in (select id from variations where product_id = ${id})`.execute(db);
const problemOf = ({ status, body }: { status: number; body: { errors?: object[] } }) => [status, body.errors?.[0]];
const refused = (price: string) => [
  400,
  {
    field: "variations.0.compare_at_amount",
    code: "above_prior_price",
    message: `The compare-at price can't be above ${price}, the lowest price of the last 30 days.`,
  },
];

test("A5 a compare-at price above the lowest price of the last 30 days is refused with the reason", async () => {
  const { id } = await create("Vase");
  await wait(id, 60);
  expect(problemOf(await save(id, { price_amount: 800, compare_at_amount: 1001 }))).toEqual(refused("€10.00"));
  expect((await save(id, { price_amount: 800, compare_at_amount: 1000 })).status).toBe(200);
});

test("A5 a price raised shortly before the sale does not count", async () => {
  const { id } = await create("Jug");
  await wait(id, 20);
  await save(id, { price_amount: 1500 });
  await wait(id, 10);
  expect(problemOf(await save(id, { price_amount: 900, compare_at_amount: 1500 }))).toEqual(refused("€10.00"));
  await wait(id, 25);
  expect((await save(id, { price_amount: 900, compare_at_amount: 1500 })).status).toBe(200);
});

test("A5 a second reduction of a sale is compared with the price before the sale began", async () => {
  const { id } = await create("Bowl");
  await wait(id, 60);
  await save(id, { price_amount: 800, compare_at_amount: 1000 });
  await wait(id, 10);
  expect((await save(id, { price_amount: 600, compare_at_amount: 1000 })).status).toBe(200);
  expect((await save(id, { price_amount: 600, compare_at_amount: 950 })).status).toBe(200);
  expect(problemOf(await save(id, { price_amount: 600, compare_at_amount: 1050 }))).toEqual(refused("€10.00"));
});

test("A5 a new product may have a compare-at price, and an unchanged one is not checked again", async () => {
  const { id } = await create("Lamp", { price_amount: 1000, compare_at_amount: 3000 });
  await wait(id, 60);
  expect((await save(id, { compare_at_amount: 3000 }, { name: "Lamp of oak" })).status).toBe(200);
});

test("A5 the price check can be turned off", async () => {
  const { id } = await create("Plate");
  await wait(id, 60);
  await inTransaction(db, (tx) => updateSettings(tx, { price_check: false }));
  expect((await save(id, { price_amount: 800, compare_at_amount: 2000 })).status).toBe(200);
  await inTransaction(db, (tx) => updateSettings(tx, { price_check: true }));
});

test("A5 a bulk edit lists the products whose compare-at price would be too high", async () => {
  const { id } = await create("Mug");
  await wait(id, 60);
  const body = { filters: { id: [id] }, change: { kind: "compare_at", percent: 2000, rounding: "none" } };
  const preview = await shop.ask("POST /product/admin/bulk-edits/preview", { token, body });
  expect(preview.body.data).toMatchObject({ changed: 0, failed: 1 });
  await shop.ask("POST /product/admin/bulk-edits", { token, body });
  await shop.app.jobs.drain();
  const { body: edits } = await shop.ask("GET /product/admin/bulk-edits", { token });
  expect(edits.data[0]).toMatchObject({ status: "done", changed: 0, failed: 1 });
});

test("A5 the price history of a product lists its prices, newest first", async () => {
  const { id } = await create("Tray");
  await wait(id, 60);
  await save(id, { price_amount: 800, compare_at_amount: 1000 });
  const { body } = await shop.ask(`GET /product/${id}/price-history`, { token });
  expect(body.data).toMatchObject([
    { price_amount: 800, is_reduced: true, effective_to: null },
    { price_amount: 1000, is_reduced: false },
  ]);
  expect((await shop.ask("GET /product/999999/price-history", { token })).status).toBe(404);
});
