import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db.ts";

/** The rate of a country in basis points, if one is kept. */
export async function findRate(db: Db | Tx, country: string): Promise<number | undefined> {
  const { rows } = await sql<{ rate_bp: number }>`select rate_bp from tax_rates where country = ${country}`.execute(db);
  return rows[0]?.rate_bp;
}
