import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFilters } from "#web/catalogue/list/filters.ts";
import { canonicalTarget, isRareSearch, pageAddress } from "./page-address.ts";

test("the address of a list has the parameters it reads, in one order, and no others", () => {
  expect(pageAddress("/products?utm=1&sort=price&tag=2&tag=1&name=red%20cap&empty=").search).toBe(
    "?name=red+cap&tag=2&tag=1&sort=price",
  );
  expect(pageAddress("/?name=cap")).toEqual({ path: "/", search: "", isCacheable: true });
});

test("addresses that are too long are not cached", () => {
  expect(pageAddress(`/products?name=${"x".repeat(500)}`).isCacheable).toBe(false);
  expect(pageAddress(`/details/${"x".repeat(500)}`).isCacheable).toBe(false);
  expect(pageAddress(`/products?${"tag=1&".repeat(1000)}`).search.length).toBeLessThan(400);
});

const filter = fc.tuple(
  fc.constantFrom("name", "sort", "option", "tag", "page", "price_max", "rating_min", "in_stock", "x"),
  fc.constantFrom("", " ", "price", "1", "2", "true"),
);

test("R2 the server reads filters as the browser does, repeated and empty ones too", () => {
  const many = fc.array(filter, { maxLength: 60 });
  const ids = fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 40 })
    .map((all) => all.map((id) => ["option", `${id}`]));
  fc.assert(
    fc.property(many, ids, (some, options) => {
      const given = new URLSearchParams([...some, ...options] as string[][]);
      const { search } = pageAddress(`/products?${given}`);
      expect(parseFilters(new URLSearchParams(search))).toEqual(parseFilters(given));
    }),
  );
});

test("any address begins with one slash and is stable", () => {
  // Browsers read a backslash as a slash.
  expect(canonicalTarget("/\\elsewhere.example/")).toBe("/elsewhere.example");
  fc.assert(
    fc.property(fc.string(), fc.webQueryParameters(), (path, query) => {
      const { path: normalized, search } = pageAddress(`/${path}?${query}`);
      expect(normalized).toMatch(/^\/(?![/\\])/);
      expect(canonicalTarget(normalized)).toBeUndefined();
      expect(pageAddress(normalized + search)).toMatchObject({ path: normalized, search });
    }),
  );
});

test("R2 a list or product asked for in other case is redirected with its filters", () => {
  expect(canonicalTarget("/Products?category=gifts")).toBe("/products?category=gifts");
  expect(canonicalTarget("/DETAILS/red-cup/")).toBe("/details/red-cup");
  expect(canonicalTarget("/pages/About")).toBeUndefined();
});

test("2.4.1 pages of categories are common; those with freely chosen filters, words and numbers are rare", () => {
  for (const common of ["", "?category=lamps", "?category=lamps&sort=price&page=2"])
    expect([common, isRareSearch(common)]).toEqual([common, false]);
  for (const rare of ["?name=cap", "?price_max=777", "?attr.material=Oak", "?sort=other", "?page=12345", "?tag=1"])
    expect([rare, isRareSearch(rare)]).toEqual([rare, true]);
  expect(isRareSearch("?category=lamps&category=vases")).toBe(true);
});
