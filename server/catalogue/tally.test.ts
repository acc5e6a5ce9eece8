import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { browseSample } from "./browse-sample.ts";
import { facetCounts } from "./facets.sql.ts";
import { facets } from "./facets.ts";
import { type ListFilter, pageOfCards } from "./list.sql.ts";
import { talliesOf } from "./tallies.ts";
import { counted } from "./tally.ts";

const shop = await openTestShop();
const { home, chairs, lamps, garden, oak, black, small, large, colour, size, ...rest } = await browseSample(shop);
const { handmade, outdoor, type, token, product, one } = rest;
const { house } = shop;
const whole = { offset: 0, limit: 24 };
const nothing: ListFilter = { tags: [], types: [], options: [] };
const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filters: fc.Arbitrary<ListFilter> = fc.record({
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

test("C11 counting in memory gives what counting in the database gives, and the same page", async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const tally = await talliesOf(house).now();
      if (!tally) throw new Error("this shop is small");
      const { counts, ids } = counted(tally, filter, whole);
      const asked = await facetCounts(house.db, filter);
      expect([counts.total, facets(counts, filter)]).toEqual([asked.total, facets(asked, filter)]);
      const cards = await pageOfCards(house.db, filter, { sort: "popular", typed: "", ...whole });
      expect(await talliesOf(house).cards(ids)).toEqual(cards);
    }),
    { numRuns: 60 },
  );
});

test("C11 a product that is added, changed or sold out is counted so in the next call", async () => {
  const seen = async () => {
    const tally = await talliesOf(house).now();
    return tally && counted(tally, nothing, whole);
  };
  const before = await seen();
  const added = await product({ name: "Tea table", category_ids: [garden.id], variations: [one(7700, 2, oak)] });
  expect((await seen())?.counts).toMatchObject({ total: (before?.counts.total ?? 0) + 1 });
  const removed = await shop.ask(`DELETE /product/${added.id}`, { token });
  expect(removed.status).toBeLessThan(300);
  expect((await seen())?.counts).toEqual(before?.counts);
});

test("C11 a renamed tag has its new name in the next counts", async () => {
  const renamed = await shop.ask(`PUT /tags/${handmade.id}`, { token, body: { name: "Made by hand" } });
  expect(renamed.status).toBeLessThan(300);
  const tally = await talliesOf(house).now();
  expect(tally?.words.tags.map(({ label }) => label)).toContain("Made by hand");
});
