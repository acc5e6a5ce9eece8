import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { debounce, isSearchable } from "./search-delay.ts";
import { nextOption } from "./search-form.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("H3 S15 the search text is reported once, 500 ms after the last key", () => {
  const tell = vi.fn();
  const search = debounce<string>(tell);
  search.later("m");
  vi.advanceTimersByTime(400);
  search.later("mu");
  vi.advanceTimersByTime(499);
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(tell.mock.calls).toEqual([["mu"]]);
  vi.advanceTimersByTime(5000);
  expect(tell).toHaveBeenCalledTimes(1);
});

test("H3 an immediate report replaces a pending one", () => {
  const tell = vi.fn();
  const search = debounce<string>(tell);
  search.later("mug");
  search.now("");
  vi.advanceTimersByTime(500);
  expect(tell.mock.calls).toEqual([[""]]);
});

test("H6 a single character or blanks are not searched", () => {
  expect(["", "m", " m ", "   "].some(isSearchable)).toBe(false);
  expect(["mu", " mu "].every(isSearchable)).toBe(true);
});

test("H5 the arrow keys cycle through the suggestions and the field", () => {
  const down = [-1, 0, 1].map((place) => nextOption(place, 1, 2));
  expect(down).toEqual([0, 1, -1]);
  expect([-1, 1, 0].map((place) => nextOption(place, -1, 2))).toEqual([1, 0, -1]);
  expect(nextOption(-1, 1, 0)).toBe(-1);
});
