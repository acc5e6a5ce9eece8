import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Facet } from "#contract/catalogue/products.ts";
import { appliedFilters } from "./filter-labels.ts";
import {
  canonicalPath,
  clearFilters,
  countFilters,
  type Filters,
  formFields,
  listPath,
  parseFilters,
  sorts,
  toggleValue,
  usefulFacets,
  withFilters,
} from "./filters.ts";
import { priceRanges } from "./price-facet.tsx";

const read = (address: string) => parseFilters(new URL(address, "https://shop.example").searchParams);
const money = (amount: number) => `€${amount / 100}`;

describe("the URL of a product list", () => {
  test("R2 category and name are read from the URL", () => {
    expect(read("/products?category=wear/shoes&name=red+boots")).toMatchObject({
      category: "wear/shoes",
      name: "red boots",
      page: 1,
    });
  });

  test("invalid values are ignored instead of breaking the page", () => {
    const filters = read("/products?price_min=abc&rating_min=9&sort=%27&page=-3&option=x&option=0&in_stock=maybe");
    expect(listPath(filters)).toBe("/products");
  });

  test("values that are no valid text for the database are ignored", () => {
    expect(listPath(read("/products?category=%00&name=a%00b&tag=%00"))).toBe("/products");
  });

  test("an attribute that no product type can have is ignored", () => {
    expect(parseFilters(new URLSearchParams("attr.constructor=1&attr.material=Oak")).attr).toEqual({
      material: ["Oak"],
    });
  });
  test("several values are repeated keys, without duplicates and sorted", () => {
    expect(listPath(read("/products?option=9&option=3&option=9"))).toBe("/products?option=3&option=9");
  });

  test("writing and parsing a URL gives the same filters", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9999 })).map((list) => list.sort((a, b) => a - b));
    const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
    const filters = fc.record<Filters>({
      category: maybe(fc.stringMatching(/^[a-z]+(\/[a-z-]+)?$/)),
      name: maybe(fc.stringMatching(/^[\p{L}\d&=+%]{1,20}$/u)),
      option: ids,
      type: ids,
      tag: ids,
      attr: fc
        .dictionary(
          fc.stringMatching(/^[a-z0-9_]{1,9}$/),
          fc.uniqueArray(fc.stringMatching(/^[\p{L}\d&=+.%]{1,9}$/u), { minLength: 1 }),
        )
        .map((all) => Object.fromEntries(Object.entries(all).map(([key, values]) => [key, values.sort()]))),
      price_min: maybe(fc.nat(99_999)),
      price_max: maybe(fc.nat(99_999)),
      rating_min: maybe(fc.integer({ min: 1, max: 5 })),
      in_stock: maybe(fc.constant(true)),
      on_sale: maybe(fc.constant(true)),
      sort: maybe(fc.constantFrom(...sorts.map(({ value }) => value))),
      page: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(filters, (one) => {
        expect(read(listPath(one))).toEqual(one);
      }),
    );
  });
});

describe("changing filters", () => {
  test("goes back to the first page", () => {
    expect(toggleValue(read("/products?page=4"), "tag", 7)).toMatchObject({ tag: [7], page: 1 });
    expect(withFilters(read("/products?page=4"), { on_sale: true }).page).toBe(1);
  });

  test("toggling a value twice removes it", () => {
    const before = read("/products?option=3&option=8");
    expect(toggleValue(toggleValue(before, "option", 5), "option", 5)).toEqual(before);
  });

  test("clearing keeps category, search and order", () => {
    const all = read("/products?category=wear&name=coat&sort=price&tag=1&price_min=100&in_stock=true&page=2");
    expect(listPath(clearFilters(all))).toBe("/products?category=wear&name=coat&sort=price");
  });

  test("the canonical URL has only category and page", () => {
    expect(canonicalPath(read("/products?category=wear&option=3&sort=price&page=2"))).toBe(
      "/products?category=wear&page=2",
    );
  });

  test("a form without script submits the other filters", () => {
    const fields = formFields(read("/products?category=wear&option=3&sort=price&page=2"), "sort");
    expect(fields).toEqual([
      { name: "category", value: "wear" },
      { name: "option", value: "3" },
    ]);
  });
});

describe("active filters", () => {
  const facets: Facet[] = [
    {
      key: "option.2",
      label: "Color",
      kind: "swatch",
      values: [{ id: 3, label: "Oak", swatch: "#b98", count: 4, selected: true }],
    },
    { key: "tag", label: "Tag", kind: "chips", values: [{ id: 3, label: "new", count: 1, selected: false }] },
  ];

  test("have a label and the filters without them", () => {
    const filters = read("/products?category=wear&option=3&price_min=1000&price_max=2500&rating_min=4&in_stock=true");
    const applied = appliedFilters(filters, facets, money);
    expect(applied.map(({ label }) => label)).toEqual(["Oak", "€10 to €25", "4 stars and up", "In stock"]);
    expect(applied.map(({ without }) => listPath(without))[0]).toBe(
      "/products?category=wear&price_min=1000&price_max=2500&rating_min=4&in_stock=true",
    );
    for (const { without } of applied) expect(appliedFilters(without, facets, money)).toHaveLength(3);
    expect(countFilters(filters)).toBe(applied.length);
  });
});

test("options of few products are hidden unless a value is selected", () => {
  const option = (key: string, count: number, selected = false): Facet => ({
    key,
    label: key,
    kind: "chips",
    values: [{ id: 1, label: "a", count, selected }],
  });
  const tag: Facet = { ...option("tag", 1), key: "tag" };
  const shown = usefulFacets([option("option.1", 40), option("option.2", 3), option("option.3", 3, true), tag], 100, 1);
  expect(shown.map(({ key }) => key)).toEqual(["option.1", "option.3", "tag"]);
  // A few products need no filters, unless filters made them few.
  expect(usefulFacets([tag], 3, 0)).toEqual([]);
  expect(usefulFacets([tag], 3, 1)).toEqual([tag]);
  expect(usefulFacets([tag], 4, 0)).toEqual([tag]);
});

describe("price ranges", () => {
  test.each([
    [900, 25_900, 2],
    [1200, 9800, 2],
    [500, 40_000, 0],
    [3, 99, 0],
    [290, 139_900, 2],
    [0, 400, 2],
    [20_000, 50_000, 2],
  ])("between %i and %i every price is in exactly one range", (min, max, digits) => {
    const ranges = priceRanges(min, max, digits);
    expect(ranges.length).toBeGreaterThan(1);
    const marks = ranges.slice(1).map((range) => range.min);
    expect(ranges.slice(0, -1).map((range) => range.max)).toEqual(marks);
    for (const mark of marks) expect((mark ?? 0.5) % 10 ** digits).toBe(0);
  });

  test("many cheap and a few expensive products get finer low ranges", () => {
    expect(priceRanges(290, 139_900, 2)).toEqual([
      { max: 1000 },
      { min: 1000, max: 5000 },
      { min: 5000, max: 30_000 },
      { min: 30_000 },
    ]);
  });

  test("there are none when prices hardly differ", () => {
    expect(priceRanges(1000, 1100, 2)).toEqual([]);
    expect(priceRanges(1000, 1000, 2)).toEqual([]);
  });
});
