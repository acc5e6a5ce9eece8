import { describe, expect, test } from "vitest";
import type { Attribute } from "#contract/catalogue/attributes.ts";
import type { BulkChange } from "#contract/catalogue/bulk-edits.ts";
import type { BulkProduct } from "./bulk-products.sql.ts";
import { planChange, round } from "./plan-change.ts";

const variation = {
  variation_id: 7,
  price_amount: 1000,
  compare_at_amount: null,
  measure: null,
  track_stock: true,
  on_hand: 5,
  reserved: 2,
  low_stock_level: null,
};
const bowl: BulkProduct = {
  id: 1,
  name: "Bowl",
  status: "draft",
  publish_at: null,
  unpublish_at: null,
  safety: null,
  country_of_origin: null,
  product_type_id: 1,
  attributes: {},
  attribute_schema: [],
  currency: "EUR",
  category_ids: [4],
  tag_ids: [2, 9],
  variations: [variation],
};
const material = {
  key: "material",
  label: "Material",
  kind: "text",
  required: true,
  filterable: false,
  choices: [],
} satisfies Attribute;
const context = {
  now: new Date("2030-01-01T00:00:00Z"),
  newTypeAttributes: [],
  priorPrices: new Map([[7, { amount: 1000, isFirstCompareAt: false }]]),
};
const plan = (change: BulkChange, product: Partial<BulkProduct> = {}) =>
  planChange({ ...bowl, ...product }, change, context);
const price = (change: Partial<Extract<BulkChange, { kind: "price" }>>, from: Partial<typeof variation> = {}) => {
  const whole = {
    kind: "price",
    by: "percent",
    value: 1000,
    rounding: "none",
    compare_at: "unchanged",
    ...change,
  } as const;
  return plan(whole, { variations: [{ ...variation, ...from }] });
};
const failed = (message: string) => ({ kind: "failed", message });

describe("A5 rounding", () => {
  test.each([
    [1234, "none", "EUR", 1234],
    [1234, "00", "EUR", 1200],
    [1250, "00", "EUR", 1300],
    [1234, "95", "EUR", 1195],
    [1246, "95", "EUR", 1295],
    [1234, "99", "EUR", 1199],
    [10, "00", "EUR", 100],
    [10, "95", "EUR", 95],
    [1234, "99", "JPY", 1234],
    [1234, "99", "KWD", 990],
  ] as const)("%i with %s in %s is %i", (amount, rounding, currency, expected) =>
    expect(round(amount, rounding, currency)).toBe(expected),
  );
});

test("A5 prices change by percent or amount, and a sale keeps the old price as the compare-at price", () => {
  expect(price({})).toMatchObject({ after: { prices: [{ price_amount: 1100, compare_at_amount: null }] } });
  expect(price({ value: 333 }, { price_amount: 999 })).toMatchObject({ after: { prices: [{ price_amount: 1032 }] } });
  expect(price({ by: "amount", value: -250 })).toMatchObject({ after: { prices: [{ price_amount: 750 }] } });
  expect(price({ value: -2000, compare_at: "previous" })).toMatchObject({
    before: { prices: [{ price_amount: 1000, compare_at_amount: null }] },
    after: { prices: [{ price_amount: 800, compare_at_amount: 1000 }] },
  });
  expect(price({ value: 0 })).toEqual({ kind: "unchanged" });
});

test("A5 impossible prices are refused with the reason", () => {
  expect(price({ by: "amount", value: -1001 })).toEqual(failed("The price would be negative."));
  expect(price({ by: "amount", value: 1_000_000_000_000 })).toEqual(failed("The price would be too high."));
  expect(price({ value: 2000 }, { compare_at_amount: 1200 } as never)).toEqual(
    failed("The compare-at price would not be higher than the price."),
  );
});

test("A5 a compare-at price above the lowest price of the last 30 days is refused", () => {
  const twentyPercent = { kind: "compare_at", percent: 2000, rounding: "none" } as const;
  expect(plan(twentyPercent)).toEqual(
    failed("The compare-at price can't be above €10.00, the lowest price of the last 30 days."),
  );
  expect(price({ value: -2000, compare_at: "previous" })).toMatchObject({ kind: "change" });
});

test("A5 only products with the required attributes are published", () => {
  const publish = { kind: "status", status: "active" } as const;
  expect(plan(publish)).toMatchObject({ before: { status: "draft" }, after: { status: "active", publish_at: null } });
  expect(plan(publish, { attribute_schema: [material] })).toEqual(failed("Material required"));
});

test("A5 only drafts are scheduled to be published", () => {
  const change = { kind: "schedule", publish_at: "2030-02-01T00:00:00Z", unpublish_at: null } as const;
  expect(plan(change)).toMatchObject({ kind: "change" });
  expect(plan(change, { status: "active" })).toEqual(failed("Only a draft can be scheduled to be published."));
});

test("A5 stock is not set below what is reserved, and untracked stock is left alone", () => {
  expect(plan({ kind: "stock", by: "add", units: 3 })).toMatchObject({ after: { stock: [{ on_hand: 8 }] } });
  expect(plan({ kind: "stock", by: "set", units: 1 })).toEqual(failed("More than that is reserved for orders."));
  const untracked = { variations: [{ ...variation, track_stock: false }] };
  expect(plan({ kind: "stock", by: "set", units: 1 }, untracked)).toEqual({ kind: "unchanged" });
});

test("low-stock levels are set where stock is tracked", () => {
  const untracked = { ...variation, variation_id: 8, track_stock: false };
  expect(plan({ kind: "low_stock_level", level: 4 }, { variations: [variation, untracked] })).toEqual({
    kind: "change",
    before: { low_stock_levels: [{ variation_id: 7, low_stock_level: null }] },
    after: { low_stock_levels: [{ variation_id: 7, low_stock_level: 4 }] },
  });
  expect(plan({ kind: "low_stock_level", level: null })).toEqual({ kind: "unchanged" });
});

test("A5 categories and tags are added and removed once", () => {
  expect(plan({ kind: "category", action: "add", category_id: 5 })).toMatchObject({ after: { category_ids: [4, 5] } });
  expect(plan({ kind: "category", action: "add", category_id: 4 })).toEqual({ kind: "unchanged" });
  expect(plan({ kind: "tag", action: "add", tag_id: 3 })).toMatchObject({ after: { tag_ids: [2, 3, 9] } });
  expect(plan({ kind: "tag", action: "remove", tag_id: 9 })).toMatchObject({ after: { tag_ids: [2] } });
});

test("A5 a product that is for sale, or will be at a time, has what its new type requires", () => {
  const change = { kind: "type", product_type_id: 2 } as const;
  const typed = (product: Partial<BulkProduct>) =>
    planChange({ ...bowl, ...product }, change, { ...context, newTypeAttributes: [material] });
  expect(typed({})).toMatchObject({ kind: "change" });
  expect(typed({ status: "active" })).toEqual(failed("Material required"));
  expect(typed({ publish_at: "2030-02-01T00:00:00Z" })).toEqual(failed("Material required"));
});
