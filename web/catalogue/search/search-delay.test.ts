import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSearchable, settling } from "./search-delay.ts";
import { nextPlace } from "./search-input.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("H3 S15 what is typed is told 500 ms after the last key, once", () => {
  const tell = vi.fn();
  const search = settling<string>(tell);
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

test("H3 what is told at once takes the place of what waits", () => {
  const tell = vi.fn();
  const search = settling<string>(tell);
  search.later("mug");
  search.now("");
  vi.advanceTimersByTime(500);
  expect(tell.mock.calls).toEqual([[""]]);
});

test("H6 one character is no search, nor are blanks", () => {
  expect(["", "m", " m ", "   "].some(isSearchable)).toBe(false);
  expect(["mu", " mu "].every(isSearchable)).toBe(true);
});

test("H5 the arrow keys go through the suggestions and around by way of the field", () => {
  const down = [-1, 0, 1].map((place) => nextPlace(place, 1, 2));
  expect(down).toEqual([0, 1, -1]);
  expect([-1, 1, 0].map((place) => nextPlace(place, -1, 2))).toEqual([1, 0, -1]);
  expect(nextPlace(-1, 1, 0)).toBe(-1);
});
