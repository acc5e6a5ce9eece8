import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AdminVariation } from "#contract/catalogue/product-form.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const { product, bought } = selling(shop);
const ask = (route: string, body?: object, headers = {}) => shop.ask(route, { token, body, headers });
const read = async (path: string) => (await ask(`GET ${path}`)).body.data;
const entries = async (query = "") => (await ask(`GET /audit?${query}`)).body.data;
const undo = async () => ask(`POST /audit/${(await entries())[0].id}/undo`);

/** One of a list, by its path. */
async function at(path: string) {
  const [list, id = ""] = [path.slice(0, path.lastIndexOf("/")), path.split("/").at(-1)];
  return (await read(list)).find((one: { id: number }) => String(one.id) === id);
}
const create = async (path: string, body: object) => `${path}/${(await ask(`POST ${path}`, body)).body.data.id}`;
const withoutVersions = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, field) => (["version", "updated_at"].includes(key) ? undefined : field)));

test("A7 prices, stock and added variations of a product are undone, and sales in between still count", async () => {
  const { variation } = await bought({ stock: 10, quantity: 2 });
  const path = `/product/${variation.productId}`;
  const before = await read(path);
  const [first] = before.variations as AdminVariation[];
  const grid = { variation_id: variation.id, price_amount: 777, on_hand: 25, on_hand_was: 10, version: first?.version };
  expect((await ask("PUT /product/admin/variations", { changes: [grid] })).status).toBe(200);
  expect((await read(path)).variations[0]).toMatchObject({ price_amount: 777, on_hand: 25 });
  // Arrives in the meantime.
  const sale = { delta: -3, reason: "adjust" };
  const key = { "idempotency-key": "sold-elsewhere-1" };
  expect((await ask(`POST /variations/${variation.id}/stock`, sale, key)).status).toBe(200);
  const [gridEntry] = await entries(`entity=product&entity_id=${variation.productId}`);
  expect((await ask(`POST /audit/${gridEntry.id}/undo`)).status).toBe(200);
  const { price_amount } = first ?? {};
  expect((await read(path)).variations[0]).toMatchObject({ price_amount, on_hand: 10 - 3 });
  expect((await ask(`POST /audit/${gridEntry.id}/undo`)).body).toMatchObject({
    code: "stale",
    message: "It has been changed since, so this can't be undone. Nothing was changed.",
  });
  const [stockEntry] = await entries(`entity=variation&entity_id=${variation.id}`);
  expect(stockEntry).toMatchObject({ before: { on_hand: 25 }, after: { on_hand: 22 }, undo: "possible" });
  expect((await ask(`POST /audit/${stockEntry.id}/undo`)).status).toBe(200);
  expect((await read(path)).variations[0].on_hand).toBe(10);
});

test("A7 variations and images removed in the editor come back with their ids, and a deleted variation", async () => {
  const { id: optionId, values } = await at(
    await create("/product/option-group", { name: "Knit", values: [{ label: "Fine" }, { label: "Loose" }] }),
  );
  expect(optionId).toBeGreaterThan(0);
  const [fine, loose] = values.map(({ id }: { id: number }) => ({ option_value_ids: [id], price_amount: 900 }));
  const sold = { ...loose, sku: "KNIT-LOOSE", on_hand: 8 };
  const { productId } = await product();
  const path = `/product/${productId}`;
  const save = async (change: object) => {
    const { version, variations, ...form } = await read(path);
    const body = { ...form, variations, version, replace_variations: true, ...change };
    const saved = await ask(`PUT ${path}`, body);
    expect([saved.status, saved.body]).toEqual([200, expect.anything()]);
    return saved;
  };
  const sha256 = "ab".repeat(32);
  await sql`insert into image_files values (${sha256}, default, 'image/webp', 9, 9, 9, '#aabbcc')`.execute(shop.app.db);
  await sql`
    insert into images (sha256, source_url, alt, product_id)
    values
      (${sha256}, 'https://a.example/a.jpg', 'Side', ${productId}),
      (${sha256}, null, 'Top', ${productId})`.execute(shop.app.db);
  await save({ variations: [fine, sold] });
  const before = await read(path);
  expect([before.variations, before.images].map((rows) => rows.length)).toEqual([2, 2]);
  const { headers } = await save({ variations: before.variations.slice(0, 1), images: before.images.slice(1) });
  const [, gone] = before.variations;
  await sql`update stock_levels set on_hand = 7 where variation_id = ${gone.id}`.execute(shop.app.db);
  const both = await Promise.all([1, 2].map(() => ask(`POST /audit/${headers.undo}/undo`)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const after = await read(path);
  const restored = before.variations.map((row: AdminVariation) =>
    row.id === gone.id ? { ...row, on_hand: 7, on_hand_was: 7 } : row,
  );
  expect(withoutVersions({ ...after, variations: after.variations })).toEqual(
    withoutVersions({ ...before, variations: restored }),
  );
  const { rows } = await sql`select source_url from images where product_id = ${productId} order by id`.execute(
    shop.app.db,
  );
  expect(rows).toEqual([{ source_url: "https://a.example/a.jpg" }, { source_url: null }]);
  // The undo can be undone as well.
  expect((await undo()).status).toBe(200);
  expect((await read(path)).variations).toHaveLength(1);
  expect((await undo()).status).toBe(200);
  expect(withoutVersions(await read(path))).toEqual(withoutVersions(after));
  const ids = after.images.map(({ id }: { id: number }) => id).toReversed();
  const order = () => ask("POST /images/reorder", { product_id: productId, ids });
  await order();
  expect((await undo()).status).toBe(200);
  expect((await read(path)).images).toEqual(after.images);
  const reordered = await order();
  await save({ images: after.images });
  expect((await ask(`POST /audit/${reordered.headers.undo}/undo`)).body.code).toBe("stale");
  const deletion = await ask(`DELETE /variations/${gone.id}`);
  expect((await entries())[0].name).toBe("KNIT-LOOSE");
  expect((await ask(`POST /audit/${deletion.headers.undo}/undo`)).status).toBe(200);
  expect(withoutVersions(await read(path))).toEqual(withoutVersions(after));
  const again = await ask(`DELETE /variations/${gone.id}`);
  await save({ name: "Renamed since" });
  expect((await ask(`POST /audit/${again.headers.undo}/undo`)).status).toBe(200);
});

test("A7 each variation and its stock is undone by itself: what changed since stays, and is said", async () => {
  const options = await create("/product/option-group", { name: "Rib", values: [{ label: "Two" }, { label: "Four" }] });
  const { values } = await at(options);
  const variations = values.map(({ id }: { id: number }) => ({
    option_value_ids: [id],
    price_amount: 900,
    on_hand: 5,
  }));
  const scarf = (await ask("POST /product", { name: "Scarf", product_type_id: 1, variations })).body.data;
  const path = `/product/${scarf.id}`;
  const save = async (name: string, change: (row: AdminVariation, at: number) => object) => {
    const form = await read(path);
    const rows = form.variations.map((row: AdminVariation, at: number) => ({ ...row, ...change(row, at) }));
    return ask(`PUT ${path}`, { ...form, name, images: undefined, variations: rows });
  };
  const first = await save("Shawl", (_row, at) => ({ price_amount: 700 + at, on_hand: 9 }));
  const [one, two] = scarf.variations as [AdminVariation, AdminVariation];
  const [recorded] = await entries(`entity=product&entity_id=${scarf.id}`);
  expect(recorded.before).toMatchObject({ name: "Scarf", [`stock.${one.id}`]: 5, [`stock.${two.id}`]: 5 });
  expect(recorded.after).toMatchObject({ name: "Shawl", [`stock.${one.id}`]: 9, [`stock.${two.id}`]: 9 });
  await save("Shawl", (row) => (row.id === two.id ? { price_amount: 650 } : {}));
  const [again] = await entries(`entity=product&entity_id=${scarf.id}`);
  expect(Object.keys(again.after)).toEqual([`variation.${two.id}`]);
  const undone = await ask(`POST /audit/${first.headers.undo}/undo`);
  expect([undone.status, undone.body.data]).toEqual([200, { kept: [`variation.${two.id}`] }]);
  expect(await read(path)).toMatchObject({
    name: "Scarf",
    variations: [
      { id: one.id, price_amount: 900, on_hand: 5 },
      { id: two.id, price_amount: 650, on_hand: 5 },
    ],
  });
});

test("A7 a created product that was sold since is deleted by an undo, one that was edited is not", async () => {
  const made = async () =>
    ask("POST /product", { name: "Brooch", product_type_id: 1, variations: [{ price_amount: 500, on_hand: 4 }] });
  const [sold, edited] = [await made(), await made()];
  const { id: variationId } = sold.body.data.variations[0];
  await sql`update stock_levels set on_hand = 3 where variation_id = ${variationId}`.execute(shop.app.db);
  expect((await ask(`POST /audit/${sold.headers.undo}/undo`)).status).toBe(200);
  expect((await ask(`GET /product/${sold.body.data.id}`)).status).toBe(404);
  await ask(`PUT /product/${edited.body.data.id}`, { ...edited.body.data, images: undefined, name: "Pin" });
  expect((await ask(`POST /audit/${edited.headers.undo}/undo`)).body.code).toBe("stale");
});

test("A7 a product's write whose change can't be recorded changes nothing, and a failed grid leaves no entry", async () => {
  const { productId } = await product();
  const path = `/product/${productId}`;
  const before = await read(path);
  const count = (await entries("per_page=100")).length;
  await sql`alter table changes add constraint test_only check (action <> 'PUT /product/:id') not valid`.execute(
    shop.app.db,
  );
  const [row] = before.variations as AdminVariation[];
  const grid = { variation_id: row?.id, price_amount: 1, version: row?.version };
  const refused = [
    await ask(`PUT ${path}`, { ...before, images: undefined, name: "Not recorded" }),
    await ask("PUT /product/admin/variations", { changes: [grid] }),
  ];
  await sql`alter table changes drop constraint test_only`.execute(shop.app.db);
  expect(refused.map(({ status }) => status)).toEqual([500, 500]);
  expect(await read(path)).toEqual(before);
  const stale = await ask("PUT /product/admin/variations", { changes: [{ ...grid, version: 99 }] });
  expect(stale.status).toBe(409);
  expect((await entries("per_page=100")).length).toBe(count);
});

test("A7 what is sold while a product is saved is no change of the product", async () => {
  const { id, productId } = await product({ stock: 5 });
  const path = `/product/${productId}`;
  const { images: _, ...form } = await read(path);
  const [row] = form.variations as AdminVariation[];
  const saved = await shop.app.db.transaction().execute(async (tx) => {
    await sql`update stock_levels set on_hand = on_hand - 2 where variation_id = ${id}`.execute(tx);
    // Waits for this transaction.
    const save = ask(`PUT ${path}`, { ...form, variations: [{ ...row, on_hand: 9, on_hand_was: 5 }] });
    await isBlocked();
    return { save };
  });
  const { status, headers } = await saved.save;
  expect(status).toBe(200);
  const [entry] = await entries(`entity=product&entity_id=${productId}`);
  expect([entry.before, entry.after]).toEqual([{ [`stock.${id}`]: 3 }, { [`stock.${id}`]: 7 }]);
  expect((await ask(`POST /audit/${headers.undo}/undo`)).status).toBe(200);
  expect((await read(path)).variations[0].on_hand).toBe(3);
});

/** Waits until a transaction of this shop waits for another one. */
async function isBlocked() {
  const waiting = sql`
    select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  while ((await waiting.execute(shop.app.db)).rows.length === 0);
}
