import { sql } from "kysely";
import type { Finding } from "#contract/ledger.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** Keeps the outcome of a proof made at night. */
export async function insertProof(tx: Tx, proof: { at: Date; tookMs: number; findings: number }) {
  await sql`
    insert into ledger_proofs (at, took_ms, findings) values (${proof.at}, ${proof.tookMs}, ${proof.findings})`.execute(
    tx,
  );
}

/** The last proof made at night. */
export async function lastProof(db: Db | Tx): Promise<{ at: string; findings: number } | null> {
  const { rows } = await sql<{ at: string; findings: number }>`
    select at, findings from ledger_proofs order by at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Notes what was mended, and who wanted it. */
export async function insertMend(tx: Tx, finding: Finding, actorId: number, at: Date) {
  const { id, name, says, expected, found, mend } = finding;
  await sql`
    insert into ledger_mends (finding, name, says, expected, found, mended, actor_id, at)
    values (${id}, ${name}, ${says}, ${expected}, ${found}, ${mend}, ${actorId}, ${at})`.execute(tx);
}

/** What was mended last, latest first. */
export async function listMends(db: Db | Tx) {
  const { rows } = await sql<{ at: string; name: string; says: string; mended: string }>`
    select at, name, says, mended from ledger_mends order by at desc, id desc limit 10`.execute(db);
  return rows;
}

/** From here on every question of the transaction sees the same moment, and may take as long as it takes. */
export async function standStill(tx: Tx) {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}
