import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { cancelBulkEdit, runBulkEdit, undoBulkEdit } from "./bulk-edits.ts";

const shop = await openTestShop();
const { app } = shop;
const { db } = app;
const { token } = await shop.person("admin");
const { body: types } = await shop.ask("GET /product-types", { token });
const typeId = types.data[0].id;

const create = async (name: string, more: object = {}) => {
  const body = { name, product_type_id: typeId, variations: [{ price_amount: 1000, on_hand: 5 }], ...more };
  return (await shop.ask("POST /product", { token, body })).body.data;
};
const read = async (id: number) => (await shop.ask(`GET /product/${id}`, { token })).body.data;
const start = async (filters: object, change: object) => {
  const { status, body } = await shop.ask("POST /product/admin/bulk-edits", { token, body: { filters, change } });
  expect([status, body.message]).toEqual([202, undefined]);
  return body.data.id as string;
};
const run = async (filters: object, change: object) => {
  const id = await start(filters, change);
  await app.jobs.drain();
  return find(id);
};
const find = async (id: string) => (await shop.ask(`GET /product/admin/bulk-edits/${id}`, { token })).body.data;
const undo = async (id: string) => {
  expect((await shop.ask(`POST /product/admin/bulk-edits/${id}/undo`, { token })).status).toBe(202);
  await app.jobs.drain();
  return find(id);
};
const plusTenPercent = { kind: "price", by: "percent", value: 1000, rounding: "none", compare_at: "unchanged" };

/** Inserts products with one variation each at odd prices; returns the prices by variation. */
async function createMany(brand: string, count: number) {
  await sql`
    with p as (
      insert into products (slug, name, product_type_id, brand, currency)
      select ${brand} || '-' || n, ${brand} || ' ' || n, ${typeId}, ${brand}, 'EUR' from generate_series(1, ${count}) n
      returning id
    )
    insert into variations (product_id, price_amount)
    select id, 100 + (id * 7919) % 90001 from p`.execute(db);
  return pricesOf(brand);
}
async function pricesOf(brand: string) {
  const { rows } = await sql<{ id: number; price_amount: number }>`
    select v.id, v.price_amount
    from variations v
    join products p on p.id = v.product_id and p.brand = ${brand}
    order by v.id`.execute(db);
  return rows;
}
const raised = (prices: { id: number; price_amount: number }[]) =>
  prices.map(({ id, price_amount }) => ({ id, price_amount: Math.round((price_amount * 11) / 10) }));

test("A5 2,000 prices go up by 10%, and undo restores each of them exactly", async () => {
  const before = await createMany("Large", 2000);
  const selection = { filters: { brand: "Large" }, change: plusTenPercent };
  const preview = await shop.ask("POST /product/admin/bulk-edits/preview", { token, body: selection });
  expect(preview.body.data).toMatchObject({ total: 2000, changed: 2000, unchanged: 0, failed: 0 });
  expect(preview.body.data.examples).toHaveLength(10);
  const edit = await run(selection.filters, plusTenPercent);
  expect(edit).toMatchObject({ status: "done", total: 2000, waiting: 0, changed: 2000 });
  expect(await pricesOf("Large")).toEqual(raised(before));
  expect(await undo(edit.id)).toMatchObject({ status: "undone", changed: 0, undone: 2000, undo_until: null });
  expect(await pricesOf("Large")).toEqual(before);
});

test("A5 two bulk edits of the same products at once both apply, one after the other for each product", async () => {
  const before = await createMany("Twice", 200);
  const [one, two] = [await start({ brand: "Twice" }, plusTenPercent), await start({ brand: "Twice" }, plusTenPercent)];
  await Promise.all([app.jobs.drain(), app.jobs.drain()]);
  expect([(await find(one)).changed, (await find(two)).changed]).toEqual([200, 200]);
  expect(await pricesOf("Twice")).toEqual(raised(raised(before)));
});

test("A5 a bulk edit cancelled half way leaves the rest as it was, and its changes can be undone", async () => {
  const before = await createMany("Half", 150);
  const id = await start({ brand: "Half" }, plusTenPercent);
  const stop = new AbortController();
  stop.abort();
  await runBulkEdit(app, id, stop.signal);
  await inTransaction(db, (tx) => cancelBulkEdit(tx, id));
  await app.jobs.drain();
  expect(await find(id)).toMatchObject({ status: "cancelled", changed: 50, waiting: 100 });
  expect(await pricesOf("Half")).toEqual([...raised(before.slice(0, 50)), ...before.slice(50)]);
  const again = await shop.ask(`POST /product/admin/bulk-edits/${id}/cancel`, { token });
  expect([again.status, again.body.code]).toEqual([409, "bulk_edit_finished"]);
  expect(await undo(id)).toMatchObject({ status: "undone", undone: 50 });
  expect(await pricesOf("Half")).toEqual(before);
});

test("A5 undo leaves products that were changed since, and names them", async () => {
  const [kept, edited, gone] = [await create("Kept"), await create("Edited"), await create("Gone")];
  const edit = await run({ id: [kept.id, edited.id, gone.id] }, plusTenPercent);
  const current = await read(edited.id);
  await shop.ask(`PUT /product/${edited.id}`, {
    token,
    body: { ...current, variations: [{ id: current.variations[0].id, price_amount: 1250 }] },
  });
  await shop.ask(`DELETE /product/${gone.id}`, { token });
  const undone = await undo(edit.id);
  expect(undone).toMatchObject({ undone: 1, changed_since: 2 });
  expect(undone.failures.map(({ name }: { name: string }) => name)).toEqual(["Edited", "Gone"]);
  expect([await read(kept.id), await read(edited.id)]).toMatchObject([
    { variations: [{ price_amount: 1000 }] },
    { variations: [{ price_amount: 1250 }] },
  ]);
});

test("A5 a bulk edit can be undone for 24 hours, once", async () => {
  const { id } = await create("Late");
  const edit = await run({ id: [id] }, plusTenPercent);
  const dayLater = { ...app, now: () => new Date(Date.parse(edit.created_at) + 24 * 3_600_000 + 1) };
  await expect(inTransaction(db, (tx) => undoBulkEdit(dayLater, tx, edit.id))).rejects.toMatchObject({
    code: "bulk_edit_not_undoable",
  });
  await undo(edit.id);
  const again = await shop.ask(`POST /product/admin/bulk-edits/${edit.id}/undo`, { token });
  expect([again.status, again.body.code]).toEqual([409, "bulk_edit_not_undoable"]);
});

test("A5 status, schedule, stock, category, tag and type are changed and undone, and the shop shows it", async () => {
  const { body: category } = await shop.ask("POST /categories", { token, body: { name: "Summer" } });
  const { body: tag } = await shop.ask("POST /tags", { token, body: { name: "Sale" } });
  const { body: type } = await shop.ask("POST /product-types", { token, body: { name: "Bowls" } });
  const product = await create("Bowl");
  const inShop = async () => (await shop.ask(`GET /product/details/${product.slug}`)).status === 200;
  expect(await inShop()).toBe(true);
  const publish_at = "2031-05-01T08:00:00.000Z";
  const cases: [object, object][] = [
    [{ kind: "status", status: "draft" }, { status: "draft" }],
    [{ kind: "schedule", publish_at, unpublish_at: null }, { publish_at }],
    [{ kind: "stock", by: "add", units: 7 }, { variations: [{ on_hand: 12 }] }],
    [{ kind: "category", action: "add", category_id: category.data.id }, { category_ids: [category.data.id] }],
    [{ kind: "tag", action: "add", tag_id: tag.data.id }, { tag_ids: [tag.data.id] }],
    [{ kind: "type", product_type_id: type.data.id }, { product_type_id: type.data.id }],
  ];
  const edits: string[] = [];
  for (const [change, after] of cases) {
    const { id, changed } = await run({ id: [product.id] }, change);
    expect(changed).toBe(1);
    expect(await read(product.id)).toMatchObject(after);
    edits.push(id);
  }
  expect(await inShop()).toBe(false);
  for (const id of edits.toReversed()) expect(await undo(id)).toMatchObject({ undone: 1, changed_since: 0 });
  const { version: _version, updated_at: _time, ...restored } = await read(product.id);
  expect({ ...product, ...restored }).toEqual({ ...product, variations: restored.variations });
  expect(await inShop()).toBe(true);
});

test("A5 products that can't be changed are listed with the reason, and the others change", async () => {
  const cheap = await create("Cheap", { variations: [{ price_amount: 100 }] });
  const dear = await create("Dear");
  const minusFive = { ...plusTenPercent, by: "amount", value: -500 };
  const edit = await run({ id: [cheap.id, dear.id] }, minusFive);
  expect(edit).toMatchObject({ changed: 1, failed: 1 });
  expect(edit.failures).toEqual([{ id: cheap.id, name: "Cheap", message: "The price would be negative." }]);
  expect((await read(dear.id)).variations[0].price_amount).toBe(500);
});

test("A5 an unknown category, tag or type is not found, and a schedule must be in order", async () => {
  const preview = (change: object) =>
    shop.ask("POST /product/admin/bulk-edits/preview", { token, body: { filters: {}, change } });
  for (const change of [
    { kind: "category", action: "add", category_id: 999_999 },
    { kind: "tag", action: "add", tag_id: 999_999 },
    { kind: "type", product_type_id: 999_999 },
  ])
    expect((await preview(change)).status).toBe(404);
  const time = "2031-01-01T00:00:00Z";
  expect((await preview({ kind: "schedule", publish_at: time, unpublish_at: time })).status).toBe(400);
});

test("A7 a bulk edit is undone from the audit log, once", async () => {
  const { id } = await create("Audited");
  const edit = await run({ id: [id] }, plusTenPercent);
  const { data } = (await shop.ask(`GET /audit?entity_id=${edit.id}`, { token })).body;
  expect(data).toMatchObject([{ action: "POST /product/admin/bulk-edits", undo: "possible" }]);
  expect((await shop.ask(`POST /audit/${data[0].id}/undo`, { token })).status).toBe(200);
  await app.jobs.drain();
  expect(await find(edit.id)).toMatchObject({ status: "undone", undone: 1 });
  expect((await shop.ask(`POST /audit/${data[0].id}/undo`, { token })).body.code).toBe("stale");
});

test("A7 a bulk edit that was undone on its own page is undone in the audit log too", async () => {
  const { id } = await create("Undone elsewhere");
  const edit = await run({ id: [id] }, plusTenPercent);
  await undo(edit.id);
  const { data } = (await shop.ask(`GET /audit?entity_id=${edit.id}`, { token })).body;
  expect(data).toMatchObject([
    { action: "POST /product/admin/bulk-edits/:id/undo", undo: "not_possible" },
    { action: "POST /product/admin/bulk-edits", undo: "undone" },
  ]);
});

test("A5 undo leaves out a category and a tag that were deleted since, so that the product can still be saved", async () => {
  const make = async (route: string, name: string) =>
    (await shop.ask(`POST ${route}`, { token, body: { name } })).body.data.id as number;
  const [first, second] = [await make("/categories", "Undo one"), await make("/categories", "Undo two")];
  const { id } = await create("Undone bowl", { category_ids: [first, second] });
  const { id: edit } = await run({ id: [id] }, { kind: "category", action: "remove", category_id: first });
  await shop.ask(`DELETE /categories/${first}`, { token });
  expect(await undo(edit)).toMatchObject({ status: "undone" });
  const restored = await read(id);
  expect(restored.category_ids).toEqual([second]);
  expect((await shop.ask(`PUT /product/${id}`, { token, body: restored })).status).toBe(200);
});
