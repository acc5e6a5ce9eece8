import { expect, test } from "vitest";
import { noFilter } from "./filters.ts";
import { ProductIndex } from "./product-index.ts";
import { runQuery } from "./run-query.ts";
import { getSearchLanguage } from "./text/language.ts";

const labels = { options: [], tags: [], types: [], attributes: [], categories: [], synonyms: [] };

/** A product whose `count` reviews have `sum` stars together. */
const rated = (id: number, sum: number, count: number) => ({
  id,
  in_stock: true,
  on_sale: true,
  type: 1,
  min: 1000,
  max: 1000,
  variations: null,
  rating_sum: sum,
  rating_count: count,
  categories: [],
  tags: [],
  options: [],
  attributes: [],
  popularity: 0,
  sold: false,
  published: id,
  primary_words: "cup",
  secondary_words: "",
  name_key: "cup",
});

test("C11 products are filtered and counted by their stars as they are shown: 3.96 is 4.0, 3.94 is 3.9", () => {
  const index = new ProductIndex(labels, getSearchLanguage("en"));
  for (const entry of [rated(1, 99, 25), rated(2, 197, 50), rated(3, 0, 0)]) index.upsert(entry);
  const page = { sort: "newest", offset: 0, limit: 24 } as const;
  const atLeast = (rating: number) => runQuery(index, { ...noFilter, rating }, { page }).ids;
  expect([atLeast(4), atLeast(3.9), atLeast(1)]).toEqual([[1], [2, 1], [2, 1]]);
  expect(runQuery(index, noFilter, { facets: true }).counts?.rating).toEqual([1, 2, 2, 2]);
});
