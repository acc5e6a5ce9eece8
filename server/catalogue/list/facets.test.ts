import { expect, test } from "vitest";
import type { FacetCounts, OptionCount } from "#server/catalogue/search/count-facets.ts";
import { noFilter } from "#server/catalogue/search/filters.ts";
import { toFacets } from "./facets.ts";

const option = (group_id: number, id: number, count: number): OptionCount => ({
  id,
  label: `Value ${id}`,
  count,
  swatch: null,
  group_id,
  group_name: `Group ${group_id}`,
  display: "button",
});
const countsOf = (options: OptionCount[]): FacetCounts => ({
  total: 1000,
  min_price: null,
  max_price: null,
  flags: { in_stock: 0, on_sale: 0 },
  rating: [],
  options,
  tags: [],
  types: [],
  attributes: [],
});
const filterOf = (values: number[]) => ({ ...noFilter, options: [{ group: 1, values }] });

test("C5 an option of thousands of values offers the most frequent and the selected ones in its order", () => {
  const options = Array.from({ length: 3000 }, (_, at) => option(1, at + 1, (at + 1) % 50));
  const [facet] = toFacets(countsOf(options), filterOf([1, 3000]));
  const ids = facet?.values?.map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(40);
  expect(ids).toEqual(ids.toSorted((one, other) => Number(one) - Number(other)));
  expect(ids).toEqual(expect.arrayContaining([1, 3000, 49, 99]));
  expect(ids).not.toContain(2);
});

test("C5 of hundreds of options those with the most products are offered, in their order", () => {
  const options = Array.from({ length: 300 }, (_, at) => option(at + 1, at + 1, at + 1));
  const facets = toFacets(countsOf(options), filterOf([2]));
  expect(facets.map(({ key }) => key)).toEqual([
    "option.2",
    ...Array.from({ length: 19 }, (_, at) => `option.${282 + at}`),
  ]);
});
