import { expect, test } from "vitest";
import { blankVariation, type OptionFields, type VariationFields } from "#web/catalogue/editor/product-fields.ts";
import { countVariations, rearrangeVariations } from "./variation-matrix.ts";

const color = (...value_ids: number[]): OptionFields => ({ group_id: 1, value_ids });
const size = (...value_ids: number[]): OptionFields => ({ group_id: 2, value_ids });
const row = (variation_id: number | null, option_value_ids: number[], more: Partial<VariationFields> = {}) => ({
  ...blankVariation(),
  variation_id,
  option_value_ids,
  ...more,
});
const summarize = (rows: VariationFields[]) =>
  rows.map(({ variation_id, option_value_ids }) => [variation_id, ...option_value_ids]);

test("A5 the only variation of a simple product becomes the first of many", () => {
  const rows = rearrangeVariations([row(7, [], { sku: "CUP", price: "9.00", on_hand: "4" })], [], [color(11, 12)]);
  expect(summarize(rows)).toEqual([
    [7, 11],
    [null, 12],
  ]);
  expect(rows[0]).toMatchObject({ sku: "CUP", price: "9.00", on_hand: "4" });
  expect(rows[1]).toMatchObject({ sku: "", price: "9.00", on_hand: "0" });
});

test("A5 a new value copies the nearest variations, and a removed value removes its own", () => {
  const rows = [row(1, [11], { price: "1" }), row(2, [12], { price: "2" })];
  const sized = rearrangeVariations(rows, [color(11, 12)], [color(11, 12), size(21, 22)]);
  expect(summarize(sized)).toEqual([
    [1, 11, 21],
    [null, 11, 22],
    [2, 12, 21],
    [null, 12, 22],
  ]);
  expect(sized.map(({ price }) => price)).toEqual(["1", "1", "2", "2"]);
  expect(summarize(rearrangeVariations(sized, [color(11, 12), size(21, 22)], [color(12), size(21, 22)]))).toEqual([
    [2, 12, 21],
    [null, 12, 22],
  ]);
});

test("A5 a removed variation does not return with another value or option", () => {
  const rows = [row(1, [11]), row(3, [13])];
  expect(summarize(rearrangeVariations(rows, [color(11, 12, 13)], [color(11, 12, 13, 14)]))).toEqual([
    [1, 11],
    [3, 13],
    [null, 14],
  ]);
  expect(summarize(rearrangeVariations(rows, [color(11, 12, 13)], [color(11, 12, 13), size(21)]))).toEqual([
    [1, 11, 21],
    [3, 13, 21],
  ]);
});

test("A5 options that are changed and changed back leave the saved variations as they were", () => {
  const [blue, red, small, large] = [11, 12, 21, 22];
  const saved = [
    row(1, [red, small], { sku: "RED-S" }),
    row(2, [blue, large], { sku: "BLUE-L" }),
    row(3, [blue, small], { sku: "BLUE-S" }),
    row(4, [red, large], { sku: "RED-L" }),
  ];
  const all = [color(blue, red), size(small, large)];
  const others = [
    [color(blue), size(small, large)],
    [color(blue, red), size(large)],
    [color(blue, red, 13), size(small, large)],
    [...all, { group_id: 3, value_ids: [31] }],
  ];
  for (const other of others) {
    const changed = rearrangeVariations(saved, all, other, saved);
    expect([other, rearrangeVariations(changed, other, all, saved)]).toEqual([other, saved]);
  }
});

test("A5 removing an option merges its variations; removing the last leaves one", () => {
  const rows = [row(1, [11, 21]), row(2, [11, 22]), row(3, [12, 21])];
  const before = [color(11, 12), size(21, 22)];
  expect(summarize(rearrangeVariations(rows, before, [color(11, 12)]))).toEqual([
    [1, 11],
    [3, 12],
  ]);
  expect(summarize(rearrangeVariations(rows, before, []))).toEqual([[1]]);
  expect(summarize(rearrangeVariations(rows, before, [color(), size()]))).toEqual([[1]]);
});

test("A5 a product always keeps one variation", () => {
  expect(summarize(rearrangeVariations([row(2, [12])], [color(11, 12)], [color(11)]))).toEqual([[2, 11]]);
  expect(countVariations([color(11, 12), size(), { group_id: 3, value_ids: [31, 32, 33] }])).toBe(6);
});
