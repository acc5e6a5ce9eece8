/** Decimals of a currency by ISO 4217: 2 unless listed. `Intl` follows common usage instead of the standard. */
export const minorDigits = (currency: string) => exponents.get(currency.toUpperCase()) ?? 2;

/** Minor units as a plain decimal: 1999 EUR is "19.99", -5 EUR is "-0.05". */
export function decimalText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${amount < 0 ? "-" : ""}${whole}${digits ? `.${text.slice(-digits)}` : ""}`;
}

// Without zod: every storefront page loads it.
const exponents = new Map<string, number>(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, codes]) => codes.split(" ").map((code) => [code, Number(digits)] as const)),
);
