import { decimalText, minorDigits } from "#contract/formats/currency-decimals.ts";

/** What becomes of shipping rates when a shop without products changes its currency: the amounts stay, rounded. */
export const changedRates = (from: string, to: string) =>
  `The amounts stay: a rate of ${rateIn(from)} becomes ${rateIn(to)}. Review them in Shipping.`;

/** A rate of 4.90, or 5 where the currency has no decimals. */
const rateIn = (currency: string) =>
  `${decimalText(Math.round(4.9 * 10 ** minorDigits(currency)), currency)} ${currency}`;
