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

/** What of an amount of tax is due to each rate; the amounts add up to it. */
export function splitTax(tax: number, parts: readonly TaxRatePart[]): (TaxRatePart & { tax: number })[] {
  const weights = parts.map(({ rate_ppm }) => rate_ppm);
  const shares = prorate(Math.abs(tax), weights);
  return parts.map((part, index) => ({ ...part, tax: Math.sign(tax) * (shares[index] ?? 0) || 0 }));
}
