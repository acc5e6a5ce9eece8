import { expect, test } from "vitest";
import { PageQuery } from "#contract/endpoint.ts";
import { isPastEnd, nextSort, pageNumber, pageParams, readPageParams, sortState } from "./list-params.ts";

const asked = (text: string) => readPageParams(new URLSearchParams(text));

test("A3 A5 A6 page and page size are read from the URL, invalid values are ignored", () => {
  expect(asked("page=3&per_page=50")).toEqual({ page: 3, per_page: 50 });
  expect(asked("page=-2&per_page=7")).toEqual({ page: 1, per_page: 20 });
  expect(asked("page=many")).toEqual({ page: 1, per_page: 20 });
  expect(pageParams(asked(""))).toEqual({ page: undefined, per_page: undefined });
  expect(pageParams(asked("page=2&per_page=100"))).toEqual({ page: 2, per_page: 100 });
});

test("A3 A5 A6 a column has its initial sort first, then the reverse", () => {
  expect(nextSort("-total", "name")).toBe("-total");
  expect(nextSort("-total", "-total")).toBe("total");
  expect(nextSort("-total", "total")).toBe("-total");
  expect(nextSort("name", "name")).toBe("-name");
});

test("A3 A5 A6 the aria-sort of a column follows the sort", () => {
  expect(sortState("-total", "-total")).toBe("descending");
  expect(sortState("-total", "total")).toBe("ascending");
  expect(sortState("name", "-name")).toBe("descending");
  expect(sortState("name", "-total")).toBe("none");
});

const pageOf = (page: string) => pageNumber(new URLSearchParams({ page }));

test("R2 R8 the page of a URL is always a valid number", () => {
  for (const [said, page] of Object.entries({ 3: 3, 2.9: 2, 0: 1, "-4": 1, two: 1, "": 1, NaN: 1, Infinity: 100_000 }))
    expect(pageOf(said), said).toBe(page);
  expect(pageNumber(new URLSearchParams())).toBe(1);
  expect(PageQuery.parse({ page: String(pageOf("99999999999")) }).page).toBe(100_000);
});

test("R2 R8 a list ends with its last page, an empty one with its first", () => {
  expect(isPastEnd({ page: 3, pages: 3 })).toBe(false);
  expect(isPastEnd({ page: 4, pages: 3 })).toBe(true);
  expect(isPastEnd({ page: 1, pages: 0 })).toBe(false);
  expect(isPastEnd({ page: 2, pages: 0 })).toBe(true);
});
