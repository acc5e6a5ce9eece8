import { prorate } from "#server/cart/cart.ts";

/** What of a paper is taxed alike: the goods of one rate (`rate:1900`), or the delivery. Amounts in minor units, tax included. */
export interface TaxPart {
  part: string;
  amount: number;
  tax: number;
}
/** What is to be credited: units of a line with the tax within them, or an amount of the whole. */
export interface Wanted {
  part: string | null;
  amount: number;
  tax: number;
}

export const partOfRate = (rateBp: number) => `rate:${rateBp}`;
export const deliveryPart = "delivery";

/**
 * Takes what is credited off what is left of an invoice, so that all its credit notes together are its tax, part by part.
 * Units take of what is taxed like them first; an amount is shared over all that is left. Answers for each wish what it
 * took.
 */
export function takeParts(left: TaxPart[], wishes: Wanted[]): TaxPart[][] {
  const rest = left.map((one) => ({ ...one }));
  const own = wishes.map((wish) => {
    const part = rest.find((one) => one.part === wish.part);
    const amount = part ? Math.min(wish.amount, Math.max(0, part.amount)) : 0;
    return part && amount > 0 ? [takeOff(part, amount, amount === wish.amount ? wish.tax : undefined)] : [];
  });
  return wishes.map((wish, index) => {
    const taken = own[index] ?? [];
    return joined([...taken, ...takeShares(rest, wish.amount - sum(taken))]);
  });
}

/** What is left of an invoice's parts after what was credited of it. */
export const partsLeft = (invoice: TaxPart[], credited: TaxPart[]): TaxPart[] =>
  joined([...invoice, ...credited.map(({ part, amount, tax }) => ({ part, amount: -amount, tax: -tax }))]);

/** The same parts, each once. */
export const joined = (parts: TaxPart[]): TaxPart[] =>
  [...Map.groupBy(parts, ({ part }) => part)].map(([part, same]) => ({
    part,
    amount: sum(same),
    tax: same.reduce((all, { tax }) => all + tax, 0),
  }));

function takeShares(rest: TaxPart[], amount: number): TaxPart[] {
  if (amount <= 0) return [];
  const weights = rest.map((part) => Math.max(0, part.amount));
  const there = Math.min(amount, sum(rest));
  // With the last of an invoice goes all of its tax, whatever rounding left where.
  if (there === sum(rest)) return rest.map((part) => takeOff(part, part.amount));
  const shares = prorate(there, weights);
  return rest.flatMap((part, index) => (shares[index] ? [takeOff(part, shares[index] ?? 0)] : []));
}

function takeOff(
  part: TaxPart,
  amount: number,
  ownTax = Math.round((part.tax * amount) / (part.amount || 1)),
): TaxPart {
  const tax = amount === part.amount ? part.tax : Math.min(ownTax, part.tax);
  part.amount -= amount;
  part.tax -= tax;
  return { part: part.part, amount, tax };
}

const sum = (parts: { amount: number }[]) => parts.reduce((all, { amount }) => all + amount, 0);
