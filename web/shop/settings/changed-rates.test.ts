import { expect, test } from "vitest";
import { changedRates } from "./changed-rates.ts";

test.each([
  ["EUR", "JPY", "4.90 EUR becomes 5 JPY"],
  ["JPY", "KWD", "5 JPY becomes 4.900 KWD"],
  ["KWD", "EUR", "4.900 KWD becomes 4.90 EUR"],
])("Settings: before %s becomes %s the page says what a rate will be", (from, to, text) => {
  expect(changedRates(from, to)).toContain(text);
});
