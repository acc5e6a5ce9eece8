/**
 * Splits an integer amount in proportion to weights. Shares are rounded down and the remaining units go to the largest
 * remainders, first come first, so that the shares add up to the amount.
 */
export function prorate(amount: number, weights: number[]): number[] {
  const all = sum(weights);
  if (all === 0 || amount === 0) return weights.map(() => 0);
  // The product can exceed the safe integers of a double.
  const parts = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = parts.map((part) => Number(part / BigInt(all)));
  const rest = parts.map((part, index) => ({ index, remainder: part % BigInt(all) }));
  // Sorting is stable: equal remainders stay in order.
  rest.sort((one, other) => Number(other.remainder - one.remainder));
  for (const { index } of rest.slice(0, amount - sum(shares))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
