import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AdminProduct, AdminVariation } from "#contract/catalogue/product-form.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { fill, order, pay } = selling(shop);
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const read = async (path: string) => (await ask(`GET ${path}`)).body.data;
const create = async (path: string, body: object) => {
  const made = await ask(`POST ${path}`, body);
  expect([path, made.status, made.body]).toEqual([path, 201, expect.anything()]);
  return made.body.data;
};
let groups = 0;

/** A product with a variation of each option. */
async function productOf(labels: string[], form: object = {}) {
  groups += 1;
  const values = labels.map((label) => ({ label }));
  const group = await create("/product/option-group", { name: `Group ${groups}`, values });
  const variations = group.values.map(({ id }: { id: number }) => ({
    option_value_ids: [id],
    price_amount: 900,
    on_hand: 5,
  }));
  const product = await create("/product", { name: `Made ${groups}`, product_type_id: 1, variations, ...form });
  return { group, product: product as AdminProduct, path: `/product/${product.id}` };
}
async function save(path: string, change: (product: AdminProduct) => object) {
  const product = (await read(path)) as AdminProduct;
  const { images: _, ...form } = product;
  const saved = await ask(`PUT ${path}`, { ...form, replace_variations: true, ...change(product) });
  expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
  return saved.headers.undo as string;
}
const undo = async (id: string) => {
  const { status, body } = await ask(`POST /audit/${id}/undo`);
  return [status, body.code ?? body.data.kept];
};
const priced = (price_amount: number) => (product: AdminProduct) => ({
  variations: product.variations.map((row) => ({ ...row, price_amount })),
});
const pricesOf = async (path: string) =>
  (await read(path)).variations.map(({ price_amount }: AdminVariation) => price_amount);

test("A7 the attributes of a deleted type stay away from the type that the product has now", async () => {
  const typeOf = (key: string) =>
    create("/product-types", { name: `Type ${key}`, attribute_schema: [{ key, label: key, type: "text" }] });
  const [old, fresh] = [await typeOf("tone"), await typeOf("tint")];
  const { path } = await productOf(["Only"], { product_type_id: old.id, attributes: { tone: "dark" } });
  const change = { product_type_id: fresh.id, attributes: { tint: "light" }, subtitle: "New" };
  const saved = await save(path, () => change);
  expect((await ask(`DELETE /product-types/${old.id}`)).status).toBe(204);
  expect(await undo(saved)).toEqual([200, ["attributes", "product_type_id"]]);
  expect(await read(path)).toMatchObject({ ...change, subtitle: null });
});

test("A7 an added variation that is the last one by now stays", async () => {
  const { group, product, path } = await productOf(["One"]);
  const values = [...group.values, { label: "Two" }];
  const changed = (await ask(`PUT /product/option-group/${group.id}`, { ...group, values })).body.data;
  const added = { option_value_ids: [changed.values[1].id], price_amount: 100 };
  const saved = await save(path, ({ variations }) => ({ name: "Pair", variations: [...variations, added] }));
  expect((await ask(`DELETE /variations/${product.variations[0]?.id}`)).status).toBe(204);
  const [{ id }] = (await read(path)).variations;
  expect(await undo(saved)).toEqual([200, [`variation.${id}`]]);
  expect(await read(path)).toMatchObject({ name: product.name, variations: [{ id }] });
});

test("A7 the undo of a tag writes the tag: more tags than a form takes, versions and related products stay", async () => {
  const { product, path } = await productOf(["A", "B"]);
  const [other, shown] = [await productOf(["A"]), await productOf(["A"])];
  await save(path, () => ({ related_ids: [other.product.id, shown.product.id] }));
  expect((await ask(`DELETE ${other.path}`)).status).toBe(204);
  await sql`
    with made as (
      insert into tags (name, slug) select 'Many ' || n, 'many-' || n from generate_series(1, 251) n returning id
    )
    insert into product_tags (product_id, tag_id) select ${product.id}, id from made`.execute(shop.app.db);
  const tag = await create("/tags", { name: "Late" });
  const before = await read(path);
  const { headers } = await ask(`POST ${path}/tag/${tag.id}`);
  expect(await undo(String(headers.undo))).toEqual([200, []]);
  const after = await read(path);
  expect(after.tag_ids).toHaveLength(251);
  expect(after.variations).toEqual(before.variations);
  const { rows } = await sql`select from product_relations where product_id = ${product.id}`.execute(shop.app.db);
  expect(rows).toHaveLength(2);
});

test("A7 prices are undone whatever was removed, moved or renamed since", async () => {
  const { group, product, path } = await productOf(["A", "B", "C", "D"]);
  const saved = await save(path, priced(700));
  const [first] = product.variations as [AdminVariation];
  await save(path, ({ variations }) => ({ variations: variations.slice(1).toReversed() }));
  const values = group.values.map((value: { label: string }) => ({ ...value, label: `New ${value.label}` }));
  expect((await ask(`PUT /product/option-group/${group.id}`, { ...group, values })).status).toBe(200);
  expect(await undo(saved)).toEqual([200, [`variation.${first.id}`]]);
  expect((await read(path)).variations).toMatchObject(
    ["D", "C", "B"].map((label) => ({ title: `New ${label}`, price_amount: 900 })),
  );
});

test("A7 the order of variations is undone by itself", async () => {
  const { product, path } = await productOf(["A", "B", "C"]);
  const titles = async () => (await read(path)).variations.map(({ title }: AdminVariation) => title);
  const moved = await save(path, ({ variations }) => ({ variations: variations.toReversed() }));
  const removed = await save(path, ({ variations }) => ({ variations: variations.slice(1) }));
  const [entry] = (await ask(`GET /audit?entity=product&entity_id=${product.id}`)).body.data;
  expect(Object.keys(entry.after)).toContain("variation_order");
  await save(path, priced(800));
  expect(await undo(removed)).toEqual([200, []]);
  expect(await titles()).toEqual(["C", "B", "A"]);
  expect(await undo(moved)).toEqual([200, []]);
  expect(await titles()).toEqual(["A", "B", "C"]);
});

test("A7 a status goes back with its times, or stays with them", async () => {
  const { path } = await productOf(["Only"]);
  const inHours = (hours: number) => new Date(shop.app.now().getTime() + hours * 3_600_000).toISOString();
  const saved = await save(path, () => ({ status: "draft", publish_at: inHours(1) }));
  await save(path, () => ({ publish_at: inHours(200) }));
  const before = await read(path);
  const { status, body } = await ask(`POST /audit/${saved}/undo`);
  expect([status, body.code]).toEqual([409, "stale"]);
  expect(await read(path)).toEqual(before);
});

test("A7 what is gone or taken by now stays, and the rest goes back", async () => {
  const { group, product, path } = await productOf(["A", "B"], { slug: "first-address" });
  const [kept, gone] = product.variations as [AdminVariation, AdminVariation];
  const saved = await save(path, ({ variations }) => ({
    name: "Changed",
    slug: "second-address",
    variations: variations.slice(0, 1).map((row) => ({ ...row, price_amount: 100 })),
  }));
  await productOf(["A"], { slug: "first-address" });
  const values = group.values.slice(0, 1);
  expect((await ask(`PUT /product/option-group/${group.id}`, { ...group, values })).status).toBe(200);
  expect(await undo(saved)).toEqual([200, expect.arrayContaining(["slug", `variation.${gone.id}`])]);
  expect(await read(path)).toMatchObject({
    name: product.name,
    slug: "second-address",
    variations: [{ id: kept.id, price_amount: 900 }],
  });
});

test("A7 only the changed fields of a variation are recorded, and entries with all of them are undone as well", async () => {
  const { product, path } = await productOf(["A", "B"]);
  const saved = await save(path, priced(700));
  const [entry] = (await ask(`GET /audit?entity=product&entity_id=${product.id}`)).body.data;
  const [one, two] = product.variations as [AdminVariation, AdminVariation];
  expect(entry.after).toEqual({
    [`variation.${one.id}`]: { price_amount: 700 },
    [`variation.${two.id}`]: { price_amount: 700 },
  });
  const whole = ({ id: _id, on_hand: _on, on_hand_was: _was, reserved: _held, version: _v, ...row }: AdminVariation) =>
    row;
  const formerly = (price_amount: number) =>
    JSON.stringify({
      [`variation.${one.id}`]: { ...whole(one), price_amount },
      [`variation.${two.id}`]: { ...whole(two), price_amount },
    });
  await sql`
    update changes set before = ${formerly(900)}::jsonb, after = ${formerly(700)}::jsonb
    where id = ${saved}`.execute(shop.app.db);
  await save(path, ({ variations }) => ({ variations: variations.slice(1) }));
  expect(await undo(saved)).toEqual([200, [`variation.${one.id}`]]);
  expect(await pricesOf(path)).toEqual([900]);
});

test("A7 an image that was restored and removed again is not deleted by the job of its first removal", async () => {
  const { product, path } = await productOf(["Only"]);
  const sha256 = "cd".repeat(32);
  await sql`insert into image_files values (${sha256}, default, 'image/webp', 9, 9, 9, '#aabbcc')`.execute(shop.app.db);
  await sql`insert into images (sha256, alt, product_id) values (${sha256}, 'Kept', ${product.id})`.execute(
    shop.app.db,
  );
  const first = await save(path, () => ({ images: [] }));
  expect(await undo(first)).toEqual([200, []]);
  const second = await save(path, () => ({ images: [] }));
  await sql`
    update graphile_worker._private_jobs set run_at = now() - interval '1 minute'
    where id = (select min(id) from graphile_worker.jobs where task_identifier = 'images.remove')`.execute(shop.app.db);
  await shop.app.jobs.drain();
  expect(await undo(second)).toEqual([200, []]);
  expect((await read(path)).images).toHaveLength(1);
});

test("A7 the stock of a deleted variation can't be adjusted, and stock never goes back below zero", async () => {
  const { product } = await productOf(["A", "B"]);
  const [one, two] = product.variations as [AdminVariation, AdminVariation];
  const adjust = (id: number, change: object) =>
    shop.ask(`POST /variations/${id}/stock`, {
      token,
      body: { reason: "correction", ...change },
      headers: { "idempotency-key": `adjust-${id}-${JSON.stringify(change).length}` },
    });
  const raised = await adjust(one.id, { delta: 20 });
  expect((await adjust(one.id, { on_hand: 3 })).status).toBe(200);
  expect(await undo(String(raised.headers.undo))).toEqual([409, "stale"]);
  expect((await ask(`DELETE /variations/${two.id}`)).status).toBe(204);
  expect((await adjust(two.id, { on_hand: 50 })).status).toBe(404);
});

test("A7 an added variation that was ordered since stays, and stock that is reserved", async () => {
  const { product, path } = await productOf(["A", "B"]);
  const [kept, other] = product.variations as [AdminVariation, AdminVariation];
  expect((await ask(`DELETE /variations/${other.id}`)).status).toBe(204);
  const added = { option_value_ids: other.option_value_ids, price_amount: 900, on_hand: 5 };
  const saved = await save(path, ({ variations }) => ({
    name: "Changed",
    variations: [...variations.map((row) => ({ ...row, on_hand: 20 })), added],
  }));
  const fresh = (await read(path)).variations.find(({ id }: AdminVariation) => id !== kept.id) as AdminVariation;
  const buyer = await shop.person();
  await fill(buyer, kept.id, 10);
  await fill(buyer, fresh.id);
  await pay(buyer, (await order(buyer)).body.data.id);
  const [status, stays] = await undo(saved);
  expect([status, stays.toSorted()]).toEqual([200, [`stock.${kept.id}`, `variation.${fresh.id}`]]);
  expect(await read(path)).toMatchObject({ name: product.name, variations: [{ on_hand: 20 }, { id: fresh.id }] });
});

test("A7 the list of changes reads a product once, however many of them are of it", async () => {
  const { product, path } = await productOf(["A"]);
  for (const change of [{ name: "New" }, { subtitle: "New" }, { brand: "New" }]) await save(path, () => change);
  const recorded = shop.app.objects.get("product");
  if (!recorded) throw new Error("products are recorded");
  const reads = vi.spyOn(recorded, "read");
  onTestFinished(() => reads.mockRestore());
  const { data } = (await ask(`GET /audit?entity=product&entity_id=${product.id}`)).body;
  expect(data.filter((entry: { undo: string }) => entry.undo === "possible").length).toBeGreaterThan(2);
  expect(reads).toHaveBeenCalledTimes(1);
});
