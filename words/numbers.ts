import { minorDigits } from "#contract/formats/currency-decimals.ts";

/** `decimal` and `percent` have at most one digit after the point; anything else is a currency (ISO 4217). */
export type NumberKind = "decimal" | "percent" | Uppercase<string>;

/** Formats a plain decimal (`-1234.5`; a percentage in hundredths) for a locale. Exact: no floating point is involved. */
export const formatNumber = (locale: string, kind: NumberKind, decimal: string) =>
  numberFormat(locale, kind).format((kind === "percent" ? `${decimal}e-2` : decimal) as Intl.StringNumericLiteral);

// Creating a format costs more than rendering the product tile it is for.
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
