import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { createPrices, parsePrice } from "./price.ts";
import { foreignCurrency, foreignHeading } from "./price-currency.ts";

test.each([
  ["1.299,00", 129_900],
  ["1,299.00", 129_900],
  ["1'299.00", 129_900],
  ["1 299,00 €", 129_900],
  ["€ 1.299", 129_900],
  ["EUR 1,299", 129_900],
  ["1.234.567,8", 123_456_780],
  ["49", 4900],
  ["49.9", 4990],
  ["49,90", 4990],
  ["0.500", 50],
  ["49.9900", 4999],
  ["0", 0],
  ["Rs. 499", 49_900],
  ["Rs.499.00", 49_900],
  ["Fr. 49.90", 4990],
  ["49.90 Fr.", 4990],
  ["kr. 499,00", 49_900],
  ["499,00 kr.", 49_900],
  ["499 руб.", 49_900],
  ["S/. 49.90", 4990],
  ["49,90 Ft.", 4990],
])("C5 a price written %j is %i cents", (text, amount) => {
  expect(parsePrice(text, 2)).toMatchObject({ kind: "price", amount });
});

test.each([
  ["", "price_not_a_number"],
  ["free", "price_not_a_number"],
  ["12..5", "price_not_a_number"],
  ["1.2.3", "price_not_a_number"],
  ["12,34,56", "price_not_a_number"],
  ["5.", "price_not_a_number"],
  ["499/pcs", "price_not_a_number"],
  ["=1+1", "price_not_a_number"],
  ["-5", "price_negative"],
  ["€ -5,00", "price_negative"],
  ["(5.00)", "price_negative"],
  ["9999999999999", "price_too_large"],
])("C5 %j is refused as a price: %s", (text, code) => {
  expect(parsePrice(text, 2)).toEqual({ kind: "refused", code });
});

test("C5 more decimals than the currency has are rounded, and that is not plain", () => {
  expect(parsePrice("0.999", 2)).toEqual({ kind: "price", amount: 100, plain: false });
  expect(parsePrice("19.9949", 2)).toEqual({ kind: "price", amount: 1999, plain: false });
  expect(parsePrice("49.9", 0)).toEqual({ kind: "price", amount: 50, plain: false });
});

test.each([
  ["an ERP writes three decimals", ["49.900", "1299.000"], [4990, 129_900]],
  ["or below one", ["12,345", "0,500"], [1235, 50]],
  ["one alone is grouped", ["12.345", "49.90"], [1_234_500, 4990]],
  ["as are others of its column", ["12.345", "1.299,00", "1299.000"], [1_234_500, 129_900, 129_900]],
])("C5 prices are read by their whole column: %s", (_what, texts, amounts) => {
  const prices = createPrices(2);
  for (const text of texts) prices.add(text);
  const read = texts.map((text) => prices.read(text));
  expect(read.map((one) => (one.kind === "price" ? one.amount : undefined))).toEqual(amounts);
});

test("C5 currencies without cents, and those with three digits, are read by their own digits", () => {
  expect(parsePrice("1,299", 0)).toMatchObject({ amount: 1299 });
  expect(parsePrice("1.299", 3)).toMatchObject({ amount: 1299 });
});

test("C5 an amount written out in any of four customs is read back as itself", () => {
  const customs = ["de-DE", "en-US", "de-CH", "fr-FR"];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 11 }), fc.constantFrom(...customs), (amount, locale) => {
      const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(
        decimalText(amount, "EUR") as unknown as number,
      );
      expect(parsePrice(written, 2)).toMatchObject({ kind: "price", amount });
    }),
  );
});

test("C5 a word in a price cell names no currency, whatever it is", () => {
  for (const text of ["constructor 5", "__proto__"]) expect(foreignCurrency(text, "EUR")).toBe(undefined);
  expect(foreignHeading("valueOf EUR", "EUR")).toBe(undefined);
});
