/** Signs and words for currencies that are not the codes of ISO 4217, with all the currencies they may stand for. */
const signs = new Map(
  Object.entries({
    "€": "EUR",
    "£": "GBP EGP LBP",
    $: "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL",
    us$: "USD",
    ca$: "CAD",
    r$: "BRL",
    "¥": "JPY CNY",
    円: "JPY",
    元: "CNY TWD",
    "₩": "KRW",
    "₺": "TRY",
    tl: "TRY",
    "₽": "RUB",
    руб: "RUB",
    "₴": "UAH",
    грн: "UAH",
    zł: "PLN",
    kč: "CZK",
    ft: "HUF",
    лв: "BGN",
    lei: "RON MDL",
    fr: "CHF",
    sfr: "CHF",
    kr: "SEK NOK DKK ISK",
    fcfa: "XOF XAF",
    cfa: "XOF XAF",
    "₹": "INR",
    rs: "INR PKR LKR NPR",
    "₪": "ILS",
    "₫": "VND",
    "₱": "PHP",
    "฿": "THB",
    dh: "MAD AED",
  }),
);
/** Codes that are words too, as in "TOP PRICE" or "5 / CUP". */
const words = new Set(["ALL", "TOP", "CUP", "PEN", "MOP", "BAM", "GEL", "ANG", "SOS"]);
const codes = new Set(Intl.supportedValuesOf("currency").filter((code) => !words.has(code)));

/**
 * The currency a price is written in, if it is another than `currency`: its code, or its sign where several currencies
 * have it. Undefined if the price names none, or this one.
 */
export function foreignCurrency(price: string, currency: string): string | undefined {
  for (const word of price.slice(0, 60).match(/[\p{L}\p{Sc}]+\$?/gu) ?? []) {
    if (codes.has(word.toUpperCase()) && word.length === 3)
      return word.toUpperCase() === currency ? undefined : word.toUpperCase();
    const meant = signs.get(word.toLowerCase())?.split(" ");
    if (meant) return meant.includes(currency) ? undefined : meant.length === 1 ? meant[0] : word;
  }
  return undefined;
}

/** The currency in a heading, such as "Price (USD)" or "VK EUR", if it is another than `currency`. */
export const foreignHeading = (heading: string, currency: string): string | undefined =>
  (heading.slice(0, 100).match(/(?<![\p{L}])[A-Z]{3}(?![\p{L}])|[€£₺₽₹₩]/gu) ?? [])
    .map((word) => (codes.has(word) || signs.has(word) ? foreignCurrency(word, currency) : undefined))
    .find((found) => found !== undefined);
