import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Category } from "#contract/catalogue/categories.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");

const make = async (name: string, more: object = {}) =>
  (await shop.ask("POST /categories", { token, body: { name, ...more } })).body.data;
const get = async (id: number) => (await shop.ask(`GET /categories/${id}`)).body.data;
const tree = async (query = ""): Promise<Category[]> => (await shop.ask(`GET /categories?${query}`)).body.data;
const paths = (some: Category[]): string[] => some.flatMap((it) => [it.path, ...paths(it.subfolder)]);
const move = (id: number, parent_id: number | null, position = 0) =>
  shop.ask(`POST /categories/${id}/move`, { token, body: { parent_id, position } });
const remove = (id: number, query = "") => shop.ask(`DELETE /categories/${id}?${query}`, { token });
const redirect = async (path: string) => (await shop.ask(`GET /product?category=${path}`)).body.redirect_to;

let number = 0;
/** Tests share the tree, so each works below a top of its own. */
const top = () => make(`Top ${++number}`);

test("C8 a deletion is undone below the parent as it is by then, and former addresses lead to it again", async () => {
  const parent = await top();
  const child = await make("Mugs", { parent_id: parent.id });
  await shop.ask(`PUT /categories/${child.id}`, { token, body: { name: "Cups", version: child.version } });
  const { headers } = await remove(child.id);
  const { version } = await get(parent.id);
  const renamed = { name: `${parent.name} renamed`, version };
  const { path } = (await shop.ask(`PUT /categories/${parent.id}`, { token, body: renamed })).body.data;
  expect((await shop.ask(`POST /audit/${headers.undo}/undo`, { token })).status).toBe(200);
  expect(await get(child.id)).toMatchObject({ path: `${path}/cups`, depth: 2 });
  expect(await redirect(`${parent.path}/mugs`)).toBe(`${path}/cups`);
  expect(await redirect(`${parent.path}/cups`)).toBe(`${path}/cups`);
});

test("C8 an editor opened before a deletion is undone doesn't take its product out of the category again", async () => {
  const { id } = await top();
  const form = { name: "Vase", product_type_id: 1, category_ids: [id], variations: [{ price_amount: 100 }] };
  const product = (await shop.ask("POST /product", { token, body: form })).body.data;
  const { headers } = await remove(id, "on_products=detach");
  const opened = (await shop.ask(`GET /product/${product.id}`, { token })).body.data;
  expect((await shop.ask(`POST /audit/${headers.undo}/undo`, { token })).status).toBe(200);
  const { variations, images: _images, ...fields } = opened;
  const saved = await shop.ask(`PUT /product/${product.id}`, { token, body: { ...fields, variations } });
  expect([saved.status, saved.body.code]).toEqual([409, "stale"]);
  expect((await shop.ask(`GET /product/${product.id}`, { token })).body.data.category_ids).toEqual([id]);
});

test("C8 a deletion is not undone where it would be too deep", async () => {
  const parent = await top();
  const child = await make("Deep", { parent_id: parent.id });
  const { headers } = await remove(child.id);
  let above = await top();
  for (let depth = 2; depth <= 7; depth++) above = await make(`Level ${depth}`, { parent_id: above.id });
  expect((await move(parent.id, above.id)).status).toBeLessThan(300);
  const { status, body } = await shop.ask(`POST /audit/${headers.undo}/undo`, { token });
  expect([status, body.code]).toEqual([409, "category_too_deep"]);
});

test("C8 a category's path is built from the names of its ancestors", async () => {
  const shoes = await top();
  const boots = await make("Winter Böots!", { parent_id: shoes.id });
  expect(boots).toMatchObject({ path: `${shoes.slug}/winter-boots`, depth: 2, position: 0, version: 1 });
  expect(boots.breadcrumbs).toEqual([
    { name: shoes.name, path: shoes.path },
    { name: "Winter Böots!", path: boots.path },
  ]);
  expect((await make("Winter boots", { parent_id: shoes.id })).slug).toBe("winter-boots-2");
  const emoji = await make("🥾", { parent_id: shoes.id });
  expect(emoji.slug).toBe(`c-${emoji.id}`);
  const taken = await shop.ask("POST /categories", {
    token,
    body: { name: "X", slug: "Winter boots", parent_id: shoes.id },
  });
  expect([taken.status, taken.body.code]).toEqual([409, "slug_taken"]);
});

test("C8 the tree nests categories, and one level can be requested", async () => {
  const a = await top();
  const b = await make("B", { parent_id: a.id });
  const c = await make("C", { parent_id: b.id });
  const own = (await tree()).filter(({ id }) => id === a.id);
  expect(paths(own)).toEqual([a.path, b.path, c.path]);
  expect((await tree(`parent=${a.path}`)).map((it) => [it.path, it.subfolder])).toEqual([[b.path, []]]);
  expect(paths((await tree("depth=2")).filter(({ id }) => id === a.id))).toEqual([a.path, b.path]);
  expect(await tree("parent=no/such")).toEqual([]);
});

test("C8 a deleted category image is gone from the tree immediately", async () => {
  const { db } = shop.app;
  const sha256 = "c".repeat(64);
  await sql`
    insert into image_files (sha256, mime, width, height, dominant, bytes)
    values (${sha256}, 'image/webp', 9, 9, '#000000', 1)`.execute(db);
  const { rows } = await sql<{ id: number }>`insert into images (sha256) values (${sha256}) returning id`.execute(db);
  const image_id = rows[0]?.id ?? 0;
  const { id } = await make(`Top ${++number}`, { image_id });
  const image = async () => (await tree()).find((one) => one.id === id)?.image;
  expect(await image()).toMatchObject({ id: image_id });
  expect((await shop.ask(`DELETE /images/${image_id}`, { token })).status).toBe(204);
  expect(await image()).toBeNull();
});

test("C8 a hidden category hides its descendants", async () => {
  const a = await top();
  const b = await make("B", { parent_id: a.id, is_active: false });
  await make("C", { parent_id: b.id });
  expect(paths((await tree()).filter(({ id }) => id === a.id))).toEqual([a.path]);
  const all: Category[] = (await shop.ask("GET /categories/admin", { token })).body.data;
  expect(paths(all.filter(({ id }) => id === a.id))).toHaveLength(3);
  expect((await shop.ask(`GET /categories/${b.id}`)).status).toBe(404);
  expect((await shop.ask(`GET /categories/${b.id}`, { token })).body.data.is_active).toBe(false);
  expect((await shop.ask(`GET /product?category=${b.path}/c`)).status).toBe(404);
});

test("C8 renaming changes the paths of all descendants, and old paths redirect directly to the new ones", async () => {
  const a = await top();
  const b = await make("B", { parent_id: a.id });
  const c = await make("C", { parent_id: b.id });
  const lookalike = await make("B more", { parent_id: a.id });
  const rename = async (name: string) =>
    shop.ask(`PUT /categories/${b.id}`, { token, body: { name, version: (await get(b.id)).version } });
  await rename("Second");
  await rename("Third");
  expect((await get(c.id)).path).toBe(`${a.path}/third/c`);
  expect((await get(lookalike.id)).path).toBe(`${a.path}/b-more`);
  expect(await redirect(`${a.path}/b/c`)).toBe(`${a.path}/third/c`);
  expect(await redirect(`${a.path}/second`)).toBe(`${a.path}/third`);
  const stale = await shop.ask(`PUT /categories/${b.id}`, { token, body: { name: "Fourth", version: 1 } });
  expect([stale.status, stale.body.code]).toEqual([409, "stale"]);
});

test("C8 a new category can take a former path", async () => {
  const a = await top();
  const b = await make("B", { parent_id: a.id });
  await shop.ask(`PUT /categories/${b.id}`, { token, body: { name: "Other", version: 1 } });
  expect(await redirect(`${a.path}/b`)).toBe(`${a.path}/other`);
  await make("B", { parent_id: a.id });
  expect(await redirect(`${a.path}/b`)).toBeNull();
});

test("C8 a category cannot move into itself or its descendants, too deep, or to a taken path", async () => {
  const a = await top();
  const b = await make("B", { parent_id: a.id });
  const codes = async (answer: Promise<{ body: { code: string } }>) => (await answer).body.code;
  expect([await codes(move(a.id, a.id)), await codes(move(a.id, b.id))]).toEqual(["category_cycle", "category_cycle"]);
  let deep = b;
  for (let depth = 3; depth <= 8; depth++) deep = await make("Deep", { parent_id: deep.id });
  const nine = await shop.ask("POST /categories", { token, body: { name: "Nine", parent_id: deep.id } });
  expect(nine.body.code).toBe("category_too_deep");
  expect(await codes(move((await top()).id, deep.id))).toBe("category_too_deep");
  const other = await top();
  const same = await make("B", { parent_id: other.id });
  expect(await codes(move(same.id, a.id))).toBe("slug_taken");
  expect((await move(same.id, 999_999)).status).toBe(404);
});

test("C8 a move with an outdated version is a conflict; the dashboard's tree has the current one", async () => {
  const a = await top();
  const b = await make("B", { parent_id: a.id, is_active: false });
  const inTree = async () => {
    const { data } = (await shop.ask("GET /categories/admin", { token })).body;
    return data.find(({ id }: { id: number }) => id === a.id).subfolder[0];
  };
  expect(await inTree()).toMatchObject({ id: b.id, is_active: false, version: 1, subfolder: [] });
  await shop.ask(`PUT /categories/${b.id}`, { token, body: { name: "Renamed", version: 1 } });
  const late = await shop.ask(`POST /categories/${b.id}/move`, {
    token,
    body: { parent_id: null, position: 0, version: 1 },
  });
  expect([late.status, late.body.code]).toEqual([409, "stale"]);
  const { version } = await inTree();
  const moved = await shop.ask(`POST /categories/${b.id}/move`, {
    token,
    body: { parent_id: null, position: 0, version },
  });
  expect([moved.status, moved.body.data.version]).toEqual([200, version + 1]);
});

test("C8 siblings have the positions they are moved to", async () => {
  const a = await top();
  const [one, two, three] = [
    await make("One", { parent_id: a.id }),
    await make("Two", { parent_id: a.id }),
    await make("Three", { parent_id: a.id }),
  ];
  await move(three.id, a.id, 0);
  const order = async () => (await tree(`parent=${a.path}`)).map((it) => [it.id, it.position]);
  expect(await order()).toEqual([
    [three.id, 0],
    [one.id, 1],
    [two.id, 2],
  ]);
  await move(three.id, a.id, 1);
  expect(await order()).toEqual([
    [one.id, 0],
    [three.id, 1],
    [two.id, 2],
  ]);
  await move(one.id, a.id, 99);
  expect(await order()).toEqual([
    [three.id, 0],
    [two.id, 1],
    [one.id, 2],
  ]);
});

test("C8 deleting a category needs a decision about its products, and its children move up", async () => {
  const a = await top();
  const b = await make("B", { parent_id: a.id });
  const c = await make("C", { parent_id: b.id });
  const target = await top();
  const type = await shop.ask("POST /product-types", { token, body: { name: `Thing ${a.id}` } });
  const product = await shop.ask("POST /product", {
    token,
    body: {
      name: "Thing",
      product_type_id: type.body.data.id,
      category_ids: [b.id],
      variations: [{ price_amount: 100, on_hand: 1 }],
    },
  });
  const found = async (path: string) => (await shop.ask(`GET /product?category=${path}`)).body.meta.total;
  expect([(await get(a.id)).product_count, await found(a.path)]).toEqual([1, 1]);
  const refused = await remove(b.id);
  expect(refused.body).toMatchObject({ code: "category_not_empty", products: 1, children: 1 });
  expect((await remove(b.id, "on_products=move")).status).toBe(400);
  expect((await remove(b.id, `on_products=move&target_id=${target.id}`)).status).toBe(204);
  expect((await get(c.id)).path).toBe(`${a.path}/c`);
  expect([await found(a.path), await found(target.path)]).toEqual([0, 1]);
  expect([(await get(a.id)).product_count, (await get(target.id)).product_count]).toEqual([0, 1]);
  expect(await redirect(`${a.path}/b`)).toBe(target.path);
  expect((await remove(target.id, "on_products=detach")).status).toBe(204);
  expect((await shop.ask(`GET /product/details/${product.body.data.slug}`)).status).toBe(200);
  expect((await remove(c.id)).status).toBe(204);
  expect((await remove(c.id)).status).toBe(404);
});

test("P3 only administrators change categories", async () => {
  const { token: customer } = await shop.person("customer");
  const body = { name: "Mine" };
  expect((await shop.ask("POST /categories", { body })).status).toBe(401);
  expect((await shop.ask("POST /categories", { body, token: customer })).status).toBe(403);
});

test("C8 concurrent moves leave a consistent tree", async () => {
  const [a, b] = [await top(), await top()];
  const answers = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  expect(await broken()).toEqual([]);
});

test("C8 after any moves, paths are the slugs of the ancestors and there are no cycles", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) ids.push((await top()).id);
  const id = fc.constantFrom(...ids);
  const step = fc.tuple(id, fc.option(id, { nil: null }), fc.nat(5));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const [moved, parent, position] of steps)
        expect([200, 409]).toContain((await move(moved, parent, position)).status);
      expect(await broken()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

/** Categories whose derived columns do not follow from their parents, found by walking down from the tops. */
async function broken() {
  const { rows } = await sql`
    with recursive walk as (
      select id, slug as path, 1 as depth, array[id] as ids
      from categories
      where parent_id is null and deleted_at is null
      union all
      select c.id, walk.path || '/' || c.slug, walk.depth + 1, walk.ids || c.id
      from categories c
      join walk on walk.id = c.parent_id
      where c.deleted_at is null
    )
    select c.id, c.path
    from categories c
    left join walk on walk.id = c.id
    where c.deleted_at is null
      and (walk.id is null or (c.path, c.depth, c.ancestor_ids) is distinct from (walk.path, walk.depth, walk.ids))
    union all
    select parent_id, string_agg(position::text, ',')
    from categories
    where deleted_at is null
    group by parent_id
    having count(distinct position) < count(*)`.execute(shop.app.db);
  return rows;
}

test("C8 H2 one level has the number of children instead of the children, so that large menus stay small", async () => {
  await sql`
    with top as (
      insert into categories (name, slug, path, depth, position)
      select 'Wide', 'wide', 'wide', 1, coalesce(max(position) + 1, 0) from categories where parent_id is null
      returning id
    ),
    mid as (
      insert into categories (parent_id, name, slug, path, depth, ancestor_ids)
      select id, 'Mid', 'mid', 'wide/mid', 2, array[id] from top returning id, parent_id
    )
    insert into categories (parent_id, name, slug, path, depth, ancestor_ids, position)
    select id, 'Leaf ' || at, 'leaf-' || at, 'wide/mid/leaf-' || at, 3, array[parent_id, id], at - 1
    from mid, generate_series(1, 4500) as at`.execute(shop.app.db);
  await sql`
    update categories set ancestor_ids = ancestor_ids || id where path = 'wide' or path like 'wide/%'`.execute(
    shop.app.db,
  );
  // Written by SQL, so the cache is invalidated here.
  await inTransaction(shop.app.db, (tx) => invalidate(tx, "categories"));
  const [mid] = await tree("parent=wide");
  expect(mid).toMatchObject({ path: "wide/mid", subfolder_count: 4500, subfolder: [] });
  expect(JSON.stringify(await tree("depth=1")).length).toBeLessThan(20_000);
  expect(await tree("parent=wide/mid")).toHaveLength(4500);
});

test("C8 a deleted category leaves its address to a child, and other categories of its products become the main ones", async () => {
  const [a, other] = [await top(), await top()];
  const b = await make("Shirts", { parent_id: a.id });
  const c = await make("Shirts", { parent_id: b.id });
  const rules = { match: "all", conditions: [{ field: "brand", op: "is", value: `Brand ${c.id}` }] };
  await shop.ask(`PUT /categories/${c.id}`, { token, body: { name: "Shirts", version: c.version, rules } });
  const type = await shop.ask("POST /product-types", { token, body: { name: `Shirt ${a.id}` } });
  const add = async (fields: object) => {
    const body = { name: "Shirt", product_type_id: type.body.data.id, variations: [{ price_amount: 100 }], ...fields };
    return (await shop.ask("POST /product", { token, body })).body.data.id as number;
  };
  const matched = await add({ brand: `Brand ${c.id}` });
  const assigned = await add({ category_ids: [b.id, other.id] });
  expect((await remove(b.id, "on_products=detach")).status).toBe(204);
  expect((await get(c.id)).path).toBe(`${a.path}/shirts`);
  const { rows } = await sql<{ id: number; main_category_id: number | null; category_ids: number[] }>`
    select id, main_category_id, category_ids
    from products
    where id in (${matched}, ${assigned})
    order by id`.execute(shop.app.db);
  expect(rows.map((row) => [row.id, row.main_category_id, row.category_ids.toSorted((x, y) => x - y)])).toEqual([
    [matched, null, [a.id, c.id]],
    [assigned, other.id, [other.id]],
  ]);
});
