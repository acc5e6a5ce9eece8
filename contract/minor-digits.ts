/** Digits after the point of a currency, by ISO 4217: 2 unless listed. `Intl` follows custom instead, so the list is ours. */
export const minorDigits = (currency: string) => exponents.get(currency.toUpperCase()) ?? 2;

// A file of its own, without zod: it is part of what every page of the storefront loads.
const exponents = new Map<string, number>(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, codes]) => codes.split(" ").map((code) => [code, Number(digits)] as const)),
);
