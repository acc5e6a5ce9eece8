import { decimalText, minorDigits } from "#contract/formats/currency-decimals.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { Money } from "#contract/money.ts";
import { formatNumber } from "#words/numbers.ts";
import { shopLocale } from "#words/say.ts";

/** Money in the shop's locale: `{amount: 1999, currency: "EUR"}` in `en` is "€19.99". */
export const formatMoney = (money: Money, locale = shopLocale()) =>
  formatNumber(locale, money.currency as Uppercase<string>, decimalText(money.amount, money.currency));

/** Parses an amount into minor units ("19,9" EUR is 1990); null when it is invalid in that currency. */
export function amountFromText(text: string, currency: string) {
  const parts = /^([-−]?)(\d+)(?:[.,٫](\d+))?$/.exec(toAsciiDigits(text.trim()));
  if (!parts) return null;
  const [, sign, whole = "", fraction = ""] = parts;
  const digits = minorDigits(currency);
  if (fraction.length > digits) return null;
  const amount = Number(whole + fraction.padEnd(digits, "0"));
  if (!Number.isSafeInteger(amount)) return null;
  return sign && amount ? -amount : amount;
}
