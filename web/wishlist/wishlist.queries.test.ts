import { expect, test } from "vitest";
import { applyChange } from "./wishlist.queries.ts";

const wish = (product_id: number) => ({ product_id, added_at: "2026-01-01T00:00:00.000Z", product: null });

test("an added product is first, once", () => {
  const wishes = applyChange(applyChange([wish(1), wish(2)], { productId: 3, wished: true }), {
    productId: 3,
    wished: true,
  });
  expect(wishes.map(({ product_id }) => product_id)).toEqual([3, 1, 2]);
});

test("a removed product is gone; removing an unknown one changes nothing", () => {
  expect(applyChange([wish(1), wish(2)], { productId: 1, wished: false })).toEqual([wish(2)]);
  expect(applyChange([wish(2)], { productId: 1, wished: false })).toEqual([wish(2)]);
});
