import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { withMinusSign } from "#words/numbers.ts";
import { shopLocale } from "#words/say.ts";

const formatters = new Map<string, Intl.NumberFormat>();

/** Formats minor units in the shop's locale: `€5`, `€4.90`. */
export function formatMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const unit = 10 ** digits;
  const key = `${shopLocale()} ${currency} ${amount % unit === 0}`;
  const known = formatters.get(key);
  const formatter =
    known ??
    new Intl.NumberFormat(shopLocale(), {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: amount % unit === 0 ? 0 : digits,
      maximumFractionDigits: digits,
    });
  if (!known) formatters.set(key, formatter);
  return withMinusSign(formatter.format(amount / unit));
}

/** Formats basis points in the shop's locale: `10%`, `25.5%`; in German `10 %`. */
export function formatPercent(bp: number): string {
  const key = `${shopLocale()} %`;
  const formatter =
    formatters.get(key) ?? new Intl.NumberFormat(shopLocale(), { style: "percent", maximumFractionDigits: 2 });
  formatters.set(key, formatter);
  return formatter.format(bp / 10_000);
}

/** Minor units as a plain decimal for files: 1999 EUR is `19.99`. */
export function decimalText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const all = String(amount).padStart(digits + 1, "0");
  return digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`;
}
