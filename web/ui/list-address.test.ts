import { expect, test } from "vitest";
import { nextSort, pageAsked, pageSaid, sortState } from "./list-address.ts";

const asked = (text: string) => pageAsked(new URLSearchParams(text));

test("A3 A5 A6 page and size of a list come from its address, and what it should not say is taken as not said", () => {
  expect(asked("page=3&per_page=50")).toEqual({ page: 3, per_page: 50 });
  expect(asked("page=-2&per_page=7")).toEqual({ page: 1, per_page: 20 });
  expect(asked("page=many")).toEqual({ page: 1, per_page: 20 });
  expect(pageSaid(asked(""))).toEqual({ page: undefined, per_page: undefined });
  expect(pageSaid(asked("page=2&per_page=100"))).toEqual({ page: 2, per_page: 100 });
});

test("A3 A5 A6 a column sorts its own way first, then the other way round", () => {
  expect(nextSort("-total", "name")).toBe("-total");
  expect(nextSort("-total", "-total")).toBe("total");
  expect(nextSort("-total", "total")).toBe("-total");
  expect(nextSort("name", "name")).toBe("-name");
});

test("A3 A5 A6 a heading says how its column is sorted", () => {
  expect(sortState("-total", "-total")).toBe("descending");
  expect(sortState("-total", "total")).toBe("ascending");
  expect(sortState("name", "-name")).toBe("descending");
  expect(sortState("name", "-total")).toBe("none");
});
