import { describe, expect, test } from "vitest";
import type { Variation } from "#contract/catalogue/products.ts";
import {
  initialChoice,
  listOptionValues,
  matchingVariations,
  openGroups,
  type ProductImage,
  variationImages,
} from "./variation-choice.ts";

const money = (amount: number) => ({ amount, currency: "EUR" });
const variation = (
  id: number,
  color: number,
  size: number | null,
  state: Variation["stock"]["state"] = "in_stock",
): Variation => ({
  id,
  sku: null,
  title: `${id}`,
  price: money(1000),
  compare_at: null,
  measure: null,
  price_per_measure: null,
  gtin: null,
  lowest_30d: null,
  max_per_order: 10,
  options: [{ group_id: 1, value_id: color }, ...(size === null ? [] : [{ group_id: 2, value_id: size }])],
  stock: { state, left: null },
  image_ids: [],
});
const value = (id: number) => ({ id, label: `v${id}`, code: `v${id}`, swatch: null, available: true });
const colors = { id: 1, name: "Color", display: "swatch" as const, values: [value(11), value(12), value(13)] };
const sizes = { id: 2, name: "Size", display: "button" as const, values: [value(21), value(22)] };

// Red in both sizes, blue small is sold out, green only large.
const coat = {
  option_groups: [colors, sizes],
  default_variation_id: 101,
  variations: [
    variation(101, 11, 21),
    variation(102, 11, 22),
    variation(103, 12, 21, "out"),
    variation(104, 12, 22),
    variation(105, 13, 22),
  ],
};

// Not for sale in the second size; both sizes of the last color are sold out.
const shirt = {
  option_groups: [colors, sizes],
  default_variation_id: null,
  variations: [variation(201, 11, 21), variation(202, 12, 21, "out"), variation(203, 12, 22, "out")],
};
const optionsOf = (choice: ReadonlyMap<number, number>) => Object.fromEntries(choice);

describe("the chosen options at first", () => {
  test("R3 are those of the variation in the URL", () =>
    expect(optionsOf(initialChoice(coat, 104))).toEqual({ 1: 12, 2: 22 }));

  test("R3 are the color of the default variation, never a size", () => {
    expect(optionsOf(initialChoice(coat, undefined))).toEqual({ 1: 11 });
    expect(optionsOf(initialChoice(coat, 999))).toEqual({ 1: 11 });
    expect(openGroups(coat, initialChoice(coat, undefined)).map(({ name }) => name)).toEqual(["Size"]);
  });

  test("R3 are the color of an available variation without a default", () => {
    const [, , soldOut, ...rest] = coat.variations;
    const variations = [soldOut as Variation, ...rest];
    expect(optionsOf(initialChoice({ ...coat, default_variation_id: null, variations }, undefined))).toEqual({ 1: 12 });
  });

  test("R3 are the options in the URL, where a variation has them", () => {
    expect(optionsOf(initialChoice(coat, undefined, [12]))).toEqual({ 1: 12 });
    expect(optionsOf(initialChoice(coat, undefined, [13, 21]))).toEqual({ 1: 13 });
    expect(optionsOf(initialChoice(coat, undefined, [999]))).toEqual({ 1: 11 });
  });

  test("R3 include a size if there is only one", () => {
    const one = { ...coat, option_groups: [colors, { ...sizes, values: [value(21)] }] };
    expect(optionsOf(initialChoice(one, undefined))).toEqual({ 1: 11, 2: 21 });
  });
});

describe("option values", () => {
  const valuesOf = (
    product: typeof coat | typeof shirt,
    choice: [number, number][],
    group: typeof colors | typeof sizes,
  ) =>
    listOptionValues(product, group, new Map(choice)).map(({ id, state, choice: next, selected }) => [
      id,
      state,
      next && optionsOf(next),
      selected,
    ]);

  test("R3 a color is sold out only if every size of it is", () => {
    expect(
      valuesOf(
        coat,
        [
          [1, 11],
          [2, 21],
        ],
        colors,
      ),
    ).toEqual([
      [11, "available", { 1: 11, 2: 21 }, true],
      [12, "available", { 1: 12, 2: 21 }, false],
      [13, "available", { 1: 13 }, false],
    ]);
    expect(valuesOf(shirt, [[1, 11]], colors).map(([id, state]) => [id, state])).toEqual([
      [11, "available"],
      [12, "sold_out"],
      [13, "other"],
    ]);
  });

  test("R3 choosing a size never changes the color: a size the color does not have can't be chosen", () => {
    expect(valuesOf(coat, [[1, 13]], sizes)).toEqual([
      [21, "other", undefined, false],
      [22, "available", { 1: 13, 2: 22 }, false],
    ]);
    expect(valuesOf(coat, [[1, 12]], sizes)).toEqual([
      [21, "sold_out", { 1: 12, 2: 21 }, false],
      [22, "available", { 1: 12, 2: 22 }, false],
    ]);
  });

  test("R3 every choice they lead to has a variation", () => {
    for (const { id } of coat.variations)
      for (const group of coat.option_groups)
        for (const { choice } of listOptionValues(coat, group, initialChoice(coat, id)))
          if (choice) expect(matchingVariations(coat, choice).length).toBeGreaterThan(0);
  });
});

describe("images", () => {
  const image = (id: number): ProductImage => ({
    id,
    url: `/images/${id}/1280.webp`,
    alt: "",
    width: 1,
    height: 1,
    dominant: "#fff",
    option_value_id: null,
  });
  test("are those of the variation, in its order", () => {
    const shown = variationImages([image(1), image(2), image(3)], {
      ...variation(1, 11, 21),
      image_ids: [3, 1, 77],
    });
    expect(shown.map(({ id }) => id)).toEqual([3, 1]);
  });
  test("are all of the product's when the variation has none", () => {
    expect(variationImages([image(1), image(2)], variation(1, 11, 21))).toHaveLength(2);
  });
});
