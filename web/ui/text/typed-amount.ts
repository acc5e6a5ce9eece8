import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import { shopLocale } from "#words/say.ts";

/**
 * Parses an amount into minor units ("19,9" EUR is 1990); null when it is invalid in that currency. Thousands may be
 * grouped, and are read as in imported files: "1.299,00", "1,299.00" and "1.299" EUR are all 129900. "1,299" KWD can be
 * read in two ways, and is what it means in the language: 1299 in English, and 1.299 where a comma is a decimal one.
 */
export function amountFromText(text: string, currency: string, locale = shopLocale()) {
  const parts = /^([-−]?)(.*)$/.exec(toAsciiDigits(text.trim()));
  const [, sign, number = ""] = parts ?? [];
  const digits = minorDigits(currency);
  const isGrouped = /^[1-9]\d{0,2},\d{3}$/.test(number) && groupsByComma(locale);
  const read = (isGrouped ? undefined : readDecimal(number, digits)) ?? readWhole(number);
  if (!read) return null;
  const amount = Number(read.whole + read.fraction.padEnd(digits, "0"));
  if (!Number.isSafeInteger(amount)) return null;
  return sign && amount ? -amount : amount;
}

function readDecimal(number: string, digits: number) {
  const [, before = "", separator = "", fraction = ""] = /^(.+)([.,٫])(\d+)$/.exec(number) ?? [];
  const whole = readWhole(before);
  return !whole || fraction.length > digits || before.includes(separator) ? undefined : { ...whole, fraction };
}

/** Digits, in groups of three or without groups. */
function readWhole(number: string) {
  const isWhole = /^(?:\d+|[1-9]\d{0,2}([.,٬'’\s])\d{3}(?:\1\d{3})*)$/.test(number);
  return isWhole ? { whole: number.replace(/\D/g, ""), fraction: "" } : undefined;
}

const groupsByComma = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(12_345).some(({ type, value }) => type === "group" && value === ",");
