import { expect, test } from "vitest";
import { arrivalText } from "./arrival-text.ts";

const friday = Date.parse("2026-11-27T12:00:00Z");

test.each([
  [1, 3, "Arrives 1 to 3 business days after your payment."],
  [1, 1, "Arrives 1 business day after your payment."],
])("R6 a delivery of %i to %i days names no date while its transfer is awaited", (min_days, max_days, text) => {
  expect(arrivalText({ min_days, max_days }, friday, true)).toBe(text);
  expect(arrivalText({ min_days, max_days }, friday, false)).toMatch(/^Arrives Mon, Nov 30/);
});
