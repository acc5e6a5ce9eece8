import { z } from "zod";

/** An amount in minor units (cents of EUR, whole JPY) with its ISO 4217 currency. */
export const Money = z.object({ amount: z.int(), currency: z.string().length(3) });
export type Money = z.infer<typeof Money>;

/** What a client may send as an amount: whole minor units, never negative, small enough for exact arithmetic. */
export const Amount = z.int().min(0).max(1_000_000_000_000);

/** Digits after the point of a currency, by ISO 4217: 2 unless listed. `Intl` follows custom instead, so the list is ours. */
export const minorDigits = (currency: string) => exponents.get(currency.toUpperCase()) ?? 2;

const exponents = new Map<string, number>(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, codes]) => codes.split(" ").map((code) => [code, Number(digits)] as const)),
);
