import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { amountFromText } from "./typed-amount.ts";

test("typed amounts become minor units of the currency, or null", () => {
  expect(amountFromText("19,9", "EUR")).toBe(1990);
  expect(amountFromText(" 7 ", "KWD")).toBe(7000);
  expect(amountFromText("-0.00", "EUR")).toBe(0);
  expect(amountFromText("−12.50", "EUR")).toBe(-1250);
  expect(amountFromText("1999", "JPY")).toBe(1999);
  expect(amountFromText("٢٥", "EUR")).toBe(2500);
  expect(amountFromText("١٩٫٩", "EUR")).toBe(1990);
  expect(amountFromText("-۱۲.۳۴۵", "KWD")).toBe(-12345);
  for (const wrong of ["", "abc", "0.999", "١٫٩٩٩", "1,00,00", "1.29.900", "1,000,00.0", "1e3", "99999999999999999"]) {
    expect(amountFromText(wrong, "EUR"), wrong).toBeNull();
  }
});

test("thousands may be grouped, and are read as in imported files", () => {
  for (const [text, currency] of [
    ["1.299,00", "EUR"],
    ["1,299.00", "EUR"],
    ["1.299", "EUR"],
    ["1'299.00", "EUR"],
    ["1 299,00", "EUR"],
    ["١٬٢٩٩", "EUR"],
    ["129.900", "JPY"],
    ["129.900", "KWD"],
  ] as const) {
    expect(amountFromText(text, currency), `${text} ${currency}`).toBe(129_900);
  }
  expect(amountFromText("1.000.000", "KWD")).toBe(1_000_000_000);
  expect(amountFromText("1.000.000,5", "EUR")).toBe(100_000_050);
});

test("an amount survives formatting and parsing", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom("EUR", "JPY", "KWD", "CLF"), (amount, currency) => {
      expect(amountFromText(decimalText(amount, currency), currency)).toBe(amount);
    }),
  );
});

test("a comma before three digits groups thousands where the language does, also in a currency of three decimals", () => {
  for (const [text, locale, amount] of [
    ["1,234", "en", 1_234_000],
    ["12,345", "en-KW", 12_345_000],
    ["1,234", "de", 1234],
    ["1,234.500", "en", 1_234_500],
    ["1.234,500", "de", 1_234_500],
    ["0,250", "en", 250],
    ["1,25", "en", 1250],
    // As amounts are shown in fields.
    ["1.234", "en", 1234],
    ["1.234", "de", 1234],
  ] as const)
    expect([text, locale, amountFromText(text, "KWD", locale)]).toEqual([text, locale, amount]);
  expect(amountFromText("1,234", "EUR", "de")).toBe(123_400);
});
