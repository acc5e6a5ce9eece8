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
  expect((await ask(`POST /audit/${again.headers.undo}/undo`)).body.code).toBe("stale");
});
