import { expect, test } from "vitest";
import { blankVariation, type TypedGroup, type TypedVariation } from "#web/catalogue/editor/product-fields.ts";
import { countOf, rearranged } from "./variation-matrix.ts";

const colour = (...value_ids: number[]): TypedGroup => ({ group_id: 1, value_ids });
const size = (...value_ids: number[]): TypedGroup => ({ group_id: 2, value_ids });
const row = (variation_id: number | null, option_value_ids: number[], more: Partial<TypedVariation> = {}) => ({
  ...blankVariation(),
  variation_id,
  option_value_ids,
  ...more,
});
const said = (rows: TypedVariation[]) =>
  rows.map(({ variation_id, option_value_ids }) => [variation_id, ...option_value_ids]);

test("A5 the lone variation of a simple product becomes the first of many and keeps what it is", () => {
  const rows = rearranged([row(7, [], { sku: "CUP", price: "9.00", on_hand: "4" })], [], [colour(11, 12)]);
  expect(said(rows)).toEqual([
    [7, 11],
    [null, 12],
  ]);
  expect(rows[0]).toMatchObject({ sku: "CUP", price: "9.00", on_hand: "4" });
  expect(rows[1]).toMatchObject({ sku: "", price: "9.00", on_hand: "0" });
});

test("A5 another value makes its variations like those nearest to them; a value taken away takes its own", () => {
  const rows = [row(1, [11], { price: "1" }), row(2, [12], { price: "2" })];
  const sized = rearranged(rows, [colour(11, 12)], [colour(11, 12), size(21, 22)]);
  expect(said(sized)).toEqual([
    [1, 11, 21],
    [null, 11, 22],
    [2, 12, 21],
    [null, 12, 22],
  ]);
  expect(sized.map(({ price }) => price)).toEqual(["1", "1", "2", "2"]);
  expect(said(rearranged(sized, [colour(11, 12), size(21, 22)], [colour(12), size(21, 22)]))).toEqual([
    [2, 12, 21],
    [null, 12, 22],
  ]);
});

test("A5 a variation that was taken out by hand does not come back with another value or option", () => {
  const rows = [row(1, [11]), row(3, [13])];
  expect(said(rearranged(rows, [colour(11, 12, 13)], [colour(11, 12, 13, 14)]))).toEqual([
    [1, 11],
    [3, 13],
    [null, 14],
  ]);
  expect(said(rearranged(rows, [colour(11, 12, 13)], [colour(11, 12, 13), size(21)]))).toEqual([
    [1, 11, 21],
    [3, 13, 21],
  ]);
});

test("A5 an option taken off leaves one variation of each that remains, the last leaves a simple product", () => {
  const rows = [row(1, [11, 21]), row(2, [11, 22]), row(3, [12, 21])];
  const before = [colour(11, 12), size(21, 22)];
  expect(said(rearranged(rows, before, [colour(11, 12)]))).toEqual([
    [1, 11],
    [3, 12],
  ]);
  expect(said(rearranged(rows, before, []))).toEqual([[1]]);
  expect(said(rearranged(rows, before, [colour(), size()]))).toEqual([[1]]);
});

test("A5 a product keeps one variation whatever is taken away", () => {
  expect(said(rearranged([row(2, [12])], [colour(11, 12)], [colour(11)]))).toEqual([[2, 11]]);
  expect(countOf([colour(11, 12), size(), { group_id: 3, value_ids: [31, 32, 33] }])).toBe(6);
});
