import { expect, test } from "vitest";
import { createQuantities } from "./quantities.ts";

function readAll(...texts: string[]) {
  const quantities = createQuantities();
  for (const text of texts) quantities.add(text);
  return texts.map((text) => quantities.read(text).count);
}

test.each([
  ["thousands are grouped with dots", ["1.500", "2.000", "10.000", "7"], [1500, 2000, 10_000, 7]],
  ["a number without decimals stands beside them", ["12", "2.000"], [12, 2000]],
  ["a program writes three decimals", ["0.000", "2.000", "1250.000"], [0, 2, 1250]],
  ["nothing but such numbers", ["2.000", "10.000"], [2, 10]],
  ["thousands are grouped with commas", ["1,500", "2,000"], [1500, 2000]],
  ["a program writes three decimals after a comma", ["0,000", "2,000", "12,000"], [0, 2, 12]],
  ["nothing but numbers with a comma", ["2,000"], [2000]],
  ["both separators", ["26.067,00", "3.000"], [26_067, 3000]],
  ["negative numbers", ["-2.000", "-1.500"], [-2000, -1500]],
])("C5 quantities are read by their whole column: %s", (_what, texts, counts) => {
  expect(readAll(...texts)).toEqual(counts);
});

test("C5 a quantity that could be read in two ways is known as one", () => {
  const { read } = createQuantities();
  expect(["2.000", "2,000", "1.500", "200", "0.000"].map((text) => read(text).isGuessed)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
