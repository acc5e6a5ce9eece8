import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#server/testing/properties.ts";
import { shippingTaxesOf, splitShippingTax } from "./shipping-tax.ts";
import { calculateTotals } from "./totals.ts";

const line = (charged: number, shipping_rate_ppm: number | undefined, goods = charged) => ({
  charged,
  goods,
  shipping_rate_ppm,
});

test("the tax on shipping follows the goods, split in proportion to what is charged for them", () => {
  const included = { standard: 190_000, included: true };
  expect(splitShippingTax(490, [line(5000, 70_000)], included)).toEqual([{ rate_ppm: 70_000, amount: 490, tax: 32 }]);
  expect(splitShippingTax(490, [line(3000, 190_000), line(1000, 70_000)], included)).toEqual([
    { rate_ppm: 190_000, amount: 368, tax: 59 },
    { rate_ppm: 70_000, amount: 122, tax: 8 },
  ]);
  // Digital goods aren't shipped.
  expect(splitShippingTax(490, [line(9000, undefined), line(1000, 70_000)], included)).toMatchObject([
    { rate_ppm: 70_000 },
  ]);
  // Free goods: their prices before the discount.
  expect(splitShippingTax(490, [line(0, 70_000, 2000)], included)).toMatchObject([{ rate_ppm: 70_000 }]);
  expect(splitShippingTax(490, [line(0, 70_000)], included)).toMatchObject([{ rate_ppm: 190_000 }]);
  expect(splitShippingTax(490, [], { standard: 190_000, included: false })).toEqual([
    { rate_ppm: 190_000, amount: 490, tax: 93 },
  ]);
  expect(splitShippingTax(0, [line(5000, 70_000)], included)).toEqual([]);
});

test("the parts of shipping add up to its price, their tax to its tax, and all of it to the total", () => {
  const rate = fc.constantFrom(0, 25_000, 70_000, 88_750, 190_000, 210_000);
  const lines = fc.array(
    fc.record({
      unit_price: fc.nat(50_000),
      quantity: fc.integer({ min: 1, max: 9 }),
      tax_rate_ppm: rate,
      shipping_rate_ppm: fc.option(rate, { nil: undefined }),
    }),
    { maxLength: 6 },
  );
  const basket = fc.record({
    lines,
    shipping: fc.nat(5000),
    shipping_tax_ppm: rate,
    prices_include_tax: fc.boolean(),
    discount: fc.record({ kind: fc.constant("percent" as const), value: fc.nat(10_000) }),
  });
  fc.assert(
    fc.property(basket, (one) => {
      const totals = calculateTotals(one);
      const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
      const { shipping_taxes: parts } = totals;
      expect(sum(parts.map(({ amount }) => amount))).toBe(one.shipping);
      expect(sum(parts.map(({ tax }) => tax))).toBe(totals.shipping_tax);
      expect(new Set(parts.map(({ rate_ppm }) => rate_ppm)).size).toBe(parts.length);
      const lineTax = sum(totals.lines.map(({ tax_amount }) => tax_amount));
      expect(totals.tax).toBe(lineTax + totals.shipping_tax);
      const added = one.prices_include_tax ? 0 : totals.tax;
      expect(totals.total).toBe(totals.subtotal - totals.discount + one.shipping + added);
    }),
    { numRuns: runs(300, 20_000) },
  );
});

test("the tax on shipping is that of each line, of the main item, or of the default class", () => {
  const lines = [
    { amount: 9000, tax: undefined },
    { amount: 1000, tax: 70_000 },
    { amount: 3000, tax: 190_000 },
    { amount: 3000, tax: 0 },
  ];
  expect(shippingTaxesOf("goods", lines)).toEqual([undefined, 70_000, 190_000, 0]);
  expect(shippingTaxesOf("main_item", lines)).toEqual([undefined, 190_000, 190_000, 190_000]);
  expect(shippingTaxesOf("default_class", lines)).toEqual([]);
  expect(shippingTaxesOf("main_item", [])).toEqual([]);
  expect(shippingTaxesOf("main_item", lines.slice(0, 1))).toEqual([undefined]);
});
