import { expect, test } from "vitest";
import { blankOrder, type ManualOrderValues, readDiscount, toQuoteRequest } from "./manual-order-values.ts";

const read = (discount: ManualOrderValues["discount"], value: string) => readDiscount({ discount, value }, "EUR");

test.each([
  ["percent", "10", 1000],
  ["percent", "10%", 1000],
  ["percent", "12,5 %", 1250],
  ["percent", "100", 10_000],
  ["fixed", "12.50", 1250],
] as const)("C11 a manual discount (%s) typed as %j is read", (kind, typed, value) => {
  expect(read(kind, typed)).toBe(value);
});

test.each([
  ["percent", ""],
  ["percent", "12.555"],
  ["percent", "0"],
  ["percent", "101"],
  ["percent", "ten"],
  ["fixed", "10%"],
  ["fixed", "0"],
  ["fixed", "-5"],
] as const)("C11 a manual discount (%s) typed as %j is an error of its field", (kind, typed) => {
  expect(read(kind, typed)).toBeNull();
});

test("C11 an order is priced with the discount that is typed", () => {
  const lines = [{ variation_id: 7, quantity: 1, label: "Cup" }];
  const address = { ...blankOrder.address, country: "DE" };
  const values = { ...blankOrder, lines, address, discount: "percent" as const, value: "10%", reason: "Loyal" };
  expect(toQuoteRequest(values, "EUR")).toMatchObject({ discount: { kind: "percent", value: 1000, reason: "Loyal" } });
});
