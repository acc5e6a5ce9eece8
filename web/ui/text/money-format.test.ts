import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { amountFromText, formatMoney } from "./money-format.ts";

describe("formatted money", () => {
  test.each([
    [{ amount: 1999, currency: "EUR" }, "en", "€19.99"],
    [{ amount: 5, currency: "EUR" }, "en", "€0.05"],
    [{ amount: -1250, currency: "EUR" }, "en", "−€12.50"],
    [{ amount: 1999, currency: "JPY" }, "en", "¥1,999"],
    [{ amount: 1999, currency: "KWD" }, "en", "KWD 1.999"],
    [{ amount: 123456, currency: "EUR" }, "de", "1.234,56 €"],
    [{ amount: 500, currency: "ISK" }, "en", "ISK 500"],
    [{ amount: 90071992547409.91e2, currency: "USD" }, "en", "$90,071,992,547,409.91"],
  ])("%j in %s is %s", (money, locale, expected) => {
    expect(formatMoney(money, locale).replace(/[\u00a0\u202f]/g, " ")).toBe(expected);
  });

  test("typed amounts become minor units of the currency, or null", () => {
    expect(amountFromText("19,9", "EUR")).toBe(1990);
    expect(amountFromText(" 7 ", "KWD")).toBe(7000);
    expect(amountFromText("-0.00", "EUR")).toBe(0);
    expect(amountFromText("−12.50", "EUR")).toBe(-1250);
    expect(amountFromText("1999", "JPY")).toBe(1999);
    expect(amountFromText("٢٥", "EUR")).toBe(2500);
    expect(amountFromText("١٩٫٩", "EUR")).toBe(1990);
    expect(amountFromText("-۱۲.۳۴۵", "KWD")).toBe(-12345);
    for (const wrong of [
      "",
      "abc",
      "0.999",
      "١٫٩٩٩",
      "1,00,00",
      "1.29.900",
      "1,000,00.0",
      "1e3",
      "99999999999999999",
    ]) {
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
});
