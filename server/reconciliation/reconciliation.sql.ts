import { sql } from "kysely";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

/** Stores the result of a nightly reconciliation. */
export const insertReconciliation = (tx: Tx, result: { at: Date; tookMs: number; inconsistencies: number }) =>
  sql`
    insert into reconciliations (at, took_ms, inconsistencies)
    values (${result.at}, ${result.tookMs}, ${result.inconsistencies})`.execute(tx);

/** The last nightly reconciliation. */
export async function findLastReconciliation(db: Db | Tx): Promise<{ at: string; inconsistencies: number } | null> {
  const rows = await listRows<{ at: string; inconsistencies: number }>(db)`
    select at, inconsistencies
    from reconciliations
    order by at desc
    limit 1`;
  return rows[0] ?? null;
}

/** Lifts the time limits of a transaction: the checks read all orders. */
export async function liftTimeouts(tx: Tx) {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}
