import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { productFlags } from "#contract/catalogue/products.ts";
import { listCachedCards } from "#server/catalogue/list/card-cache.ts";
import { toFacets } from "#server/catalogue/list/facets.ts";
import { setProductRating } from "#server/catalogue/products/derived-columns.ts";
import { listRelatedIds } from "#server/catalogue/related/related.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { runs } from "#server/testing/properties.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { noFilter, type ProductFilter } from "./filters.ts";
import { selectCards, selectFacetCounts, selectRelatedIds } from "./list-oracle.fixture.ts";
import { runQuery } from "./run-query.ts";
import { searchOf } from "./search.ts";
import type { SearchTerm } from "./text/search-term.ts";

const shop = await openTestShop();
const { home, chairs, lamps, garden, oak, black, small, large, color, size, ...rest } = await sampleCatalogue(shop);
const { handmade, outdoor, type, token, product, one } = rest;
const { app } = shop;
// Not each size in each color, and each with a price and stock of its own.
const shirt = await product({
  name: "Shirt",
  category_ids: [home.id],
  variations: [
    { ...one(3000, 4, oak, small), compare_at_amount: 3500 },
    one(9000, 0, oak, large),
    one(12_900, 2, black, large),
  ],
});
await product({
  name: "Apron",
  category_ids: [garden.id],
  tag_ids: [handmade.id],
  variations: [
    { ...one(3000, 0, oak, small), allow_backorder: true },
    { ...one(10_000, 4, oak, large), is_active: false },
    { ...one(20_000, 0, black, small), compare_at_amount: 22_000 },
  ],
});
const firstPage = { offset: 0, limit: 24 };
const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const term = (parts: Partial<SearchTerm>): SearchTerm => ({
  phrases: [],
  prefixes: [],
  options: [],
  categories: [],
  mainNounCategories: [],
  ...parts,
});
const filters: fc.Arbitrary<ProductFilter> = fc.record({
  terms: some(
    [term({ phrases: [["chair"]], prefixes: ["chair"], categories: [chairs.id], mainNounCategories: [chairs.id] })],
    [term({ prefixes: ["tur"] }), term({ prefixes: ["windsor"] })],
    [term({ phrases: [["garden", "bench"], ["lamp"]] })],
    [term({ phrases: [["desk"]], options: [black] }), term({ prefixes: ["la"], options: [oak, large] })],
    [term({ phrases: [["des"]] })],
  ),
  categoryId: some(home.id, chairs.id, lamps.id, garden.id, 98_765),
  tags: fc.subarray([handmade.id, outdoor.id, 98_765]),
  types: fc.subarray([type.id, 98_765]),
  options: fc
    .record({ colors: fc.subarray([oak, black]), sizes: fc.subarray([small, large]) })
    .map(({ colors, sizes }) =>
      [
        { group: color.id, values: colors },
        { group: size.id, values: sizes },
      ].filter(({ values }) => values.length > 0),
    ),
  attributes: fc.record({ height: fc.subarray(["92", "none"]), lost: fc.subarray(["1"]) }).map((chosen) =>
    Object.entries(chosen)
      .map(([key, values]) => ({ key, values }))
      .filter(({ values }) => values.length > 0),
  ),
  priceMin: some(3000, 9000, 12_900),
  priceMax: some(3000, 10_000, 20_000),
  rating: some(1, 4),
  flags: fc.subarray(productFlags),
});

const sorts = ["popular", "newest", "price", "-price", "rating", "relevance", "name"] as const;
const ranges = fc.record({ offset: fc.constantFrom(0, 1, 3), limit: fc.constantFrom(1, 24) });
const getIndex = () => searchOf(app).getIndex();

async function expectSameAsDatabase(
  filter: ProductFilter,
  sort: (typeof sorts)[number],
  range: { offset: number; limit: number },
) {
  const page = { sort, ...range };
  const { total, counts, ids } = runQuery(await getIndex(), filter, { page, facets: true });
  const expected = await selectFacetCounts(app.db, filter);
  expect([total, counts && toFacets(counts, filter)]).toEqual([expected.total, toFacets(expected, filter)]);
  expect(await listCachedCards(app, ids)).toEqual(await selectCards(app.db, filter, page));
}

test("C11 the product index counts, sorts and pages like the database", async () => {
  await fc.assert(fc.asyncProperty(filters, fc.constantFrom(...sorts), ranges, expectSameAsDatabase), {
    numRuns: runs(60, 600),
  });
});

test("C11 filters of options, price, stock and reductions are asked of one variation, and so are their counts", async () => {
  const select = async (filter: Partial<ProductFilter>) => {
    const { ids, counts } = runQuery(
      await getIndex(),
      { ...noFilter, categoryId: home.id, ...filter },
      { page: { sort: "popular", ...firstPage }, facets: true },
    );
    const options = counts?.options.map(({ id, count }): [number, number] => [id, count]);
    return { isListed: ids.includes(shirt.id), counts, options: new Map(options) };
  };
  const options = [{ group: size.id, values: [large] }];
  const flags = ["in_stock"] as const;
  const inStock = { options: [{ group: color.id, values: [oak] }, ...options], flags: [...flags] };
  expect((await select({ options, flags: [...flags] })).isListed).toBe(true);
  expect((await select(inStock)).counts).toMatchObject({ total: 1, flags: { in_stock: 1, on_sale: 0 } });
  expect((await select(inStock)).isListed).toBe(false);
  expect((await select({ options, priceMax: 8000 })).isListed).toBe(false);
  expect((await select({ options, flags: ["on_sale"] })).isListed).toBe(false);
  const { counts, options: colors } = await select({ options, flags: [...flags] });
  // The stool is large in oak and in stock, the shirt only in black.
  expect([colors.get(oak), colors.get(black)]).toEqual([1, 1]);
  expect(counts).toMatchObject({ min_price: 3500, max_price: 12_900, flags: { on_sale: 0 } });
});

test("C11 the product index matches the database after products were changed, rated and added", async () => {
  const change = fc.oneof(
    fc.record({ rated: fc.constantFrom(1, 4, 5), of: fc.nat(30) }),
    fc.record({ price: fc.constantFrom(3000, 9500, 12_900), second: some(10_000), of: fc.constant(-1) }),
  );
  await fc.assert(
    fc.asyncProperty(change, filters, fc.constantFrom(...sorts), async (done, filter, sort) => {
      const { rows } = await sql<{ id: number }>`select id from products order by id`.execute(app.db);
      const id = rows[done.of % rows.length]?.id ?? 0;
      if ("rated" in done)
        await inTransaction(app.db, (tx) => setProductRating(tx, id, { sum: done.rated * 3, count: 3 }));
      else {
        const prices = [done.price, ...(done.second === undefined ? [] : [done.second])];
        const options = [oak, black];
        await product({
          name: "Desk",
          category_ids: [garden.id],
          variations: prices.map((price, at) => one(price, at, options[at] as number)),
        });
      }
      await expectSameAsDatabase(filter, sort, firstPage);
    }),
    { numRuns: runs(20, 200) },
  );
});

test("C11 an added or deleted product is counted in the next request", async () => {
  const seen = async () => runQuery(await getIndex(), noFilter, { facets: true }).counts;
  const before = await seen();
  const added = await product({ name: "Tea table", category_ids: [garden.id], variations: [one(7700, 2, oak)] });
  expect(await seen()).toMatchObject({ total: (before?.total ?? 0) + 1 });
  const removed = await shop.ask(`DELETE /product/${added.id}`, { token });
  expect(removed.status).toBeLessThan(300);
  expect(await seen()).toEqual(before);
});

test("C11 lists sorted by name ignore case and accents, also after a product was renamed", async () => {
  const names = ["äpfel", "Zebra", "apfel", "Apfel 10", "Apfel 9", "łuk", "Œuvre", "zebra", "ß", "東京"];
  const added = [];
  for (const name of names) added.push(await product({ name, category_ids: [garden.id], variations: [one(1200, 2)] }));
  await expectSameAsDatabase(noFilter, "name", firstPage);
  const [first] = added;
  await sql`update products set name = 'zzz' where id = ${first?.id}`.execute(app.db);
  await inTransaction(app.db, (tx) => setProductRating(tx, first?.id ?? 0, { sum: 4, count: 1 }));
  await expectSameAsDatabase(noFilter, "name", firstPage);
});

test("C11 a renamed tag has its new name in the next request", async () => {
  const renamed = await shop.ask(`PUT /tags/${handmade.id}`, { token, body: { name: "Made by hand" } });
  expect(renamed.status).toBeLessThan(300);
  const index = await getIndex();
  expect(index.labels.tags.map(({ label }) => label)).toContain("Made by hand");
});

test("C11 related products match the database", async () => {
  const { rows } = await sql<{ id: number }>`
    select id from products where status = 'active' and deleted_at is null`.execute(app.db);
  for (const { id } of rows)
    for (const limit of [1, 2, 3, 8, 24])
      expect([id, limit, await listRelatedIds(app, id, limit)]).toEqual([
        id,
        limit,
        await selectRelatedIds(app.db, id, limit),
      ]);
});
