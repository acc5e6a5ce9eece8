import fc from "fast-check";
import { expect, test } from "vitest";
import type { CartItem } from "#contract/cart.ts";
import { pricePerMeasure } from "#contract/catalogue/measures.ts";
import { calculateTax, type TaxRates } from "#server/taxes/taxes.ts";
import { runs } from "#server/testing/properties.ts";
import type { PricingTerms } from "./pricing-terms.ts";
import { calculateTotals } from "./totals.ts";
import { itemsAt, priceAt } from "./untaxed-prices.ts";

const rate = (tax_class_id: number, rate_ppm: number, fields: Partial<TaxRates[number]> = {}) => ({
  tax_class_id,
  class_name: `Class ${tax_class_id}`,
  excludes_territories: false,
  country: "DE",
  is_default: tax_class_id === 1,
  region: null,
  postal_prefix: null,
  name: "VAT",
  rate_ppm,
  includes_shipping: true,
  compound: false,
  additional: false,
  valid_from: null,
  valid_to: null,
  ...fields,
});
const german = [rate(1, 190_000), rate(2, 70_000)];
const terms = (taxes: TaxRates, settings = {}, domesticTaxes: TaxRates = german) =>
  ({
    settings: { prices_include_tax: true, net_prices_without_tax: true, ...settings },
    taxes,
    domesticTaxes,
    sellerTaxes: domesticTaxes,
    delivery: [],
  }) as unknown as PricingTerms;
const place = { postalCode: undefined as string | undefined, today: () => "2026-06-01" };
const euros = (amount: number) => ({ amount, currency: "EUR" });

test("a price is without the tax of its class where none is charged, if the shop takes it off", () => {
  expect(priceAt(terms([]), 5000, null, place)).toBe(4202);
  expect(priceAt(terms([]), 5000, 2, place)).toBe(4673);
  expect(priceAt(terms([], { net_prices_without_tax: false }), 5000, null, place)).toBe(5000);
  expect(priceAt(terms([], { prices_include_tax: false }), 5000, null, place)).toBe(5000);
  // Nothing is charged at home either.
  expect(priceAt(terms([], {}, []), 5000, null, place)).toBe(5000);
});

test("a price stays where tax is charged, at any rate, of its class or the default one", () => {
  expect(priceAt(terms(german), 5000, null, place)).toBe(5000);
  expect(priceAt(terms([rate(1, 255_000)]), 5000, 2, place)).toBe(5000);
  expect(priceAt(terms([rate(1, 190_000), rate(2, 0)]), 5000, 2, place)).toBe(5000);
});

test("a place with a rate of 0 in a country that charges tax is without it", () => {
  const spain = [rate(1, 0, { postal_prefix: "35" }), rate(1, 210_000)];
  expect(priceAt(terms(spain), 5000, null, { ...place, postalCode: "35001" })).toBe(4202);
  expect(priceAt(terms(spain), 5000, null, { ...place, postalCode: "28001" })).toBe(5000);
});

const taxRates = fc.constantFrom(0, 25_000, 70_000, 88_750, 190_000, 255_000);
const lines = fc.array(
  fc.record({ price: fc.nat(10_000_000), quantity: fc.integer({ min: 1, max: 99 }), reduced: fc.boolean() }),
  { minLength: 1, maxLength: 8 },
);

test("net prices and their tax add up to the prices, and lines to the total", () => {
  fc.assert(
    fc.property(lines, taxRates, taxRates, (goods, standard, reduced) => {
      const measure = { amount: 0.75, unit: "l" as const, base: null };
      const at = terms([], {}, [rate(1, standard), rate(2, reduced)]);
      const sale = new Map(goods.map((one, index) => [index, { tax_class_id: one.reduced ? 2 : 1, measure }]));
      const items = goods.map(
        ({ price, quantity }, index) =>
          ({
            variation_id: index,
            quantity,
            unit_price: euros(price),
            line_total: euros(price * quantity),
            price_per_measure: pricePerMeasure(euros(price), measure) ?? undefined,
            compare_at: euros(price + 100),
            problems: [{ code: "price_up", from: euros(0), to: euros(price) }],
          }) as unknown as CartItem,
      );
      const net = itemsAt(at, items, sale, place);
      for (const [index, item] of net.entries()) {
        const { price, reduced: isReduced, quantity } = goods[index] as (typeof goods)[number];
        const applied = isReduced ? reduced : standard;
        expect(item.unit_price.amount + calculateTax(price, applied, true)).toBe(price);
        expect(
          Math.abs(item.unit_price.amount + calculateTax(item.unit_price.amount, applied, false) - price),
        ).toBeLessThan(2);
        expect(item.price_per_measure).toEqual(pricePerMeasure(item.unit_price, measure) ?? undefined);
        expect(item.line_total.amount).toBe(item.unit_price.amount * quantity);
        expect(item.problems[0]?.to).toEqual(item.unit_price);
        expect(item.compare_at?.amount).toBeGreaterThanOrEqual(item.unit_price.amount);
      }
      const totals = calculateTotals({
        lines: net.map(({ unit_price, quantity }) => ({ unit_price: unit_price.amount, quantity, tax_rate_ppm: 0 })),
        shipping: 490,
        shipping_tax_ppm: 0,
        prices_include_tax: true,
      });
      expect(totals.tax).toBe(0);
      expect(totals.total).toBe(net.reduce((sum, { line_total }) => sum + line_total.amount, 490));
    }),
    { numRuns: runs(300, 3000) },
  );
});
