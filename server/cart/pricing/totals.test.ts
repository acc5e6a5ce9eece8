import fc from "fast-check";
import { expect, test } from "vitest";
import { prorate } from "./prorate.ts";
import { calculateTotals } from "./totals.ts";

const Basket = fc.record({
  lines: fc.array(
    fc.record({
      unit_price: fc.integer({ min: 0, max: 10_000_000 }),
      quantity: fc.integer({ min: 1, max: 999 }),
      tax_rate_ppm: fc.integer({ min: 0, max: 1_000_000 }),
      discounted: fc.boolean(),
    }),
    { maxLength: 30 },
  ),
  discount: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant("percent" as const), value: fc.integer({ min: 1, max: 10_000 }) }),
      fc.record({ kind: fc.constant("fixed" as const), value: fc.integer({ min: 0, max: 1_000_000_000 }) }),
    ),
    { nil: undefined },
  ),
  shipping: fc.integer({ min: 0, max: 100_000 }),
  shipping_tax_ppm: fc.integer({ min: 0, max: 1_000_000 }),
  prices_include_tax: fc.boolean(),
  gift_cards: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 }),
});
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
const plain = { shipping: 0, shipping_tax_ppm: 0, prices_include_tax: true };

test("Tax: lines sum to the totals in any cart", () => {
  fc.assert(
    fc.property(Basket, (basket) => {
      const { lines, subtotal, discount, shipping, shipping_tax, tax, total } = calculateTotals(basket);
      const onTop = basket.prices_include_tax ? 0 : 1;
      expect(sum(lines.map((line) => line.total_amount)) + shipping + onTop * shipping_tax).toBe(total);
      expect(sum(lines.map((line) => line.tax_amount)) + shipping_tax).toBe(tax);
      expect(sum(lines.map((line) => line.discount_amount))).toBe(discount);
      // The constraints of the orders table.
      expect(subtotal - discount + shipping + onTop * tax).toBe(total);
      expect(subtotal).toBe(sum(basket.lines.map((line) => line.unit_price * line.quantity)));
    }),
  );
});

test("Tax: nothing is negative or a fraction, and tax within a price is less than the price", () => {
  fc.assert(
    fc.property(Basket, (basket) => {
      const { lines, card_amounts, shipping_taxes, ...figures } = calculateTotals(basket);
      for (const figure of [
        ...Object.values(figures),
        ...card_amounts,
        ...shipping_taxes.flatMap((part) => Object.values(part)),
        ...lines.flatMap((line) => Object.values(line)),
      ]) {
        expect(Number.isSafeInteger(figure)).toBe(true);
        expect(figure).toBeGreaterThanOrEqual(0);
      }
      if (basket.prices_include_tax) expect(figures.tax).toBeLessThanOrEqual(figures.total);
    }),
  );
});

test("Coupon: a discount is never negative, above its eligible lines, or on a line that is not eligible", () => {
  fc.assert(
    fc.property(Basket, (basket) => {
      const { lines, discount } = calculateTotals(basket);
      for (const [index, { unit_price, quantity, discounted }] of basket.lines.entries()) {
        const share = lines[index]?.discount_amount ?? -1;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(discounted ? unit_price * quantity : 0);
      }
      if (basket.discount?.kind === "fixed") expect(discount).toBeLessThanOrEqual(basket.discount.value);
      if (!basket.discount) expect(discount).toBe(0);
    }),
  );
});

test("Gift card: the cards pay up to their balances, and the rest is due", () => {
  fc.assert(
    fc.property(Basket, (basket) => {
      const { total, card_amounts, gift_cards, due } = calculateTotals(basket);
      expect(gift_cards + due).toBe(total);
      expect(gift_cards).toBe(Math.min(total, sum(basket.gift_cards)));
      for (const [index, amount] of card_amounts.entries())
        expect(amount).toBeLessThanOrEqual(basket.gift_cards[index] ?? 0);
    }),
  );
});

test("Coupon: a discount is shared by largest remainder, so that shares sum to it and none is a unit off its part", () => {
  expect(prorate(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(prorate(1, [10, 10])).toEqual([1, 0]);
  expect(prorate(2, [5, 5, 5, 5])).toEqual([1, 1, 0, 0]);
  expect(prorate(1, [1, 2])).toEqual([0, 1]);
  expect(prorate(10, [33, 34, 33, 99])).toEqual([2, 2, 1, 5]);
  expect(prorate(5, [0, 1, 0])).toEqual([0, 5, 0]);
  expect(prorate(5, [])).toEqual([]);
  const weights = fc.array(fc.integer({ min: 0, max: 10_000_000_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 1_000_000_000 }), (parts, wanted) => {
      const amount = Math.min(wanted, sum(parts));
      const shares = prorate(amount, parts);
      expect(sum(shares)).toBe(amount);
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - (amount * (parts[index] ?? 0)) / Math.max(1, sum(parts)))).toBeLessThan(1.001);
      // Whoever got a unit more than their part had at least the remainder of whoever did not; exact, in whole numbers.
      const whole = BigInt(Math.max(1, sum(parts)));
      const exact = parts.map((part) => BigInt(amount) * BigInt(part));
      const left = exact.map((part, index) => ({
        rest: part % whole,
        more: BigInt(shares[index] ?? 0) > part / whole,
      }));
      const rests = (more: boolean) => left.filter((one) => one.more === more).map(({ rest }) => rest);
      for (const rest of rests(true)) expect(rests(false).every((other) => other <= rest)).toBe(true);
    }),
  );
});

test("Coupon: mixed tax rates are each taxed on the discounted price", () => {
  const { lines, discount, tax, total } = calculateTotals({
    ...plain,
    lines: [
      { unit_price: 11_900, quantity: 1, tax_rate_ppm: 190_000 },
      { unit_price: 1070, quantity: 1, tax_rate_ppm: 70_000 },
    ],
    discount: { kind: "percent", value: 1000 },
  });
  expect(discount).toBe(1297);
  expect(lines).toEqual([
    { discount_amount: 1190, tax_amount: 1710, total_amount: 10_710 },
    { discount_amount: 107, tax_amount: 63, total_amount: 963 },
  ]);
  expect([tax, total]).toEqual([1773, 11_673]);
});

test("Coupon: one larger than the subtotal makes the lines free, not shipping", () => {
  const { discount, tax, total } = calculateTotals({
    lines: [{ unit_price: 300, quantity: 2, tax_rate_ppm: 190_000 }],
    discount: { kind: "fixed", value: 5000 },
    shipping: 490,
    shipping_tax_ppm: 190_000,
    prices_include_tax: true,
  });
  expect([discount, total, tax]).toEqual([600, 490, 78]);
});

test.each([
  // unit, quantity, rate, discount, shipping, inclusive: tax, charged
  [1000, 1, 1900, 0, 0, true, 160, 1000],
  [1000, 1, 1900, 0, 0, false, 190, 1190],
  [5, 1, 1000, 0, 0, false, 1, 6], // 0.5 rounds up
  [4, 1, 1000, 0, 0, false, 0, 4],
  [333, 3, 2100, 0, 0, true, 173, 999], // for the line, not three times for the unit
  [1999, 2, 700, 0, 0, true, 262, 3998],
  [0, 5, 1900, 0, 0, true, 0, 0],
  [1000, 1, 1900, 100, 0, true, 144, 900], // on the discounted price
  [1000, 1, 1900, 100, 0, false, 171, 1071],
  [1000, 1, 1900, 0, 490, true, 238, 1490], // delivery is rounded on its own: 160 and 78
  [1000, 1, 1900, 0, 490, false, 283, 1773], // 190 and 93
  [1000, 1, 1900, 1000, 490, false, 93, 583],
  [999, 1, 2550, 333, 0, true, 135, 666],
  [999, 1, 2550, 333, 0, false, 170, 836],
  [10_000, 1, 887.5, 0, 0, false, 888, 10_888], // New York: 8.88 and not 8.87 of 100.00
  [200_000, 1, 997.5, 0, 0, false, 19_950, 219_950], // Quebec
])(
  "Tax: %i x %i at %d basis points, %i off, delivery %i, inclusive %s, carries %i and costs %i",
  (unit_price, quantity, rate, off, shipping, inclusive, tax, charged) => {
    const totals = calculateTotals({
      lines: [{ unit_price, quantity, tax_rate_ppm: rate * 100 }],
      discount: { kind: "fixed", value: off },
      shipping,
      shipping_tax_ppm: rate * 100,
      prices_include_tax: inclusive,
    });
    expect([totals.tax, totals.total]).toEqual([tax, charged]);
  },
);

test("Coupon: of equal remainders the first lines get the remaining units", () => {
  expect(prorate(1, [1, 1])).toEqual([1, 0]);
  expect(prorate(5, [1, 1, 1])).toEqual([2, 2, 1]);
  expect(prorate(3, [0, 0])).toEqual([0, 0]);
});
