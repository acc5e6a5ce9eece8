import { expect, test, vi } from "vitest";
import { fittedSize, pointInImage, swipeStep, zoomedSize } from "./zoom.tsx";

const square = { width: 1600, height: 1600 };
const phone = { left: 24, top: 24, width: 342, height: 700 };
const desktop = { left: 24, top: 24, width: 1392, height: 760 };

test("R3 an image zooms as far as it stays sharp on the screen, at most three times", () => {
  expect(zoomedSize(square, desktop, 1)?.width).toBeCloseTo(2080);
  expect(zoomedSize(square, phone, 1)).toEqual({ width: 1026, height: 1026 });
  expect(zoomedSize(square, phone, 3)?.width).toBeCloseTo((1600 * 1.3) / 3);
  expect(zoomedSize({ width: 4000, height: 4000 }, desktop, 2)?.width).toBeCloseTo((2560 * 1.3) / 2);
});

test("R3 no image covers more than 1.3 pixels of the screen with one of its own; then it doesn't zoom", () => {
  const small = { width: 600, height: 300 };
  expect(fittedSize(small, desktop, 1)).toEqual({ width: 780, height: 390 });
  expect(zoomedSize(small, desktop, 1)).toBeUndefined();
  expect(fittedSize({ width: 1200, height: 1200 }, { width: 1392, height: 800 }, 2).width).toBeCloseTo(780);
});

test("R3 a click outside the image maps to its nearest point", () => {
  const fitted = fittedSize(square, phone, 1);
  expect(pointInImage(fitted, phone, 24 + 171, 24 + 350)).toEqual({ x: 0.5, y: 0.5 });
  expect(pointInImage(fitted, phone, 24, 24 + 179)).toEqual({ x: 0, y: 0 });
  expect(pointInImage(fitted, phone, 24 + 342, 24)).toEqual({ x: 1, y: 0 });
});

test.each([
  ["ltr", -60, 1],
  ["ltr", 60, -1],
  ["rtl", 60, 1],
  ["ltr", 20, 0],
])("R3 in %s pages a swipe of %i px moves by %i images", (dir, px, on) => {
  vi.stubGlobal("document", { documentElement: { dir } });
  expect(swipeStep(px)).toBe(on);
  vi.unstubAllGlobals();
});
