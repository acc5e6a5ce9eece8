import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { Money } from "#contract/money.ts";
import { formatNumber } from "#words/numbers.ts";
import { shopLocale } from "#words/say.ts";

/** Money in the shop's locale: `{amount: 1999, currency: "EUR"}` in `en` is "€19.99". */
export const formatMoney = (money: Money, locale = shopLocale()) =>
  formatNumber(locale, money.currency as Uppercase<string>, decimalText(money.amount, money.currency));
