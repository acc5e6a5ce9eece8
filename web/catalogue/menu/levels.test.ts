import { expect, test } from "vitest";
import { closeLevel, currentLevel, openLevel, topLevel, topLevels } from "./menu-levels.tsx";

const kitchen = { path: "home/kitchen", name: "Kitchen" };
const pans = { path: "home/kitchen/pans", name: "Pans" };

test("H2 levels are a stack: back leads the same way", () => {
  const below = openLevel(openLevel(topLevels, kitchen), pans);
  expect(currentLevel(below)).toEqual(pans);
  expect(currentLevel(closeLevel(below))).toEqual(kitchen);
  expect(closeLevel(closeLevel(below))).toEqual([topLevel]);
});

test("H2 going back at the top level stays there", () => {
  expect(closeLevel(topLevels)).toEqual(topLevels);
  expect(currentLevel(closeLevel(closeLevel(openLevel(topLevels, kitchen))))).toEqual(topLevel);
});
