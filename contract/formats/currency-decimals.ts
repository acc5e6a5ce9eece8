/** Decimals of a currency by ISO 4217: 2 unless listed. `Intl` follows common usage instead of the standard. */
export const minorDigits = (currency: string) => exponents.get(currency.toUpperCase()) ?? 2;

// Without zod: every storefront page loads it.
const exponents = new Map<string, number>(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, codes]) => codes.split(" ").map((code) => [code, Number(digits)] as const)),
);
