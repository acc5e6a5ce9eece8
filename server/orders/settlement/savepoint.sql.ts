import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";

/** Runs `work` in a savepoint, which is rolled back unless the outcome is good. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>, isGood: (outcome: T) => boolean): Promise<T> {
  await sql`savepoint attempt`.execute(tx);
  const outcome = await work();
  await (isGood(outcome) ? sql`release savepoint attempt` : sql`rollback to savepoint attempt`).execute(tx);
  return outcome;
}
