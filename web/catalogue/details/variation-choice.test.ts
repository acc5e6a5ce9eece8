import { describe, expect, test } from "vitest";
import type { Variation } from "#contract/catalogue/products.ts";
import { listOptionValues, type ProductImage, selectVariation, variationImages } from "./variation-choice.ts";

const money = (amount: number) => ({ amount, currency: "EUR" });
const variation = (
  id: number,
  colour: number,
  size: number | null,
  state: Variation["stock"]["state"] = "in_stock",
): Variation => ({
  id,
  sku: null,
  title: `${id}`,
  price: money(1000),
  compare_at: null,
  lowest_30d: null,
  max_per_order: 10,
  options: [{ group_id: 1, value_id: colour }, ...(size === null ? [] : [{ group_id: 2, value_id: size }])],
  stock: { state, left: null },
  image_ids: [],
});
const value = (id: number) => ({ id, label: `v${id}`, code: `v${id}`, swatch: null, available: true });
const colours = { id: 1, name: "Colour", display: "swatch" as const, values: [value(11), value(12), value(13)] };
const sizes = { id: 2, name: "Size", display: "button" as const, values: [value(21), value(22)] };

// Red in both sizes, blue small is sold out, green only large.
const coat = {
  option_groups: [colours, sizes],
  default_variation_id: 101,
  variations: [
    variation(101, 11, 21),
    variation(102, 11, 22),
    variation(103, 12, 21, "out"),
    variation(104, 12, 22),
    variation(105, 13, 22),
  ],
};

describe("the selected variation", () => {
  test("is the one in the URL", () => expect(selectVariation(coat, 104)?.id).toBe(104));
  test("is the default variation when the URL names none", () => {
    expect(selectVariation(coat, undefined)?.id).toBe(101);
    expect(selectVariation(coat, 999)?.id).toBe(101);
  });
  test("is an available one when the product has no default", () => {
    const [, , soldOut, ...rest] = coat.variations;
    expect(
      selectVariation({ ...coat, default_variation_id: null, variations: [soldOut as Variation, ...rest] }, undefined)
        ?.id,
    ).toBe(104);
  });
});

describe("option values", () => {
  const stateOf = (chosenId: number, group: typeof colours | typeof sizes) =>
    listOptionValues(coat, group, selectVariation(coat, chosenId)).map(
      ({ id, state, variation: to, selected: chosen }) => [id, state, to?.id, chosen],
    );

  test("keep the other options and are marked when unavailable with them", () => {
    expect(stateOf(101, colours)).toEqual([
      [11, "available", 101, true],
      [12, "sold_out", 103, false],
      [13, "other", 105, false],
    ]);
    expect(stateOf(105, sizes)).toEqual([
      [21, "other", 101, false],
      [22, "available", 105, true],
    ]);
  });

  test("always lead to a variation", () => {
    for (const { id } of coat.variations)
      for (const group of coat.option_groups)
        for (const choice of listOptionValues(coat, group, selectVariation(coat, id))) {
          expect(choice.variation?.options).toContainEqual({ group_id: group.id, value_id: choice.id });
        }
  });

  test("exactly one of each group is selected", () => {
    for (const { id } of coat.variations)
      for (const group of coat.option_groups)
        expect(
          listOptionValues(coat, group, selectVariation(coat, id)).filter(({ selected: chosen }) => chosen),
        ).toHaveLength(1);
  });
});

describe("images", () => {
  const picture = (id: number): ProductImage => ({
    id,
    url: `/images/${id}/1280.webp`,
    alt: "",
    width: 1,
    height: 1,
    dominant: "#fff",
    option_value_id: null,
  });
  test("are those of the variation, in its order", () => {
    const shown = variationImages([picture(1), picture(2), picture(3)], {
      ...variation(1, 11, 21),
      image_ids: [3, 1, 77],
    });
    expect(shown.map(({ id }) => id)).toEqual([3, 1]);
  });
  test("are all of the product's when the variation has none", () => {
    expect(variationImages([picture(1), picture(2)], variation(1, 11, 21))).toHaveLength(2);
  });
});
