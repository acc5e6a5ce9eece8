import fc from "fast-check";
import { expect, test } from "vitest";
import { createWeights } from "./weights.ts";

function readAll(unit: string, texts: string[]) {
  const weights = createWeights();
  for (const text of texts) weights.add(text);
  return texts.map((text) => weights.read(text, unit));
}
const gramsOf = (unit: string, texts: string[]) => readAll(unit, texts).map(({ grams }) => grams);

test.each<[string, string, string[], (number | undefined)[]]>([
  ["a program writes kilograms with six decimals", "", ["0.300000", "2.000000", "12"], [300, 2000, 12_000]],
  ["nothing but whole kilograms with decimals", "", ["2.000000", "1,50"], [2000, 1500]],
  ["whole grams that passed through a spreadsheet", "", ["250.0", "80.0"], [250, 80]],
  ["grams with decimals of a currency", "", ["250.00", "80.00"], [250, 80]],
  ["grams, one with decimals, among heavy ones", "", ["2.5", "100", "1000"], [3, 100, 1000]],
  ["heavy grams before one with decimals", "", ["250", "12.5", "1200"], [250, 13, 1200]],
  ["nothing with decimals but a zero", "", ["0.00", "50", "80"], [0, 50, 80]],
  ["grams, some grouped", "", ["1.500", "12"], [1500, 12]],
  ["a heading in grams with grouping", "g", ["2,000", "1.000", "500"], [2000, 1000, 500]],
  ["a heading in grams with decimals", "g", ["453.592", "12.5"], [454, 13]],
  ["a heading in kilograms", "kg", ["1,500", "2"], [1500, 2000]],
  [
    "units in the cells",
    "",
    ["2 kg", "500 g", "1,5 kg", "1 lb", "1 lbs", "1.200 g"],
    [2000, 500, 1500, 454, 454, 1200],
  ],
  ["no weights", "", ["x", "2.", "-1", "1e9 kg", "99999999"], Array.from({ length: 5 }, () => undefined)],
])("C5 weights are read by their whole column: %s", (_what, unit, texts, grams) => {
  expect(gramsOf(unit, texts)).toEqual(grams);
});

test("C5 a weight that could be of another unit or number is known as one", () => {
  expect(readAll("", ["0.5", "2", "2 kg"]).map(({ isGuessed }) => isGuessed)).toEqual([true, true, false]);
  expect(readAll("g", ["1.500", "500"]).map(({ isGuessed }) => isGuessed)).toEqual([true, false]);
  expect(readAll("g", ["0.3", "1.5", "12.5", "0"]).map(({ isGuessed }) => isGuessed)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("C5 a column written out in kilograms in any of four customs is read back", () => {
  const grams = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(grams, fc.constantFrom("de-DE", "en-US", "de-CH", "fr-FR"), (column, locale) => {
      const { format } = new Intl.NumberFormat(locale, { minimumFractionDigits: 3 });
      const texts = column.map((weight) => format(weight / 1000));
      expect(gramsOf("", texts)).toEqual(column);
    }),
  );
});
