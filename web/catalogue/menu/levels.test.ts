import { expect, test } from "vitest";
import { atTop, into, shown, topLevel, up } from "./levels.ts";

const kitchen = { path: "home/kitchen", name: "Kitchen" };
const pans = { path: "home/kitchen/pans", name: "Pans" };

test("H2 the levels are a stack: into a category, and back the same way", () => {
  const below = into(into(atTop, kitchen), pans);
  expect(shown(below)).toEqual(pans);
  expect(shown(up(below))).toEqual(kitchen);
  expect(up(up(below))).toEqual([topLevel]);
});

test("H2 going back at the top stays at the top", () => {
  expect(up(atTop)).toEqual(atTop);
  expect(shown(up(up(into(atTop, kitchen))))).toEqual(topLevel);
});
