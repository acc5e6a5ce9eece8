import { expect, test } from "vitest";
import { PageQuery } from "#contract/endpoint.ts";
import { isPastEnd, pageNumber } from "./page-number.ts";

const asked = (page: string) => pageNumber(new URLSearchParams({ page }));

test("R2 R8 the page of an address is a number the shop takes, whatever is written there", () => {
  for (const [said, page] of Object.entries({ 3: 3, 2.9: 2, 0: 1, "-4": 1, two: 1, "": 1, NaN: 1, Infinity: 100_000 }))
    expect(asked(said), said).toBe(page);
  expect(pageNumber(new URLSearchParams())).toBe(1);
  expect(PageQuery.parse({ page: String(asked("99999999999")) }).page).toBe(100_000);
});

test("R2 R8 a list ends with its last page, and one without anything has a first", () => {
  expect(isPastEnd({ page: 3, pages: 3 })).toBe(false);
  expect(isPastEnd({ page: 4, pages: 3 })).toBe(true);
  expect(isPastEnd({ page: 1, pages: 0 })).toBe(false);
  expect(isPastEnd({ page: 2, pages: 0 })).toBe(true);
});
