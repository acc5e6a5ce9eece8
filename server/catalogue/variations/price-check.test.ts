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
const historyOf = async (id: number): Promise<{ effective_to: string | null }[]> =>
  (await shop.ask(`GET /product/${id}/price-history`, { token })).body.data;
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

test("A5 only prices that could be bought are prior prices: drafts and products without a price have none", async () => {
  const { id } = await create("Draft vase", { price_amount: 5000 });
  const { body } = await shop.ask(`GET /product/${id}`, { token });
  await shop.ask(`PUT /product/${id}`, { token, body: { ...body.data, status: "draft" } });
  await sql`delete from price_history where variation_id = ${body.data.variations[0].id}`.execute(db);
  // A draft whose price was tried out lower, as an import without prices does.
  expect((await save(id, { price_amount: 100 })).status).toBe(200);
  expect((await save(id, { price_amount: 5000, compare_at_amount: 7000 })).status).toBe(200);
  expect(await historyOf(id)).toEqual([]);
  await save(id, {}, { status: "active" });
  expect(await historyOf(id)).toMatchObject([{ price_amount: 5000, is_reduced: true, effective_to: null }]);
  await save(id, {}, { status: "draft" });
  expect(await historyOf(id)).toMatchObject([{ price_amount: 5000, effective_to: expect.any(String) }]);
});

test("A5 a history ends and begins with the product's deletion, its variation's activity and its schedule", async () => {
  const { id, variations } = await create("Comes and goes");
  const open = async () => (await historyOf(id)).filter(({ effective_to }) => effective_to === null).length;
  expect(await open()).toBe(1);
  await save(id, { is_active: false });
  expect(await open()).toBe(0);
  await save(id, { is_active: true });
  expect(await open()).toBe(1);
  await shop.ask(`DELETE /product/${id}`, { token });
  const { rows } = await sql`
    select from price_history where variation_id = ${variations[0].id} and effective_to is null`.execute(db);
  expect(rows).toEqual([]);
});

test("A5 the price of a product whose categories are hidden is no prior price", async () => {
  const { body: category } = await shop.ask("POST /categories", { token, body: { name: "Attic" } });
  const hide = async (isHidden: boolean) => {
    const { name, version } = (await shop.ask(`GET /categories/${category.data.id}`, { token })).body.data;
    const body = { name, version, is_active: !isHidden };
    expect((await shop.ask(`PUT /categories/${category.data.id}`, { token, body })).status).toBe(200);
  };
  const { id } = await create("Attic lamp", { price_amount: 5000 });
  await save(id, {}, { category_ids: [category.data.id] });
  expect(await historyOf(id)).toMatchObject([{ price_amount: 5000, effective_to: null }]);
  await wait(id, 60);
  await hide(true);
  expect(await historyOf(id)).toMatchObject([{ price_amount: 5000, effective_to: expect.any(String) }]);
  await save(id, { price_amount: 100 });
  await wait(id, 10);
  await save(id, { price_amount: 5000 });
  await hide(false);
  expect(await historyOf(id)).toMatchObject([{ price_amount: 5000, effective_to: null }, { price_amount: 5000 }]);
  expect((await save(id, { price_amount: 4000, compare_at_amount: 5000 })).status).toBe(200);
});

test("A5 a compare-at price removed by mistake is set again, by an undo or by hand", async () => {
  const { id } = await create("Slip bowl");
  await wait(id, 60);
  await save(id, { price_amount: 800, compare_at_amount: 1000 });
  await wait(id, 7);
  const { headers } = await save(id, { compare_at_amount: null });
  expect((await shop.ask(`POST /audit/${headers.undo}/undo`, { token })).status).toBe(200);
  expect((await shop.ask(`GET /product/${id}`, { token })).body.data.variations[0].compare_at_amount).toBe(1000);
  await save(id, { compare_at_amount: null });
  expect((await save(id, { compare_at_amount: 1000 })).status).toBe(200);
  // After a day it is a sale of its own.
  await save(id, { compare_at_amount: null });
  await wait(id, 2);
  expect(problemOf(await save(id, { compare_at_amount: 1000, price_amount: 700 }))).toEqual(refused("€8.00"));
});

test("A5 a compare-at price that a file set against a warning comes back by an undo", async () => {
  const { id } = await create("Import bowl");
  await wait(id, 60);
  await save(id, { price_amount: 800 });
  await sql`update variations set compare_at_amount = 5000 where product_id = ${id}`.execute(db);
  const { headers, status } = await save(id, { compare_at_amount: null });
  expect(status).toBe(200);
  expect((await shop.ask(`POST /audit/${headers.undo}/undo`, { token })).status).toBe(200);
  expect((await shop.ask(`GET /product/${id}`, { token })).body.data.variations[0].compare_at_amount).toBe(5000);
});

test("A5 the page of a product names the prior price that the check has", async () => {
  const { id, slug } = await create("Sinking cup");
  await wait(id, 60);
  await save(id, { price_amount: 800, compare_at_amount: 1000 });
  await wait(id, 10);
  await save(id, { price_amount: 600, compare_at_amount: 1000 });
  const { body } = await shop.ask(`GET /product/details/${slug}`);
  expect(body.data.variations[0]).toMatchObject({ compare_at: { amount: 1000 }, lowest_30d: { amount: 1000 } });
});

test("A5 a variation created again, or reduced from the start, doesn't get a higher compare-at price", async () => {
  const { id } = await create("Twin");
  await wait(id, 60);
  const { body } = await shop.ask(`GET /product/${id}`, { token });
  const again = (compare_at_amount: number) =>
    shop.ask(`PUT /product/${id}`, {
      token,
      body: {
        ...body.data,
        variations: [{ price_amount: 900, compare_at_amount }],
        replace_variations: true,
      },
    });
  await sql`update variations set deleted_at = now() where product_id = ${id}`.execute(db);
  expect(problemOf(await again(2000))).toEqual(refused("€10.00"));
  expect((await again(1000)).status).toBe(200);
  const reduced = await create("Reduced from the start", { price_amount: 1000, compare_at_amount: 3000 });
  await wait(reduced.id, 60);
  const raised = await save(reduced.id, { compare_at_amount: 9000 });
  expect(problemOf(raised)[1]).toMatchObject({ message: expect.stringContaining("€30") });
});

test("a price at or above the stored compare-at price names that field, though only the price was sent", async () => {
  const { id } = await create("Plate");
  await wait(id, 60);
  await save(id, { price_amount: 800, compare_at_amount: 1000 });
  for (const price_amount of [1000, 1200])
    expect(problemOf(await save(id, { price_amount }))).toMatchObject([
      400,
      { field: "variations.0.compare_at_amount", code: "too_low" },
    ]);
  expect((await save(id, { price_amount: 1200, compare_at_amount: null })).status).toBe(200);
});
