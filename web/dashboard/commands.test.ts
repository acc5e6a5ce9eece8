import { expect, test } from "vitest";
import { findCommands } from "./commands.ts";

const labels = (text: string) => {
  const { pages, actions } = findCommands(text);
  return [...pages, ...actions].map(({ label }) => label);
};

test.each([
  ["coup", ["Coupons", "Create coupon"]],
  ["PRODUCT add", ["Add product", "Add product type"]],
  ["inventory", ["Stock"]],
  ["to ship", ["Orders to ship"]],
  ["zebra", []],
])("Command palette: %s finds %j", (text, found) => {
  expect(labels(text)).toEqual(found);
});

test("Command palette: without a text it lists every page and action", () => {
  expect(labels(" ").length).toBeGreaterThan(20);
});
