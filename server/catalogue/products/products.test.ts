import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { getVariationsForSale, listProductCards } from "#server/catalogue/catalogue.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { db } = shop.app;
const { token } = await shop.person("admin");

const make = async (table: string, values: Record<string, unknown>) => {
  const columns = sql.join(Object.keys(values).map((key) => sql.ref(key)));
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
};
const typeId = await make("product_types", { name: "Furniture", slug: "furniture" });
const color = await make("option_groups", { name: "Color", code: "color", display: "swatch" });
const size = await make("option_groups", { name: "Size", code: "size", position: 1 });
const extra = await make("option_groups", { name: "Leg", code: "leg", position: 2 });
const value = (group: number, label: string, position = 0) =>
  make("option_values", { option_group_id: group, label, code: label.toLowerCase(), position });
const [red, blue] = [await value(color, "Red"), await value(color, "Blue", 1)];
const [small, large] = [await value(size, "Small"), await value(size, "Large", 1)];
const round = await value(extra, "Round");

const create = async (form: object) => {
  const answer = await shop.ask("POST /product", { token, body: { product_type_id: typeId, ...form } });
  expect(answer.body.message).toBeUndefined();
  return answer.body.data;
};
const save = (product: { id: number; version: number; name: string }, change: object) =>
  shop.ask(`PUT /product/${product.id}`, {
    token,
    body: { name: product.name, product_type_id: typeId, version: product.version, variations: [], ...change },
  });
const one = (more: object = {}) => [{ price_amount: 1000, on_hand: 3, ...more }];
const card = async (id: number) => (await listProductCards(db, [id]))[0];

test("C5 a product is created with variations, stock, slug and a card", async () => {
  const product = await create({
    name: "Oak Chair Größe",
    subtitle: "Sits well",
    brand: "Nord",
    variations: [
      { price_amount: 8900, compare_at_amount: 10900, option_value_ids: [red, small], on_hand: 2, sku: "OC-RS" },
      { price_amount: 9900, option_value_ids: [blue, small], on_hand: 0 },
    ],
  });
  expect(product).toMatchObject({ slug: "oak-chair-grosse", status: "active", version: 1, currency: "EUR" });
  expect(product.variations.map((v: { title: string; on_hand: number }) => [v.title, v.on_hand])).toEqual([
    ["Red / Small", 2],
    ["Blue / Small", 0],
  ]);
  expect(await card(product.id)).toMatchObject({
    price: { amount: 8900, currency: "EUR" },
    max_price: { amount: 9900 },
    compare_at: { amount: 10900 },
    in_stock: true,
    left: 2,
    badges: ["sale", "new", "low"],
    swatches: [{ label: "Red" }, { label: "Blue" }],
    variation_count: 2,
    default_variation_id: product.variations[0].id,
    thumbnail: "/failed_image.png",
    rating: { average: null, count: 0 },
  });
  expect((await shop.ask(`GET /product/${product.id}`, { token })).body.data).toEqual(product);
});

test("C5 slugs can have letters of any script, avoid reserved words and are numbered if taken", async () => {
  const slugs = [];
  for (const name of ["Twice", "TWICE", "Details", "椅子 木", "🙂"])
    slugs.push((await create({ name, variations: one() })).slug);
  expect(slugs.slice(0, 4)).toEqual(["twice", "twice-2", "details-2", "椅子-木"]);
  expect(slugs[4]).toMatch(/^p-[0-9a-f]{8}$/);
  const taken = await shop.ask("POST /product", {
    token,
    body: { name: "Other", slug: "twice", product_type_id: typeId, variations: one() },
  });
  expect([taken.status, taken.body.code]).toEqual([409, "slug_taken"]);
});

test("C5 twenty products of one name created concurrently get different slugs", async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => create({ name: "Rush hour", variations: one() })));
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(20);
});

test("C5 a former slug redirects until another product takes it", async () => {
  const first = await create({ name: "Old name", variations: one() });
  const sent = { slug: "new-name", variations: [{ id: first.variations[0].id, price_amount: 1000 }] };
  expect((await save(first, sent)).body.data.slug).toBe("new-name");
  const redirect = () =>
    sql<{ entity_id: number }>`select entity_id from slug_history where entity = 'product' and old_slug = 'old-name'`
      .execute(db)
      .then(({ rows }) => rows[0]?.entity_id);
  expect(await redirect()).toBe(first.id);
  expect((await create({ name: "Old name", variations: one() })).slug).toBe("old-name");
  expect(await redirect()).toBeUndefined();
});

test("C5 saving an outdated version is a conflict that returns the current product", async () => {
  const product = await create({ name: "Stale", variations: one() });
  const variations = [{ id: product.variations[0].id, price_amount: 1100 }];
  expect((await save(product, { variations })).status).toBe(200);
  const late = await save(product, { variations, name: "Late" });
  expect([late.status, late.body.code]).toEqual([409, "stale"]);
  expect(late.body.current).toMatchObject({ id: product.id, version: 2, name: "Stale" });
});

test("C5 of two concurrent saves of one version exactly one succeeds", async () => {
  const product = await create({ name: "Race", variations: one() });
  const variations = [{ id: product.variations[0].id, price_amount: 1100 }];
  const answers = await Promise.all([1, 2, 3, 4].map((n) => save(product, { variations, name: `Race ${n}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

test("C5 saving an unchanged stock count keeps sales in between; a changed count applies the difference", async () => {
  const product = await create({ name: "Sold meanwhile", variations: one({ on_hand: 5 }) });
  const [{ id }] = product.variations;
  const stock = (body: object) =>
    shop.ask(`POST /variations/${id}/stock`, {
      token,
      headers: { "idempotency-key": randomUUID() },
      body: { reason: "correction", ...body },
    });
  await stock({ delta: -2 });
  const saved = (await save(product, { variations: product.variations, subtitle: "As read" })).body.data;
  expect(saved.variations).toMatchObject([{ on_hand: 3, on_hand_was: 3 }]);
  await stock({ delta: -1 });
  const more = saved.variations.map((variation: object) => ({ ...variation, on_hand: 10 }));
  const counted = (await save(saved, { variations: more })).body.data;
  expect(counted.variations).toMatchObject([{ on_hand: 9 }]);
  await stock({ on_hand: 1 });
  const none = counted.variations.map((variation: object) => ({ ...variation, on_hand: 0 }));
  expect((await save(counted, { variations: none })).body.code).toBe("out_of_stock");
  const absolute = await save(counted, { variations: [{ id, price_amount: 1000, on_hand: 7 }] });
  expect(absolute.body.data.variations).toMatchObject([{ on_hand: 7 }]);
});

test("C5 variations are matched by id, else by options; those not sent stay unless replaced", async () => {
  const product = await create({
    name: "Matched",
    variations: [
      { price_amount: 100, option_value_ids: [red, small], sku: "M-1", max_per_order: 4 },
      { price_amount: 200, option_value_ids: [small, blue], sku: "M-2" },
    ],
  });
  const [first, second] = product.variations;
  const saved = (await save(product, { variations: [{ price_amount: 150, option_value_ids: [small, red] }] })).body
    .data;
  expect(saved.variations).toHaveLength(2);
  expect(saved.variations[0]).toMatchObject({ id: first.id, price_amount: 150, sku: "M-1", max_per_order: 4 });
  const swapped = await save(saved, {
    variations: [
      { id: first.id, price_amount: 150, option_value_ids: [blue, small], sku: "M-2" },
      { id: second.id, price_amount: 200, option_value_ids: [red, small], sku: "M-1" },
    ],
  });
  expect(swapped.body.data.variations.map((v: { sku: string }) => v.sku)).toEqual(["M-2", "M-1"]);
  const replaced = await save(swapped.body.data, {
    replace_variations: true,
    variations: [{ price_amount: 300, option_value_ids: [red, large] }],
  });
  expect(replaced.body.data.variations).toMatchObject([{ title: "Red / Large", price_amount: 300 }]);
});

test("C5 the variation of a simple product becomes the first of many and keeps its id", async () => {
  const product = await create({ name: "Grows", variations: one({ sku: "GROW" }) });
  const grown = await save(product, {
    variations: [
      { price_amount: 1000, option_value_ids: [red] },
      { price_amount: 1200, option_value_ids: [blue] },
    ],
  });
  expect(grown.body.data.variations[0]).toMatchObject({ id: product.variations[0].id, sku: "GROW", title: "Red" });
  expect(grown.body.data.variations).toHaveLength(2);
});

test("C5 duplicate and invalid options are rejected with the name of the variation", async () => {
  const body = (variations: object[]) => ({ token, body: { name: "Bad", product_type_id: typeId, variations } });
  const v = (...option_value_ids: number[]) => ({ price_amount: 100, option_value_ids });
  const twice = await shop.ask("POST /product", body([v(red, small), v(small, red)]));
  expect([twice.status, twice.body.code]).toEqual([409, "duplicate_variation"]);
  expect(twice.body.message).toContain("Red / Small");
  const fields = async (...variations: object[]) => {
    const answer = await shop.ask("POST /product", body(variations));
    expect(answer.status).toBe(400);
    return answer.body.errors.map((error: { field: string }) => error.field);
  };
  expect(await fields(v(red, blue))).toEqual(["variations.0.option_value_ids"]);
  expect(await fields(v(999_999))).toEqual(["variations.0.option_value_ids"]);
  expect(await fields(v(red), v(red, small))).toEqual(["variations.1.option_value_ids"]);
  expect(await fields({ ...v(red), compare_at_amount: 100 })).toEqual(["variations.0.compare_at_amount"]);
  expect(await fields(v(red, small, round, large))).not.toEqual([]);
});

test("C5 a SKU belongs to one variation of the shop", async () => {
  await create({ name: "Owner", variations: one({ sku: "ONLY" }) });
  const again = await shop.ask("POST /product", {
    token,
    body: { name: "Thief", product_type_id: typeId, variations: one({ sku: "ONLY" }) },
  });
  expect([again.status, again.body.code]).toEqual([409, "sku_taken"]);
  expect(again.body.errors[0]).toMatchObject({ field: "variations.0.sku" });
});

test("C5 scripts are removed from a description, its text stays", async () => {
  const { description_html: html } = await create({
    name: "Described",
    description_html:
      '<h1>Hi</h1><p style="color:red" onclick="x()">Good <b>wood</b> <a href="javascript:alert(1)">a</a> ' +
      '<a href="https://x.test/">b</a></p><script>x()</script><img src=x onerror=x()>',
    variations: one(),
  });
  expect(html).toBe(
    '<h2>Hi</h2><p>Good <b>wood</b> <a rel="nofollow noopener noreferrer">a</a> ' +
      '<a href="https://x.test/" rel="nofollow noopener noreferrer">b</a></p>',
  );
});

test("C5 a deleted product is not sold any more, and its slug and SKU can be used again", async () => {
  const product = await create({ name: "Gone soon", variations: one({ sku: "GONE" }) });
  expect((await shop.ask(`DELETE /product/${product.id}`, { token })).status).toBe(204);
  expect((await shop.ask(`GET /product/${product.id}`, { token })).status).toBe(404);
  expect(await listProductCards(db, [product.id])).toEqual([]);
  const sale = await getVariationsForSale(db, [product.variations[0].id]);
  expect(sale.get(product.variations[0].id)).toMatchObject({ for_sale: false, name: "Gone soon" });
  expect((await create({ name: "Gone soon", variations: one({ sku: "GONE" }) })).slug).toBe("gone-soon");
});

test("C7 a variation can be deleted, except the last one", async () => {
  const product = await create({
    name: "Shrinks",
    variations: [
      { price_amount: 100, option_value_ids: [red] },
      { price_amount: 200, option_value_ids: [blue] },
    ],
  });
  const [first, second] = product.variations;
  expect((await shop.ask(`DELETE /variations/${first.id}`, { token })).status).toBe(204);
  expect(await card(product.id)).toMatchObject({ variation_count: 1, price: { amount: 200 } });
  const last = await shop.ask(`DELETE /variations/${second.id}`, { token });
  expect([last.status, last.body.code]).toEqual([409, "last_variation"]);
  expect((await shop.ask(`DELETE /variations/${first.id}`, { token })).status).toBe(404);
});

test("C5 the admin list filters by words, SKU, status and low stock", async () => {
  const low = await create({ name: "Zebra lamp", variations: one({ sku: "ZEB-1", on_hand: 2 }) });
  await create({ name: "Zebra rug", status: "draft", variations: one({ on_hand: 50 }) });
  const names = async (query: string) => {
    const { body } = await shop.ask(`GET /product/admin?${query}`, { token });
    return body.data.map((row: { name: string }) => row.name);
  };
  expect(await names("name=zebra&sort=name")).toEqual(["Zebra lamp", "Zebra rug"]);
  expect(await names("name=ZEB-1")).toContain("Zebra lamp");
  expect(await names("name=zebra&status=draft")).toEqual(["Zebra rug"]);
  expect(await names("name=zeb&stock=low")).toEqual(["Zebra lamp"]);
  expect(await names("name=zeb&stock=out")).toEqual([]);
  expect(await names("name=%27%20%26%20%3A%2A%20%F0%9F%99%82")).toBeInstanceOf(Array);
  const { body } = await shop.ask("GET /product/admin?name=zebra%20lamp", { token });
  expect(body.data[0]).toMatchObject({ id: low.id, on_hand: 2, variation_count: 1, price: { amount: 1000 } });
  expect(body.meta).toMatchObject({ page: 1, total: 1, pages: 1 });
});

test("A5 the admin list filters by brand, price range and missing image", async () => {
  await create({ name: "Quill pen", brand: "Nib & Co", variations: one({ price_amount: 500 }) });
  await create({ name: "Quill set", brand: "Nib & Co", variations: one({ price_amount: 2500 }) });
  await create({ name: "Quill ink", variations: one({ price_amount: 300 }) });
  const names = async (query: string) => {
    const { body } = await shop.ask(`GET /product/admin?name=quill&sort=name&${query}`, { token });
    return body.data.map((row: { name: string }) => row.name);
  };
  expect(await names("brand=Nib%20%26%20Co")).toEqual(["Quill pen", "Quill set"]);
  expect(await names("price_min=500&price_max=1000")).toEqual(["Quill pen"]);
  expect(await names("no_image=1")).toHaveLength(3);
  const { body } = await shop.ask("GET /product/admin/usage", { token });
  expect(body.data.brands).toContainEqual({ brand: "Nib & Co", products: 2 });
});

test("A5 a price range finds products with a variation in it, in the list, the grid and a bulk edit", async () => {
  const options = (price_amount: number, option: number) => ({ price_amount, option_value_ids: [option] });
  const variations = [options(1000, small), options(9000, large)];
  const { id } = await create({ name: "Wide range", option_group_ids: [size], variations });
  const found = async (range: string) => {
    const [price_min, price_max] = range.split("-").map(Number);
    const query = `id=${id}&price_min=${price_min}&price_max=${price_max}`;
    const list = await shop.ask(`GET /product/admin?${query}`, { token });
    const body = {
      filters: { id: [id], price_min, price_max },
      change: { kind: "price", by: "percent", value: 1000, rounding: "none", compare_at: "unchanged" },
    };
    const edit = await shop.ask("POST /product/admin/bulk-edits/preview", { token, body });
    const grid = await shop.ask(`GET /product/admin/variations?${query}`, { token });
    return [list.body.data.length, edit.body.data.total, grid.body.data.length > 0 ? 1 : 0];
  };
  expect(await found("4000-5000")).toEqual([0, 0, 0]);
  expect(await found("900-1000")).toEqual([1, 1, 1]);
  expect(await found("9000-9000")).toEqual([1, 1, 1]);
  expect(await found("1001-8999")).toEqual([0, 0, 0]);
});

test("the lowest price of the 30 days before a reduction is recorded", async () => {
  const product = await create({ name: "Reduced", variations: one() });
  const { id } = product.variations[0];
  const lowest = async () => {
    const { body } = await shop.ask(`GET /product/details/${product.slug}`);
    return body.data.variations[0].lowest_30d?.amount;
  };
  expect(await lowest()).toBeUndefined();
  await sql`update price_history set effective_from = now() - interval '9 days' where variation_id = ${id}`.execute(db);
  const dearer = (await save(product, { variations: [{ id, price_amount: 1500 }] })).body.data;
  await save(dearer, { variations: [{ id, price_amount: 900, compare_at_amount: 1000 }] });
  expect(await lowest()).toBe(1000);
  await sql`
    update price_history set effective_to = now() - interval '31 days', effective_from = now() - interval '40 days'
    where variation_id = ${id} and price_amount = 1000`.execute(db);
  shop.app.responseCache.clear();
  expect(await lowest()).toBe(1500);
});

test("T5 unknown product ids are not found", async () => {
  for (const path of ["abc", "0", "-1", "1.5", "99999999"])
    expect((await shop.ask(`GET /product/${path}`, { token })).status).toBe(404);
});

test("P3 only administrators create, update and delete products", async () => {
  const { token: customer } = await shop.person();
  for (const route of ["GET /product/1", "GET /product/admin", "POST /product", "PUT /product/1", "DELETE /product/1"])
    expect((await shop.ask(route, { token: customer, body: {} })).status).toBe(403);
  expect((await shop.ask("DELETE /variations/1")).status).toBe(401);
});

test("a failed save changes nothing", async () => {
  const before = await sql<{ n: number }>`select count(*)::int as n from products`.execute(db);
  const failing = inTransaction(db, async (tx) => {
    const { createProduct } = await import("#server/catalogue/catalogue.ts");
    await createProduct(
      shop.app,
      tx,
      { name: "Never", product_type_id: typeId, variations: [{ price_amount: 1, option_value_ids: [] }] },
      null,
    );
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  expect((await sql<{ n: number }>`select count(*)::int as n from products`.execute(db)).rows).toEqual(before.rows);
});

test("A5 the list shows the stock of variations that are tracked, and none for a product without", async () => {
  const name = `Tracked ${randomUUID()}`;
  await create({ name, variations: one({ track_stock: false }) });
  await create({ name, variations: one() });
  const { body } = await shop.ask(`GET /product/admin?sort=-stock&name=${encodeURIComponent(name)}`, { token });
  expect(body.data.map(({ on_hand }: { on_hand: number | null }) => on_hand)).toEqual([3, null]);
});
