import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

export interface PendingPicture {
  id: number;
  source_url: string;
  attempts: number;
}

/** Claims a picture that is due; it becomes due again if this process does not report back. */
export async function claimPending(db: Db): Promise<PendingPicture | undefined> {
  const { rows } = await sql<PendingPicture>`
    update images
    set attempts = attempts + 1, next_try_at = now() + interval '2 minutes' * power(5, attempts)
    where id = (
      select id from images
      where status = 'pending' and next_try_at <= now()
      order by next_try_at, id
      for update skip locked
      limit 1
    )
    returning id, source_url, attempts`.execute(db);
  return rows[0];
}

/** Marks a picture as fetched and returns its product. */
export async function markFetched(tx: Tx, id: number, sha256: string): Promise<number | null | undefined> {
  const { rows } = await sql<{ product_id: number | null }>`
    update images set sha256 = ${sha256}, status = 'ready', failure = null
    where id = ${id} and status = 'pending'
    returning product_id`.execute(tx);
  return rows[0]?.product_id;
}

export const markFailed = (db: Db, id: number, { message, final }: { message: string; final: boolean }) =>
  sql`
    update images set failure = ${message.slice(0, 300)}, status = ${final ? "failed" : "pending"}
    where id = ${id} and status = 'pending'`.execute(db);
