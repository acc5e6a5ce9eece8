import { sql } from "kysely";
import type { Tx } from "#server/platform/database/database.ts";

/** Does `work` inside a transaction and takes it back, alone, unless what it answers is good. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>, isGood: (outcome: T) => boolean): Promise<T> {
  await sql`savepoint try_out`.execute(tx);
  const outcome = await work();
  await (isGood(outcome) ? sql`release savepoint try_out` : sql`rollback to savepoint try_out`).execute(tx);
  return outcome;
}
