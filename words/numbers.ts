import { minorDigits } from "#contract/formats/currency-decimals.ts";

/** `decimal` and `percent` have at most one decimal; anything else is a currency (ISO 4217). */
export type NumberKind = "decimal" | "percent" | Uppercase<string>;

/** Formats a decimal string (`-1234.5`; for `percent` in hundredths) for a locale, without floating point. */
export const formatNumber = (locale: string, kind: NumberKind, decimal: string) =>
  withMinusSign(
    numberFormat(locale, kind).format((kind === "percent" ? `${decimal}e-2` : decimal) as Intl.StringNumericLiteral),
  );

/** A formatted number with a minus sign (−), where many locales have a hyphen. */
export const withMinusSign = (formatted: string) => formatted.replace("-", "−");

// Creating a format takes longer than rendering a product card.
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, kind: NumberKind): Intl.NumberFormat {
  const key = `${locale} ${kind}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, optionsOf(kind));
  formats.set(key, format);
  return format;
}

function optionsOf(kind: NumberKind): Intl.NumberFormatOptions {
  if (kind === "decimal" || kind === "percent") return { style: kind as "decimal", maximumFractionDigits: 1 };
  const digits = minorDigits(kind);
  return { style: "currency", currency: kind, minimumFractionDigits: digits, maximumFractionDigits: digits };
}
