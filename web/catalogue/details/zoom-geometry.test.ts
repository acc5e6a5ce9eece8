import { expect, test, vi } from "vitest";
import { pointInImage, swipeStep, zoomedSize } from "./zoom.tsx";

const square = { width: 1600, height: 1600 };
const phone = { left: 24, top: 24, width: 342, height: 700 };
const desktop = { left: 24, top: 24, width: 1392, height: 760 };

test("R3 an image zooms as far as it stays sharp on the screen, at least one and a half times and at most three", () => {
  expect(zoomedSize(square, desktop, 1)).toEqual({ width: 1664, height: 1664 });
  expect(zoomedSize(square, phone, 1)).toEqual({ width: 1026, height: 1026 });
  expect(zoomedSize(square, phone, 2).width).toBeCloseTo(832);
  expect(zoomedSize({ width: 600, height: 300 }, desktop, 1).width).toBeCloseTo(1392 * 1.5);
});

test("R3 a click outside the image maps to its nearest point", () => {
  expect(pointInImage(square, phone, 24 + 171, 24 + 350)).toEqual({ x: 0.5, y: 0.5 });
  expect(pointInImage(square, phone, 24, 24 + 179)).toEqual({ x: 0, y: 0 });
  expect(pointInImage(square, phone, 24 + 342, 24)).toEqual({ x: 1, y: 0 });
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
