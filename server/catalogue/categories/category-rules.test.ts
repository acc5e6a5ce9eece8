import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CategoryCondition, CategoryRules } from "#contract/catalogue/category-rules.ts";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app } = shop;
const { token, chair, stool, lamp, bench, home, garden, handmade, outdoor, type, product, one } =
  await sampleCatalogue(shop);
const answer = async (route: string, body?: object) => (await shop.ask(route, { token, body })).body.data;
const names = async (path: string): Promise<string[]> =>
  (await answer(`GET /product?per_page=48&category=${path}`)).map(({ name }: ProductCard) => name).toSorted();
const rulesOf = (...conditions: CategoryCondition[]): CategoryRules => ({ match: "all", conditions });
const make = (name: string, rules: CategoryRules, more: object = {}) =>
  answer("POST /categories", { name, rules, ...more });
const update = async (id: number, form: object) => {
  const { name, version } = await answer(`GET /categories/${id}`);
  return answer(`PUT /categories/${id}`, { name, version, ...form });
};
const saveProduct = async (id: number, change: Partial<AdminProduct>) =>
  answer(`PUT /product/${id}`, { ...(await answer(`GET /product/${id}`)), ...change });

test("A4 each kind of condition puts the products that match into the category", async () => {
  const branded = await product({ name: "Branded box", brand: "Fjord", variations: [one(100, 5)] });
  await sql`update products set published_at = now() - interval '10 days' where id = ${branded.id}`.execute(app.db);
  const all = [chair.name, stool.name, lamp.name, bench.name, branded.name];
  const other = (...some: string[]) => all.filter((name) => !some.includes(name)).toSorted();
  const expected: [CategoryCondition, string[]][] = [
    [{ field: "tag", op: "is", value: handmade.id }, [stool.name, chair.name]],
    [{ field: "tag", op: "is_not", value: handmade.id }, other(stool.name, chair.name)],
    [{ field: "type", op: "is", value: type.id }, other()],
    [{ field: "type", op: "is_not", value: type.id }, []],
    [{ field: "brand", op: "is", value: "Fjord" }, [branded.name]],
    [{ field: "brand", op: "is_not", value: "Fjord" }, other(branded.name)],
    [{ field: "attribute", key: "height", op: "is", value: "92" }, [chair.name]],
    [{ field: "attribute", key: "height", op: "is_not", value: "92" }, other(chair.name)],
    // A price of some variation, as in the filter of lists.
    [{ field: "price", op: "less_than", value: 8900 }, [branded.name, stool.name, lamp.name]],
    [{ field: "price", op: "greater_than", value: 8900 }, [bench.name, chair.name]],
    [{ field: "discount", op: "at_least", value: 10 }, [chair.name]],
    [{ field: "discount", op: "at_least", value: 11 }, []],
    [{ field: "stock", op: "is", value: "in_stock" }, other(lamp.name)],
    [{ field: "stock", op: "is", value: "out" }, [lamp.name]],
    [{ field: "published", op: "within_days", value: 11 }, other()],
    [{ field: "published", op: "within_days", value: 9 }, other(branded.name)],
  ];
  for (const [at, [condition, matching]] of expected.entries()) {
    const category = await make(`Rule ${at}`, rulesOf(condition));
    expect([condition, await names(category.path)]).toEqual([condition, matching.toSorted()]);
    expect(category).toMatchObject({ product_count: matching.length, rules: rulesOf(condition) });
    const preview = await answer("POST /categories/rules/preview", rulesOf(condition));
    expect([preview.total, preview.products.map(({ name }: { name: string }) => name).toSorted()]).toEqual([
      matching.length,
      matching.toSorted(),
    ]);
    await shop.ask(`DELETE /categories/${category.id}`, { token });
  }
  await shop.ask(`DELETE /product/${branded.id}`, { token });
});

test("A4 a category has all products that match all or any of its conditions, and those assigned to it", async () => {
  const conditions: CategoryCondition[] = [
    { field: "tag", op: "is", value: handmade.id },
    { field: "price", op: "less_than", value: 5000 },
  ];
  const category = await make("Handmade and cheap", { match: "all", conditions });
  expect(await names(category.path)).toEqual([stool.name]);
  await update(category.id, { rules: { match: "any", conditions } });
  expect(await names(category.path)).toEqual([stool.name, lamp.name, chair.name].toSorted());
  await saveProduct(bench.id, { category_ids: [garden.id, category.id] });
  expect(await names(category.path)).toEqual([stool.name, lamp.name, chair.name, bench.name].toSorted());
  // Left out, rules stay; null removes them. Assigned products stay.
  expect(await update(category.id, { description: "Both" })).toMatchObject({ rules: { match: "any", conditions } });
  await update(category.id, { rules: null });
  expect(await names(category.path)).toEqual([bench.name]);
  await saveProduct(bench.id, { category_ids: [garden.id] });
});

test("A4 C8 a product that matches is in the category everywhere as if it were assigned", async () => {
  const sale = await make("Outdoor living", rulesOf({ field: "tag", op: "is", value: outdoor.id }), {
    parent_id: home.id,
  });
  expect(await names(home.path)).toContain(bench.name);
  const facets = await shop.ask(`GET /product?category=${sale.path}&facets=1`);
  expect(facets.body.meta.total).toBe(2);
  const details = await answer(`GET /product/details/${bench.slug}`);
  expect(details.categories.map(({ name }: { name: string }) => name)).toEqual(["Garden", "Outdoor living"]);
  expect((await answer(`GET /product/related/${bench.id}`)).map(({ name }: ProductCard) => name)).toContain(stool.name);
  const listed = await shop.ask(`GET /product/admin?category=${home.id}`, { token });
  expect(listed.body.data.map(({ name }: { name: string }) => name)).toContain(bench.name);
  // Not as if a person had assigned it: neither the editor nor an export has it.
  expect(await answer(`GET /product/${bench.id}`)).toMatchObject({
    category_ids: [garden.id],
    rule_category_ids: [sale.id],
  });
  const csv = await app.http.inject({
    url: `/v1/product/admin/export?id=${bench.id}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(csv.body).not.toContain("Outdoor living");
  expect((await shop.ask(`GET /categories/${sale.id}`)).body.data).not.toHaveProperty("rules");
  // Nothing was assigned, so nothing asks what to do with the products.
  expect((await shop.ask(`DELETE /categories/${sale.id}`, { token })).status).toBe(204);
  expect(await names(home.path)).not.toContain(bench.name);
});

test("A4 a hidden category with rules takes no product off sale, and moving it moves its products", async () => {
  const loose = await product({ name: "Loose thing", variations: [one(100, 5)] });
  const hidden = await make("Prepared", rulesOf({ field: "price", op: "less_than", value: 200 }), { is_active: false });
  expect((await answer(`GET /product?name=Loose`)).map(({ name }: ProductCard) => name)).toEqual([loose.name]);
  await update(hidden.id, { is_active: true, parent_id: garden.id });
  expect(await names(garden.path)).toContain(loose.name);
  await update(hidden.id, { parent_id: null });
  expect(await names(garden.path)).not.toContain(loose.name);
});

test("A4 a merged tag is replaced in rules; a deleted one matches nothing", async () => {
  const [from, into] = [await answer("POST /tags", { name: "Sumer" }), await answer("POST /tags", { name: "Summer" })];
  const towel = await product({ name: "Towel", tag_ids: [from.id], variations: [one(100, 5)] });
  const hat = await product({ name: "Hat", tag_ids: [into.id], variations: [one(100, 5)] });
  const category = await make("Summer", rulesOf({ field: "tag", op: "is", value: from.id }));
  const others = await make("Not summer", rulesOf({ field: "tag", op: "is_not", value: from.id }));
  await shop.ask(`POST /tags/${from.id}/merge`, { token, body: { into_id: into.id } });
  await app.jobs.drain();
  expect(await names(category.path)).toEqual([hat.name, towel.name]);
  expect(await names(others.path)).not.toContain(hat.name);
  expect((await answer(`GET /categories/${category.id}`)).rules).toEqual(
    rulesOf({ field: "tag", op: "is", value: into.id }),
  );
  await shop.ask(`DELETE /tags/${into.id}`, { token });
  expect(await names(category.path)).toEqual([]);
});

test("A4 rules are applied by the job if the process ended before it could, and every night", async () => {
  const category = await make("Cheapest", rulesOf({ field: "price", op: "less_than", value: 3100 }));
  await sql`update products set rule_category_ids = '{}', category_ids = '{}'`.execute(app.db);
  await sql`select graphile_worker.add_job('catalogue.category-rules')`.execute(app.db);
  await app.jobs.drain();
  expect(await names(category.path)).toContain(stool.name);
});

test("A4 a product that changes while rules are changed is matched with the new ones", async () => {
  const byBrand = (value: string) => rulesOf({ field: "brand", op: "is", value });
  const category = await make("Racing", byBrand("Nobody"));
  const racer = await product({ name: "Racer", variations: [one(100, 5)] });
  const { saved } = await inTransaction(app.db, async (tx) => {
    await sql`update products set brand = 'Racing' where id = ${racer.id}`.execute(tx);
    await refreshProducts(tx, [racer.id]);
    const saved = update(category.id, { rules: byBrand("Racing") });
    await waitForLocks(app.db, 1, "category rules");
    return { saved };
  });
  await saved;
  expect(await names(category.path)).toEqual([racer.name]);
});
