import { expect, test } from "vitest";
import { noFilter } from "./filters.ts";
import type { IndexEntry } from "./product-index.sql.ts";
import { ProductIndex } from "./product-index.ts";
import { runQuery } from "./run-query.ts";
import { getSearchLanguage } from "./text/language.ts";

const [red, blue] = [1, 2];
const sizes = Array.from({ length: 40 }, (_, at) => 100 + at);
const toLabel = (group_id: number) => (id: number) => {
  return { id, label: String(id), swatch: null, group_id, group_name: String(group_id), display: "button", words: [] };
};
const labels = {
  options: [...[red, blue].map(toLabel(1)), ...sizes.map(toLabel(2))],
  tags: [],
  types: [],
  attributes: [],
  categories: [],
  synonyms: [],
};

type Variation = NonNullable<IndexEntry["variations"]>[number];

const toEntry = (id: number, variations: Variation[]): IndexEntry => ({
  id,
  in_stock: variations.some(([, flags]) => (flags & 1) === 1),
  on_sale: false,
  type: 1,
  min: Math.min(...variations.map(([price]) => price)),
  max: Math.max(...variations.map(([price]) => price)),
  variations,
  rating_sum: 0,
  rating_count: 0,
  categories: [],
  tags: [],
  options: [...new Set(variations.flatMap(([, , ...options]) => options))],
  attributes: [],
  popularity: 0,
  sold: false,
  published: id,
  primary_words: "cup",
  secondary_words: "",
  name_key: "cup",
});

/** In red with all sizes at 1,000 minor units, the last in stock; in blue with the first, in stock at 3,000. */
const shirt = (id: number) =>
  toEntry(id, [
    ...sizes.map((size, at): Variation => [1000, at === sizes.length - 1 ? 1 : 0, red, size]),
    [3000, 1, blue, sizes[0] as number],
  ]);

const page = { sort: "newest", offset: 0, limit: 24 } as const;
const inRed = [{ group: 1, values: [red] }];
const inSize = (at: number) => [{ group: 2, values: [sizes[at] as number] }];

test("C11 a list asks one of many variations for its option, price and stock", () => {
  const index = new ProductIndex(labels, getSearchLanguage("en"));
  index.upsert(shirt(1));
  const isFound = (filter: object) => runQuery(index, { ...noFilter, ...filter }, { page }).total === 1;
  expect([0, 1, 39].map((at) => isFound({ options: inSize(at), flags: ["in_stock"] }))).toEqual([true, false, true]);
  expect(isFound({ options: [...inRed, ...inSize(0)], flags: ["in_stock"] })).toBe(false);
  expect([1000, 2000].map((priceMin) => isFound({ options: inRed, priceMin }))).toEqual([true, false]);
  const { counts } = runQuery(index, { ...noFilter, options: inRed, flags: ["in_stock"] }, { facets: true });
  expect(counts).toMatchObject({ total: 1, min_price: 1000, max_price: 1000, flags: { in_stock: 1, on_sale: 0 } });
  // Blue is in stock too, of the sizes only the last in red.
  expect(counts?.options.map(({ id }) => id)).toEqual([red, blue, sizes.at(-1)]);
});

test("C11 variations of products that are no longer on sale make room for others", () => {
  const index = new ProductIndex(labels, getSearchLanguage("en"));
  for (let id = 1; id <= 1500; id++) index.upsert(shirt(id));
  const size = index.variations.data.length;
  for (let round = 0; round < 4; round++)
    for (let id = 1; id <= 1500; id++) if (id % 500 !== 0) index.upsert(shirt(id));
  for (let id = 1; id <= 1500; id++) if (id % 500 !== 0) index.delete(id);
  const { ids } = runQuery(index, { ...noFilter, options: inSize(39), flags: ["in_stock"], priceMax: 2000 }, { page });
  expect(ids).toEqual([1500, 1000, 500]);
  expect(runQuery(index, { ...noFilter, options: inRed, priceMin: 2000 }, { page }).total).toBe(0);
  expect(index.variations.data.length).toBeLessThan(4 * size);
});
