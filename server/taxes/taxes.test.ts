import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { taxOf, taxRate } from "./taxes.ts";

const shop = await openTestShop();

test.each([
  // amount, rate, included, tax
  [10_000, 1900, false, 1900],
  [11_900, 1900, true, 1900],
  [1, 1900, true, 0],
  [3, 2000, true, 1],
  [25, 1000, false, 3],
  [24, 1000, false, 2],
  [999, 0, true, 0],
])("Tax rounding: %i at %i bp (included: %s) is %i", (amount, rate, included, tax) => {
  expect(taxOf(amount, rate, included)).toBe(tax);
});

test("Tax taken out of a price and put on the rest gives the price again, within a unit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 3000 }), (gross, rate) => {
      const net = gross - taxOf(gross, rate, true);
      expect(Math.abs(net + taxOf(net, rate, false) - gross)).toBeLessThanOrEqual(1);
    }),
  );
});

test("a country without a rate is not taxed", async () => {
  expect(await taxRate(shop.house.db, "DE")).toBe(1900);
  expect(await taxRate(shop.house.db, "US")).toBe(0);
});
