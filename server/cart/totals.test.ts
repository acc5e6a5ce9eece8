import fc from "fast-check";
import { expect, test } from "vitest";
import { totalsOf } from "./totals.ts";

const Basket = fc.record({
  lines: fc.array(
    fc.record({
      unit_price: fc.integer({ min: 0, max: 10_000_000 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      tax_rate_bp: fc.integer({ min: 0, max: 10_000 }),
    }),
    { maxLength: 30 },
  ),
  shipping: fc.integer({ min: 0, max: 100_000 }),
  shipping_tax_bp: fc.integer({ min: 0, max: 10_000 }),
  prices_include_tax: fc.boolean(),
});
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);

test("Tax: lines sum to the totals, whatever the basket", () => {
  fc.assert(
    fc.property(Basket, (basket) => {
      const { lines, subtotal, discount, shipping, tax, total } = totalsOf(basket);
      const taxOfShipping = tax - sum(lines.map((line) => line.tax_amount));
      const onTop = basket.prices_include_tax ? 0 : 1;
      expect(sum(lines.map((line) => line.total_amount)) + shipping + onTop * taxOfShipping - discount).toBe(total);
      // What the orders table promises as well.
      expect(subtotal - discount + shipping + onTop * tax).toBe(total);
      expect(subtotal).toBe(sum(basket.lines.map((line) => line.unit_price * line.quantity)));
    }),
  );
});

test("Tax: nothing is negative or a fraction, and tax within a price is less than the price", () => {
  fc.assert(
    fc.property(Basket, (basket) => {
      const { lines, ...figures } = totalsOf(basket);
      for (const figure of [...Object.values(figures), ...lines.flatMap((line) => Object.values(line))]) {
        expect(Number.isSafeInteger(figure)).toBe(true);
        expect(figure).toBeGreaterThanOrEqual(0);
      }
      if (basket.prices_include_tax) expect(figures.tax).toBeLessThanOrEqual(figures.total);
    }),
  );
});

test.each([
  // unit, quantity, rate, inclusive: tax, charged
  [1000, 1, 1900, true, 160, 1000],
  [1000, 1, 1900, false, 190, 1190],
  [5, 1, 1000, false, 1, 6], // 0.5 rounds up
  [4, 1, 1000, false, 0, 4],
  [333, 3, 2100, true, 173, 999], // for the line, not three times for the unit
  [1999, 2, 700, true, 262, 3998],
  [0, 5, 1900, true, 0, 0],
])(
  "Tax: %i x %i at %i basis points, inclusive %s, carries %i and costs %i",
  (unit_price, quantity, rate, inclusive, tax, charged) => {
    const totals = totalsOf({
      lines: [{ unit_price, quantity, tax_rate_bp: rate }],
      shipping: 0,
      shipping_tax_bp: 0,
      prices_include_tax: inclusive,
    });
    expect([totals.lines[0]?.tax_amount, totals.total]).toEqual([tax, charged]);
  },
);
