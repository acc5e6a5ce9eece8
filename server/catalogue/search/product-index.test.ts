import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { facetCounts } from "./list-oracle.fixture.ts";
import { toFacets } from "#server/catalogue/list/facets.ts";
import type { Term } from "./search-dictionary.ts";
import { type ListFilter, pageOfCards } from "#server/catalogue/list/list.sql.ts";
import { setProductRating } from "#server/catalogue/products/derived-columns.ts";
import { relatedIds } from "#server/catalogue/related/related.sql.ts";
import { listRelatedIds } from "#server/catalogue/related/related.ts";
import { talliesOf } from "./search.ts";
import { matched } from "./run-query.ts";

const shop = await openTestShop();
const { home, chairs, lamps, garden, oak, black, small, large, colour, size, ...rest } = await sampleCatalogue(shop);
const { handmade, outdoor, type, token, product, one } = rest;
const { app } = shop;
const whole = { offset: 0, limit: 24 };
const nothing: ListFilter = { tags: [], types: [], options: [] };
const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const begins = (...words: string[]): Term => ({ words, begins: true });
const so = (...words: string[]): Term => ({ words, begins: false });
const filters: fc.Arbitrary<ListFilter> = fc.record({
  terms: some(
    [begins("chair")],
    [begins("tur"), begins("windsor")],
    [begins("garden", "lamp")],
    [so("desk")],
    [so("des")],
  ),
  categoryId: some(home.id, chairs.id, lamps.id, garden.id, 98_765),
  tags: fc.subarray([handmade.id, outdoor.id, 98_765]),
  types: fc.subarray([type.id, 98_765]),
  options: fc
    .record({ colours: fc.subarray([oak, black]), sizes: fc.subarray([small, large]) })
    .map(({ colours, sizes }) =>
      [
        { group: colour.id, values: colours },
        { group: size.id, values: sizes },
      ].filter(({ values }) => values.length > 0),
    ),
  priceMin: some(3000, 9000, 12_900),
  priceMax: some(3000, 10_000, 20_000),
  rating: some(1, 4),
  inStock: some(true),
  onSale: some(true),
});

const quickSorts = ["popular", "newest", "price", "-price", "rating", "relevance"] as const;
const sorts = [...quickSorts, "name"] as const;
const parts = fc.record({ offset: fc.constantFrom(0, 1, 3), limit: fc.constantFrom(1, 24) });
const remembered = async () => {
  const tally = await talliesOf(app).now();
  if (!tally) throw new Error("this shop is small");
  return tally;
};

/** Names are read while the database answers. */
const namesKnown = () =>
  expect.poll(async () => talliesOf(app).knowsNames(await remembered()), { timeout: 20_000 }).toBe(true);
const knowsNames = async () => (await remembered()).knowsNames;

async function sameAsAsked(filter: ListFilter, sort: (typeof sorts)[number], part: { offset: number; limit: number }) {
  const page = { sort, begin: "des", ...part };
  if (sort === "name") await namesKnown();
  const { total, counts, ids } = matched(await remembered(), filter, { page, facets: true });
  const asked = await facetCounts(app.db, filter);
  expect([total, counts && toFacets(counts, filter)]).toEqual([asked.total, toFacets(asked, filter)]);
  expect(await talliesOf(app).cards(ids)).toEqual(await pageOfCards(app.db, filter, page));
}

test("C11 counting and paging in memory gives what the database gives", async () => {
  await fc.assert(fc.asyncProperty(filters, fc.constantFrom(...sorts), parts, sameAsAsked), { numRuns: 120 });
});

test("C11 so it does after products were changed, rated, added and deleted", async () => {
  const change = fc.oneof(
    fc.record({ rated: fc.constantFrom(1, 4, 5), of: fc.nat(30) }),
    fc.record({ price: fc.constantFrom(3000, 9500, 12_900), second: some(10_000), of: fc.constant(-1) }),
  );
  await fc.assert(
    fc.asyncProperty(change, filters, fc.constantFrom(...quickSorts), async (done, filter, sort) => {
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
      await sameAsAsked(filter, sort, whole);
    }),
    { numRuns: 40 },
  );
});

test("C11 a product that is added, changed or sold out is counted so in the next call", async () => {
  const seen = async () => matched(await remembered(), nothing, { facets: true }).counts;
  const before = await seen();
  const added = await product({ name: "Tea table", category_ids: [garden.id], variations: [one(7700, 2, oak)] });
  expect(await seen()).toMatchObject({ total: (before?.total ?? 0) + 1 });
  const removed = await shop.ask(`DELETE /product/${added.id}`, { token });
  expect(removed.status).toBeLessThan(300);
  expect(await seen()).toEqual(before);
});

test("C11 the order of names is the database's, and is not used from a changed name on until it is read again", async () => {
  const named = (name: string) => product({ name, category_ids: [garden.id], variations: [one(1200, 2)] });
  const rename = (id: number, name: string) => sql`update products set name = ${name} where id = ${id}`.execute(app.db);
  const tell = (id: number) => inTransaction(app.db, (tx) => setProductRating(tx, id, { sum: 4, count: 1 }));
  const odd = [];
  for (const name of ["äpfel", "Zebra", "apfel", "Apfel 10", "Apfel 9", "łuk", "Œuvre", "zebra", "ß", "東京"])
    odd.push(await named(name));
  const [first, second] = odd.map(({ id }) => id) as [number, number];
  await namesKnown();
  await tell(first);
  expect(await knowsNames()).toBe(true);
  await sameAsAsked(nothing, "name", whole);

  await rename(first, "zzz");
  await tell(first);
  expect(await knowsNames()).toBe(false);
  await sameAsAsked(nothing, "name", whole);

  // Renamed and not yet heard of: it gets no place, since the name read is not the one known.
  const newcomer = await named("Newcomer");
  await rename(second, "aaa");
  const tally = await remembered();
  const isPlaced = (id: number) => (tally.column("name")[tally.slotOf(id) ?? 0] ?? 0) >= 2 ** 32;
  const read = () => [talliesOf(app).knowsNames(tally), isPlaced(newcomer.id), isPlaced(second)];
  await expect.poll(read, { timeout: 20_000 }).toEqual([false, true, false]);
  await tell(second);
  await sameAsAsked(nothing, "name", whole);
});

test("C11 a renamed tag has its new name in the next counts", async () => {
  const renamed = await shop.ask(`PUT /tags/${handmade.id}`, { token, body: { name: "Made by hand" } });
  expect(renamed.status).toBeLessThan(300);
  const tally = await remembered();
  expect(tally.words.tags.map(({ label }) => label)).toContain("Made by hand");
});

test("C11 what goes with a product is the same in memory and in the database", async () => {
  const { rows } = await sql<{ id: number }>`
    select id from products where status = 'active' and deleted_at is null`.execute(app.db);
  for (const { id } of rows)
    for (const limit of [1, 2, 3, 8, 24])
      expect([id, limit, await listRelatedIds(app, id, limit)]).toEqual([
        id,
        limit,
        await relatedIds(app.db, id, limit),
      ]);
});
