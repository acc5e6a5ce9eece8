import fc from "fast-check";
import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import type { CategoryCondition, CategoryRules } from "#contract/catalogue/category-rules.ts";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import type { Tag } from "#contract/catalogue/tags.ts";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { runs } from "#server/testing/properties.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { db } = shop.app;
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const answer = async (route: string, body?: object) => (await ask(route, body)).body.data;

await inTransaction(db, (tx) => updateSettings(tx, { price_check: false }));
const type = async (name: string) => (await answer("POST /product-types", { name, attribute_schema: [wood] })).id;
const wood = { key: "wood", label: "Wood", filterable: true };
const types: number[] = [await type("Table"), await type("Chair")];
const tags: number[] = [];
for (const name of ["Summer", "Winter", "Sale"]) tags.push(((await answer("POST /tags", { name })) as Tag).id);
const ids = { products: [] as number[], categories: [] as number[] };
for (let at = 0; at < 6; at++)
  ids.products.push(
    (await answer("POST /product", { name: `P ${at}`, product_type_id: types[0], ...priced(1000) })).id,
  );
for (let at = 0; at < 3; at++)
  ids.categories.push((await answer("POST /categories", { name: `C ${at}`, rules: null })).id);

function priced(price_amount: number, compare_at_amount: number | null = null, on_hand = 3) {
  return { variations: [{ price_amount, compare_at_amount, on_hand }] };
}

const oneOf = fc.constantFrom;
const isOrIsNot = oneOf("is" as const, "is_not" as const);
const field = <Field extends string>(name: Field) => fc.constant(name);
const condition: fc.Arbitrary<CategoryCondition> = fc.oneof(
  fc.record({ field: field("tag"), op: isOrIsNot, value: oneOf(...tags) }),
  fc.record({ field: field("type"), op: isOrIsNot, value: oneOf(...types) }),
  fc.record({ field: field("brand"), op: isOrIsNot, value: oneOf("Fjord", "Ny") }),
  fc.record({ field: field("attribute"), key: field("wood"), op: isOrIsNot, value: oneOf("oak", "ash") }),
  fc.record({
    field: field("price"),
    op: oneOf("less_than" as const, "greater_than" as const),
    value: oneOf(999, 1000, 1001, 2000),
  }),
  fc.record({ field: field("discount"), op: field("at_least"), value: oneOf(1, 33, 34, 50) }),
  fc.record({ field: field("stock"), op: field("is"), value: oneOf("in_stock" as const, "out" as const) }),
);
const rules: fc.Arbitrary<CategoryRules | null> = fc.option(
  fc.record({
    match: oneOf("all" as const, "any" as const),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  }),
);
const product = oneOf(...ids.products);
const category = oneOf(...ids.categories);
const change = fc.oneof(
  fc.record({
    kind: field("product"),
    id: product,
    form: fc.record({
      brand: oneOf(null, "Fjord", "Ny"),
      tag_ids: fc.uniqueArray(oneOf(...tags)),
      product_type_id: oneOf(...types),
      attributes: oneOf({}, { wood: "oak" }, { wood: "ash" }),
      status: oneOf("active" as const, "draft" as const),
      price: oneOf([999, null], [1000, 1500], [1000, 2000], [2001, null]),
      on_hand: oneOf(0, 5),
    }),
  }),
  fc.record({ kind: field("rules"), id: category, rules, is_active: fc.boolean() }),
  fc.record({ kind: field("tag"), id: product, tag: oneOf(...tags), method: oneOf("POST", "DELETE") }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes a change; one that fails because another changed the same object first is left out. */
async function make(wanted: Change): Promise<number> {
  if (wanted.kind === "tag") return (await ask(`${wanted.method} /product/${wanted.id}/tag/${wanted.tag}`)).status;
  if (wanted.kind === "rules") {
    const { name, version } = await answer(`GET /categories/${wanted.id}`);
    const { rules, is_active } = wanted;
    return (await ask(`PUT /categories/${wanted.id}`, { name, version, rules, is_active })).status;
  }
  const { price, on_hand, ...form } = wanted.form;
  const before: AdminProduct = await answer(`GET /product/${wanted.id}`);
  const variations = before.variations.map((variation) => ({
    ...variation,
    price_amount: price[0],
    compare_at_amount: price[1],
    on_hand,
  }));
  return (await ask(`PUT /product/${wanted.id}`, { ...before, ...form, variations })).status;
}

/** The condition of a rule on product `p`, written by hand from the tables that people fill. */
function holds(rule: CategoryCondition): RawBuilder<boolean> {
  const has = (text: RawBuilder<unknown>) =>
    rule.op === "is_not" ? sql<boolean>`coalesce(not (${text}), true)` : sql<boolean>`coalesce(${text}, false)`;
  const variation = (text: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from variations v where v.product_id = p.id and v.deleted_at is null and ${text})`;
  switch (rule.field) {
    case "tag":
      return has(sql`exists (select from product_tags where product_id = p.id and tag_id = ${rule.value})`);
    case "type":
      return has(sql`p.product_type_id = ${rule.value}`);
    case "brand":
      return has(sql`p.brand = ${rule.value}`);
    case "attribute":
      return has(sql`p.attributes ->> ${rule.key}::text = ${rule.value}`);
    case "price":
      return variation(sql`v.price_amount ${sql.raw(rule.op === "less_than" ? "<" : ">")} ${rule.value}`);
    case "discount":
      return variation(sql`(v.compare_at_amount - v.price_amount) * 100 >= ${rule.value} * v.compare_at_amount`);
    case "stock": {
      const left = sql`(select available from available_stock where variation_id = v.id)`;
      const inStock = variation(sql`coalesce(${left}, 0) > 0`);
      return rule.value === "in_stock" ? inStock : sql<boolean>`not ${inStock}`;
    }
    case "published":
      return sql<boolean>`p.published_at > now() - make_interval(days => ${rule.value})`;
  }
}

async function evaluate(rules: CategoryRules | null): Promise<number[]> {
  if (!rules) return [];
  const parts = rules.conditions.map(holds);
  const { rows } = await sql<{ id: number }>`
    select p.id from products p
    where p.deleted_at is null and (${sql.join(parts, rules.match === "all" ? sql` and ` : sql` or `)})
    order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What products derive from their categories. */
async function derivedColumns() {
  const { rows } = await sql`
    select id, category_ids, rule_category_ids, is_hidden, search::text from products order by id`.execute(db);
  return rows;
}

test("A4 after any changes, also at the same time, categories have exactly the products that match", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), async (steps) => {
      for (const together of steps) {
        const statuses = await Promise.all(together.map(make));
        expect([200, 204, 409]).toEqual(expect.arrayContaining([...new Set(statuses)]));
        for (const id of ids.categories) {
          const { path, is_active, rules } = await answer(`GET /categories/${id}`);
          const wanted = await evaluate(rules);
          const { rows } = await sql<{ id: number; is_active: boolean }>`
            select id, status = 'active' as is_active
            from products
            where ${id} = any(rule_category_ids) order by id`.execute(db);
          expect([rules, rows.map((row) => row.id)]).toEqual([rules, wanted]);
          const listed = is_active ? await answer(`GET /product?per_page=48&category=${path}`) : [];
          const onSale = is_active ? rows.filter((row) => row.is_active).map((row) => row.id) : [];
          expect(listed.map((card: { id: number }) => card.id).toSorted()).toEqual(onSale.toSorted());
        }
        const derived = await derivedColumns();
        await inTransaction(db, (tx) => refreshProducts(tx, ids.products));
        expect(await derivedColumns()).toEqual(derived);
      }
    }),
    { numRuns: runs(6, 60) },
  );
}, 120_000);
