import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { runBulkEdit } from "./bulk-edits.ts";

const shop = await openTestShop();
const { app } = shop;
const admin = await shop.person("admin");
const ask = async (route: string, body?: object, { token } = admin) =>
  (await shop.ask(route, { token, body })).body.data;
const { id: typeId } = (await ask("GET /product-types"))[0];
const create = (name: string, variations: object[] = [{ price_amount: 1000, on_hand: 5 }]) =>
  ask("POST /product", { name, product_type_id: typeId, variations });
const read = (id: number) => ask(`GET /product/${id}`);
const find = (id: string) => ask(`GET /product/admin/bulk-edits/${id}`);
const timeline = (id: number) => ask(`GET /audit?entity=product&entity_id=${id}`);
const start = async (ids: number[], change: object): Promise<string> =>
  (await ask("POST /product/admin/bulk-edits", { filters: { id: ids }, change })).id;
const run = async (ids: number[], change: object) => {
  const id = await start(ids, change);
  await app.jobs.drain();
  return id;
};
const undo = async (id: string, by = admin) => {
  await ask(`POST /product/admin/bulk-edits/${id}/undo`, {}, by);
  await app.jobs.drain();
  return find(id);
};
const tenPercent = { kind: "price", by: "percent", value: 1000, rounding: "none", compare_at: "unchanged" };

test("A7 a bulk edit is one line of the log, with its number of products, and a change in the log of each", async () => {
  const [one, other] = [await create("Listed"), await create("Also listed")];
  const edit = await run([one.id, other.id], tenPercent);
  const [line, next] = await ask("GET /audit");
  expect(line).toMatchObject({
    action: "POST /product/admin/bulk-edits",
    entity: "bulk_edit",
    entity_id: edit,
    name: "Price of 2 products",
    after: { products: 2 },
    is_set: true,
    undo: "possible",
  });
  expect(next).toMatchObject({ action: "POST /product", is_set: false });
  expect((await ask(`GET /audit?set_id=${edit}`)).map(({ name }: { name: string }) => name)).toEqual([
    "Also listed",
    "Listed",
  ]);
  const variation = `variation.${one.variations[0].id}`;
  const prices = (price_amount: number) => ({ [variation]: { price_amount, compare_at_amount: null } });
  const [change] = await timeline(one.id);
  expect(change).toMatchObject({
    actor: { id: admin.id },
    action: "POST /product/admin/bulk-edits",
    name: "Listed",
    before: prices(1000),
    after: prices(1100),
    set_id: edit,
    undo: "not_possible",
  });
  expect((await shop.ask(`POST /audit/${change.id}/undo`, { token: admin.token })).body.code).toBe("undo_not_possible");
  const colleague = await shop.person("admin");
  await undo(edit, colleague);
  expect(await timeline(one.id)).toMatchObject([
    { actor: { id: colleague.id }, before: prices(1100), after: prices(1000), undoes: change.id },
    { id: change.id, undo: "undone" },
    { action: "POST /product" },
  ]);
});

test("A7 an undo of a bulk edit sets back what is as it was left, and says what was changed since", async () => {
  const sizes = await ask("POST /product/option-group", { name: "Size", values: [{ label: "S" }, { label: "L" }] });
  const { id } = await create(
    "Two sizes",
    sizes.values.map((value: { id: number }, at: number) => ({
      option_value_ids: [value.id],
      price_amount: 1000 + at * 1000,
      on_hand: 5 + at,
    })),
  );
  /** Saves the product with other fields of its first or second variation, as the editor does. */
  const save = async (...fields: object[]) => {
    const form = await read(id);
    const variations = form.variations.map((row: object, at: number) => ({ ...row, ...fields[at] }));
    const { status } = await shop.ask(`PUT /product/${id}`, { token: admin.token, body: { ...form, variations } });
    expect(status).toBe(200);
  };
  const variations = async () => (await read(id)).variations;
  const prices = await run([id], tenPercent);
  await save({ price_amount: 1250 }, { sku: "KEPT-SKU" });
  expect(await undo(prices)).toMatchObject({
    undone: 1,
    changed_since: 0,
    failures: [{ id, message: "Changed since: 1 variation. The rest was undone." }],
  });
  expect(await variations()).toMatchObject([{ price_amount: 1250 }, { price_amount: 2000, sku: "KEPT-SKU" }]);
  const stock = await run([id], { kind: "stock", by: "set", units: 20 });
  await save({ on_hand: 18 }, { on_hand: 25 });
  expect(await undo(stock)).toMatchObject({ undone: 1, changed_since: 0 });
  // Two fewer and five more since: so they are after the undo.
  expect(await variations()).toMatchObject([{ on_hand: 3 }, { on_hand: 11 }]);
  const more = await run([id], { kind: "stock", by: "add", units: 30 });
  await save({ on_hand: 1 });
  const left = await undo(more);
  expect([left.undone, left.changed_since, left.failures.length]).toEqual([0, 1, 1]);
  expect(await variations()).toMatchObject([{ on_hand: 1 }, { on_hand: 41 }]);
});

test("A7 each change of a bulk edit that is stopped and resumed, or fails, is recorded once, or not at all", async () => {
  await sql`
    with p as (
      insert into products (slug, name, product_type_id, brand, currency)
      select 'resumed-' || n, 'Resumed', ${typeId}, 'Resumed', 'EUR' from generate_series(1, 120) n
      returning id
    )
    insert into variations (product_id, price_amount) select id, 1000 from p`.execute(app.db);
  const { id: edit } = await ask("POST /product/admin/bulk-edits", {
    filters: { brand: "Resumed" },
    change: tenPercent,
  });
  const prices = async () => {
    const { rows } = await sql<{ price: number; count: number }>`
      select price_amount as price, count(*)::int as count
      from variations
      where product_id in (select id from products where brand = 'Resumed')
      group by 1 order by 1`.execute(app.db);
    return rows;
  };
  const recorded = async (action: string) => {
    const { rows } = await sql<{ changes: number; products: number }>`
      select count(*)::int as changes, count(distinct entity_id)::int as products
      from changes where set_id = ${edit} and action = ${action}`.execute(app.db);
    return rows[0];
  };
  const stopped = AbortSignal.abort();
  await runBulkEdit(app, edit, stopped);
  expect(await recorded("POST /product/admin/bulk-edits")).toEqual({ changes: 50, products: 50 });
  // Nothing of a batch whose changes can't be recorded stays.
  await sql`alter table changes add constraint test_only check (set_id is null) not valid`.execute(app.db);
  await expect(runBulkEdit(app, edit, stopped)).rejects.toThrow();
  await sql`alter table changes drop constraint test_only`.execute(app.db);
  expect(await prices()).toEqual([
    { price: 1000, count: 70 },
    { price: 1100, count: 50 },
  ]);
  await app.jobs.drain();
  expect(await recorded("POST /product/admin/bulk-edits")).toEqual({ changes: 120, products: 120 });
  await ask(`POST /product/admin/bulk-edits/${edit}/undo`);
  await runBulkEdit(app, edit, stopped);
  expect(await find(edit)).toMatchObject({ status: "undoing", changed: 70, undone: 50 });
  await app.jobs.drain();
  expect(await find(edit)).toMatchObject({ status: "undone", changed: 0, undone: 120, waiting: 0 });
  expect(await recorded("POST /product/admin/bulk-edits/:id/undo")).toEqual({ changes: 120, products: 120 });
  expect(await prices()).toEqual([{ price: 1000, count: 120 }]);
});

test("A7 undoing a bulk edit puts nothing up for sale without what its type requires", async () => {
  const attribute_schema = [{ key: "energy", label: "Energy class", unit: null, filterable: true, required: true }];
  const strict = (await ask("POST /product-types", { name: "Strict", attribute_schema })).id;
  const lamp = await ask("POST /product", {
    name: "Lamp",
    product_type_id: strict,
    attributes: { energy: "A" },
    variations: [{ price_amount: 1000 }],
  });
  const form = { name: "Lamp", variations: [{ id: lamp.variations[0].id, price_amount: 1000 }] };
  const save = async (fields: object) => {
    const { version } = await read(lamp.id);
    const answer = await shop.ask(`PUT /product/${lamp.id}`, {
      token: admin.token,
      body: { ...form, ...fields, version },
    });
    expect(answer.status).toBe(200);
  };
  const other = await create("Other");
  const both = [lamp.id, other.id];
  await run(both, { kind: "status", status: "active" });
  const archived = await run(both, { kind: "status", status: "archived" });
  await save({ product_type_id: strict, attributes: {} });
  expect(await undo(archived)).toMatchObject({ failures: [{ message: "Energy class required" }] });
  expect([(await read(lamp.id)).status, (await read(other.id)).status]).toEqual(["archived", "active"]);

  const retyped = await run([lamp.id], { kind: "type", product_type_id: typeId });
  await save({ product_type_id: typeId, status: "draft", publish_at: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await undo(retyped)).failures.length).toBe(1);
  expect((await read(lamp.id)).product_type_id).toBe(typeId);
});
