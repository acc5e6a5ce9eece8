import { expect, test } from "vitest";
import { formatWeight, gramsFromText, weightText } from "./weight-format.ts";

test("A7 weights are read and shown in the unit of the shop", () => {
  expect([weightText(300, "kg"), weightText(300, "lb"), weightText(null, "lb")]).toEqual(["0.3", "0.661", ""]);
  expect([gramsFromText("1,5", "kg"), gramsFromText("2", "lb"), gramsFromText("٢", "kg")]).toEqual([1500, 907, 2000]);
  expect([gramsFromText("", "kg"), gramsFromText("1.2345", "kg"), gramsFromText("-1", "lb")]).toEqual([
    null,
    null,
    null,
  ]);
  expect([formatWeight(2500, "kg"), formatWeight(2500, "lb")]).toEqual(["2.5 kg", "5.512 lb"]);
});

test("A7 a weight that is shown and saved again stays the same in both units", () => {
  for (let grams = 0; grams < 20_000; grams++) {
    expect(gramsFromText(weightText(grams, "kg"), "kg")).toBe(grams);
    expect(gramsFromText(weightText(grams, "lb"), "lb")).toBe(grams);
  }
});
