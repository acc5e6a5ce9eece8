import { expect, test } from "vitest";
import { hasPostalPrefix, isSamePostalCode } from "./shop.ts";

test.each([
  ["SW1A 0AA", "SW1", true],
  ["SW1A 0AA", "SW1A", true],
  ["SW1A0AA", "SW1A 0", true],
  ["SW11 1AA", "SW1", false],
  ["SW1 1AA", "SW1", true],
  ["KA27 8DL", "KA27", true],
  ["KA2 7SQ", "KA27", false],
  ["S1 2AB", "S1", true],
  ["S10 1AA", "S1", false],
  ["S10 1AA", "S", true],
  ["35001", "35", true],
  ["10115", "101", true],
  ["1234 AB", "1234a", true],
  ["00100", "35", false],
])("postal code %s begins with %s: %s", (code, prefix, is) => {
  expect(hasPostalPrefix(code, prefix)).toBe(is);
});

test.each(["１００－０００１", "100‐0001", "100–0001", "100ー0001", "1000001"])("%s is 100-0001", (code) => {
  expect(isSamePostalCode(code, "100-0001")).toBe(true);
});
