import { prorate } from "#server/cart/cart.ts";

/**
 * A part of a document with one tax rate: the goods of a rate, or the delivery. Amounts include tax. Its name is stored in
 * documents and has basis points, as rates once did: `rate:1900`, and `rate:887.5`.
 */
export interface TaxPart {
  part: string;
  amount: number;
  tax: number;
}
/** An amount to credit, of one part or (null) of all. */
export interface Credit {
  part: string | null;
  amount: number;
  tax: number;
}

export const partOfRate = (ratePpm: number) => `rate:${ratePpm / 100}`;
/** The rate of a part in parts per million; -1 if it has none. */
export const rateOfPart = (part: string) => (part.startsWith("rate:") ? Math.round(Number(part.slice(5)) * 100) : -1);
export const deliveryPart = "delivery";

/**
 * Deducts credits from what is left of an invoice, so that its credit notes together never credit more tax than a part
 * has. An amount of a part is deducted from that part first, any other in proportion. Returns the deducted parts of each.
 */
export function takeParts(left: TaxPart[], credits: Credit[]): TaxPart[][] {
  const rest = left.map((one) => ({ ...one }));
  const own = credits.map((credit) => {
    const part = rest.find((one) => one.part === credit.part);
    const amount = part ? Math.min(credit.amount, Math.max(0, part.amount)) : 0;
    return part && amount > 0 ? [takeOff(part, amount, amount === credit.amount ? credit.tax : undefined)] : [];
  });
  return credits.map((credit, index) => {
    const taken = own[index] ?? [];
    return joined([...taken, ...takeShares(rest, credit.amount - sum(taken))]);
  });
}

/** The parts of an invoice minus the credited parts. */
export const partsLeft = (invoice: TaxPart[], credited: TaxPart[]): TaxPart[] =>
  joined([...invoice, ...credited.map(({ part, amount, tax }) => ({ part, amount: -amount, tax: -tax }))]);

/** Sums parts of the same name. */
export const joined = (parts: TaxPart[]): TaxPart[] =>
  [...Map.groupBy(parts, ({ part }) => part)].map(([part, same]) => ({
    part,
    amount: sum(same),
    tax: same.reduce((all, { tax }) => all + tax, 0),
  }));

function takeShares(rest: TaxPart[], amount: number): TaxPart[] {
  if (amount <= 0) return [];
  const weights = rest.map((part) => Math.max(0, part.amount));
  const available = Math.min(amount, sum(rest));
  // The last credit takes all remaining tax, whatever was rounded before.
  if (available === sum(rest)) return rest.map((part) => takeOff(part, part.amount));
  const shares = prorate(available, weights);
  return rest.flatMap((part, index) => (shares[index] ? [takeOff(part, shares[index] ?? 0)] : []));
}

function takeOff(part: TaxPart, amount: number, ownTax = Math.round((part.tax * amount) / (part.amount || 1))) {
  const tax = amount === part.amount ? part.tax : Math.min(ownTax, part.tax);
  part.amount -= amount;
  part.tax -= tax;
  return { part: part.part, amount, tax };
}

const sum = (parts: { amount: number }[]) => parts.reduce((all, { amount }) => all + amount, 0);
