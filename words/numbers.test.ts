import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { minorDigits } from "#contract/minor-digits.ts";
import { numberPatterns } from "./number-patterns.ts";
import { formatted, learnNumbers, type NumberKind, numberText, written } from "./numbers.ts";

afterEach(() => learnNumbers("", {}));

const locales =
  "en en-GB en-IN de de-AT de-CH de-LI ar ar-EG ar-SA fr fr-CH es es-MX pt pt-PT pl it nl sv nb da fi cs hu ro el bg uk ru tr he fa ur hi bn mr ne ta te my th vi id ja ko zh zh-TW ka hy az kk uz lt lv et sl hr sr is ga eu ca gl sw am km".split(
    " ",
  );
const currencies = ["EUR", "USD", "GBP", "CHF", "JPY", "KWD", "INR", "PLN", "SEK", "EGP", "ISK", "CLF"] as const;

test("numbers and prices written by a pattern are what Intl writes, in every locale and currency", () => {
  let kept = 0;
  const some = fc.record({
    locale: fc.constantFrom(...locales),
    currency: fc.constantFrom(...currencies),
    amount: fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -200_000, max: 200_000 })),
  });
  fc.assert(
    fc.property(some, ({ locale, currency, amount }) => {
      const patterns = numberPatterns(locale, currency);
      for (const kind of ["decimal", "percent", currency] as const) {
        const pattern = patterns[kind];
        if (!pattern) continue;
        const sample = decimal(amount, kind);
        expect(written(sample, pattern), `${locale} ${kind} ${sample}`).toBe(formatted(locale, kind, sample));
        kept++;
      }
    }),
    { numRuns: 1000 },
  );
  expect(kept).toBeGreaterThan(2900);
});

/** So many tenths, or minor units, as plain text. */
function decimal(amount: number, kind: NumberKind) {
  const digits = kind === "decimal" || kind === "percent" ? 1 : minorDigits(kind);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const fraction = digits ? `.${text.slice(-digits)}` : "";
  const isWhole = kind.length !== 3 && fraction === ".0";
  return (amount < 0 ? "-" : "") + text.slice(0, text.length - digits) + (isWhole ? "" : fraction);
}

test("every language the shop speaks, and those around it, have their patterns", () => {
  for (const locale of ["en", "en-GB", "en-IN", "de", "de-AT", "de-CH", "ar", "ar-EG", "fr", "es", "pl", "hi", "ja"])
    expect(Object.keys(numberPatterns(locale, "EUR")), locale).toEqual(["decimal", "percent", "EUR"]);
});

test("numbers of another locale or currency than was learnt are written all the same", () => {
  learnNumbers("de", numberPatterns("de", "EUR"));
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
  expect(plain(numberText("de", "EUR", "-1234.50"))).toBe("-1.234,50 €");
  expect(plain(numberText("de", "USD", "1234.50"))).toBe("1.234,50 $");
  expect(plain(numberText("en", "EUR", "1234.50"))).toBe("€1,234.50");
  expect(plain(numberText("de", "percent", "-20"))).toBe("-20 %");
  expect(numberText("en-IN", "decimal", "1234567.5")).toBe("12,34,567.5");
});
