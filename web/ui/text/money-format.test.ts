import { describe, expect, test } from "vitest";
import { formatMoney } from "./money-format.ts";

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
});
