import type { AppliedTax, TaxRatePart } from "#server/taxes/taxes.ts";
import { prorate } from "./prorate.ts";

/** The rates in each tax rate (parts per million) that consists of several. */
export type TaxParts = Record<number, TaxRatePart[]>;

/** The parts of these taxes; of two with the same sum but other parts neither is told apart. */
export function listTaxParts(taxes: readonly (AppliedTax | undefined)[]): TaxParts {
  const known = new Map<number, { key: string; parts: TaxRatePart[] | undefined }>();
  for (const tax of taxes) {
    if (!tax) continue;
    const key = JSON.stringify(tax.parts ?? tax.name);
    const earlier = known.get(tax.rate_ppm);
    known.set(tax.rate_ppm, { key, parts: earlier && earlier.key !== key ? undefined : tax.parts });
  }
  return Object.fromEntries([...known].flatMap(([rate, { parts }]) => (parts ? [[rate, parts]] : [])));
}

/**
 * Splits amounts of the taxes of an order one after the other, so that the shares of a rate add up to its share of their
 * sum, whatever each was rounded to.
 */
export function splitInTurn(): typeof splitTax {
  const sums = new Map<string, number>();
  return (tax, parts) => {
    const key = JSON.stringify(parts);
    const before = sums.get(key) ?? 0;
    sums.set(key, before + tax);
    const earlier = splitTax(before, parts);
    const shares = splitTax(before + tax, parts);
    return shares.map((part, index) => ({ ...part, tax: part.tax - (earlier[index]?.tax ?? 0) }));
  };
}

/** What of an amount of tax is due to each rate; the amounts add up to it. */
export function splitTax(tax: number, parts: readonly TaxRatePart[]): (TaxRatePart & { tax: number })[] {
  const weights = parts.map(({ rate_ppm }) => rate_ppm);
  const shares = prorate(Math.abs(tax), weights);
  return parts.map((part, index) => ({ ...part, tax: Math.sign(tax) * (shares[index] ?? 0) || 0 }));
}
