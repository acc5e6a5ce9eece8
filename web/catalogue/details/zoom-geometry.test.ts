import { expect, test, vi } from "vitest";
import { enlarged, placeOf, stepOfSwipe } from "./zoom-geometry.ts";

const square = { width: 1600, height: 1600 };
const phone = { left: 24, top: 24, width: 342, height: 700 };
const desk = { left: 24, top: 24, width: 1392, height: 760 };

test("R3 a picture is enlarged to what is kept of it, and on a phone no further than three times", () => {
  expect(enlarged(square, desk)).toEqual({ width: 1280, height: 1280 });
  expect(enlarged(square, phone)).toEqual({ width: 1026, height: 1026 });
  expect(enlarged({ width: 600, height: 300 }, desk).width).toBeCloseTo(1392 * 1.5);
});

test("R3 the place that was pressed is a place of the picture, not of what is around it", () => {
  expect(placeOf(square, phone, 24 + 171, 24 + 350)).toEqual({ x: 0.5, y: 0.5 });
  expect(placeOf(square, phone, 24, 24 + 179)).toEqual({ x: 0, y: 0 });
  expect(placeOf(square, phone, 24 + 342, 24)).toEqual({ x: 1, y: 0 });
});

test.each([
  ["ltr", -60, 1],
  ["ltr", 60, -1],
  ["rtl", 60, 1],
  ["ltr", 20, 0],
])("R3 written %s, a swipe of %i px goes %i on", (dir, px, on) => {
  vi.stubGlobal("document", { documentElement: { dir } });
  expect(stepOfSwipe(px)).toBe(on);
  vi.unstubAllGlobals();
});
