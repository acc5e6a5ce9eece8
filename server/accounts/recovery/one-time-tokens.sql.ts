import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

export type Purpose =
  | "verify"
  | "reset"
  | "login_code"
  | "email_change"
  | "contact_email"
  | "oauth_state"
  | "oauth_exchange"
  | "staff_invitation"
  | "two_factor";
export interface NewToken {
  id: string;
  purpose: Purpose;
  hash: Buffer;
  userId: number | null;
  email: string | null;
  seconds: number;
  requestedBy: Buffer | null;
}
export interface Token {
  id: string;
  user_id: number | null;
  email: string | null;
}

/** Inserts a token; false if the id exists already, as when a job is retried. */
export async function insertToken(
  db: Db | Tx,
  { id, purpose, hash, userId, email, seconds, requestedBy }: NewToken,
): Promise<boolean> {
  const { rows } = await sql`
    insert into one_time_tokens (id, user_id, email, purpose, token_hash, requested_by, expires_at)
    values (${id}, ${userId}, ${email}, ${purpose}, ${hash}, ${requestedBy},
      now() + make_interval(secs => ${seconds}))
    on conflict (id) do nothing
    returning 1`.execute(db);
  return rows.length > 0;
}

/** The valid token with this hash. */
export async function findToken(db: Db | Tx, purposes: Purpose[], hash: Buffer): Promise<Token | undefined> {
  const { rows } = await sql<Token>`
    select id, user_id, email
    from one_time_tokens
    where token_hash = ${hash} and purpose = any(${purposes}) and used_at is null and expires_at > now()`.execute(db);
  return rows[0];
}

/** Marks a token as used; only one caller gets it. */
export async function markTokenUsed(
  db: Db | Tx,
  purposes: Purpose[],
  hash: Buffer,
): Promise<(Token & { purpose: Purpose }) | undefined> {
  const { rows } = await sql<Token & { purpose: Purpose }>`
    update one_time_tokens set used_at = now()
    where token_hash = ${hash} and purpose = any(${purposes}) and used_at is null and expires_at > now()
    returning id, user_id, email, purpose`.execute(db);
  return rows[0];
}

/**
 * Counts an attempt at the latest code this device requested for an address, or at the latest of all without a device;
 * undefined if that is not valid or has no attempts left.
 */
export async function countCodeAttempt(
  db: Db,
  email: string,
  tries: number,
  device: Buffer | undefined,
): Promise<string | undefined> {
  const attempts = device ? sql.ref("attempts") : sql.ref("attempts_elsewhere");
  const { rows } = await sql<{ id: string }>`
    update one_time_tokens set ${attempts} = ${attempts} + 1
    where id = (
        select id from one_time_tokens
        where lower(email) = lower(${email}) and purpose = 'login_code'
          ${device ? sql`and requested_by = ${device}` : sql``}
        order by created_at desc, id desc
        limit 1)
      and used_at is null and expires_at > now() and ${attempts} < ${tries}
    returning id`.execute(db);
  return rows[0]?.id;
}

/** The device that requested the latest valid code for an address; null if there is none. */
export async function findCodeRequester(tx: Tx, email: string): Promise<Buffer | null> {
  const { rows } = await sql<{ requested_by: Buffer | null }>`
    select requested_by
    from one_time_tokens
    where lower(email) = lower(${email}) and purpose = 'login_code' and used_at is null and expires_at > now()
    order by created_at desc, id desc
    limit 1`.execute(tx);
  return rows[0]?.requested_by ?? null;
}

/** Number of tokens issued for an address in the last 15 minutes. */
export async function countRecentTokens(db: Db | Tx, purpose: Purpose, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from one_time_tokens
    where lower(email) = lower(${email})
      and purpose = ${purpose}
      and created_at > now() - interval '15 minutes'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Invalidates all links and codes that give access to this account. */
export const invalidateTokens = (tx: Tx, userId: number) =>
  sql`
    update one_time_tokens set used_at = now()
    where (user_id = ${userId} or lower(email) = (select lower(email) from users where id = ${userId}))
      and purpose in ('reset', 'login_code', 'email_change', 'contact_email', 'oauth_exchange', 'two_factor')
      and used_at is null`.execute(tx);

/** Deletes tokens a day after they expire. */
export const deleteOldTokens = (db: Db) =>
  sql`delete from one_time_tokens where expires_at < now() - interval '1 day'`.execute(db);
