import type { Db, Tx } from "#server/platform/db.ts";
import { findRate } from "./taxes.sql.ts";

/** The tax rate goods to a country carry, in basis points (2100 is 21 %); 0 where none is kept. */
export async function taxRate(db: Db | Tx, country: string): Promise<number> {
  return (await findRate(db, country)) ?? 0;
}

/** The tax in (`included`) or on top of an amount, both in minor units, rounded half up. */
export function taxOf(amount: number, rateBp: number, included: boolean): number {
  const [share, whole] = included ? [amount * rateBp, 10_000 + rateBp] : [amount * rateBp, 10_000];
  return Math.floor((2 * share + whole) / (2 * whole));
}
