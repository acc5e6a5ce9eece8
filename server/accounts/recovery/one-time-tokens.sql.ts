import { sql } from "kysely";
import { type Db, findRow, findValue, getValue, isAffected, type Tx } from "#server/platform/database/database.ts";

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
export const insertToken = (db: Db | Tx, { id, purpose, hash, userId, email, seconds, requestedBy }: NewToken) =>
  isAffected(db)`
    insert into one_time_tokens (id, user_id, email, purpose, token_hash, requested_by, expires_at)
    values (${id}, ${userId}, ${email}, ${purpose}, ${hash}, ${requestedBy},
      now() + make_interval(secs => ${seconds}))
    on conflict (id) do nothing`;

/** The valid token with this hash. */
export const findToken = (db: Db | Tx, purposes: Purpose[], hash: Buffer) =>
  findRow<Token>(db)`
    select id, user_id, email
    from one_time_tokens
    where token_hash = ${hash} and purpose = any(${purposes}) and used_at is null and expires_at > now()`;

/** Marks a token as used; only one caller gets it. */
export const markTokenUsed = (db: Db | Tx, purposes: Purpose[], hash: Buffer) =>
  findRow<Token & { purpose: Purpose }>(db)`
    update one_time_tokens set used_at = now()
    where token_hash = ${hash} and purpose = any(${purposes}) and used_at is null and expires_at > now()
    returning id, user_id, email, purpose`;

/** Whether the latest code that this device requested for an address is valid. */
export const hasCode = async (db: Db, email: string, device: Buffer) =>
  (await findValue<boolean>(db)`
    select used_at is null and expires_at > now() as valid
    from one_time_tokens
    where lower(email) = lower(${email}) and purpose = 'login_code' and requested_by = ${device}
    order by created_at desc, id desc
    limit 1`) ?? false;

/**
 * Counts an attempt at the latest code of this device, or of all without one; undefined if none is left or valid. There
 * are fewer while the failures of `key` show an attack.
 */
export async function countCodeAttempt(
  db: Db,
  email: string,
  device: Buffer | undefined,
  {
    key,
    normal,
    underAttack,
    manyFailures,
  }: { key: string; normal: number; underAttack: number; manyFailures: number },
) {
  const tries = device
    ? sql`case when exists (
        select from auth_attempts
        where key = ${key} and failures >= ${manyFailures} and last_failure_at >= now() - interval '1 day')
      then ${underAttack}::int else ${normal}::int end`
    : sql`${normal}::int`;
  const attempts = device ? sql.ref("attempts") : sql.ref("attempts_elsewhere");
  return findValue<string>(db)`
    update one_time_tokens set ${attempts} = ${attempts} + 1
    where id = (
        select id from one_time_tokens
        where lower(email) = lower(${email}) and purpose = 'login_code'
          ${device ? sql`and requested_by = ${device}` : sql``}
        order by created_at desc, id desc
        limit 1)
      and used_at is null and expires_at > now() and ${attempts} < ${tries}
    returning id`;
}

/** The device that requested the latest valid code for an address; null if there is none. */
export const findCodeRequester = async (tx: Tx, email: string) =>
  (await findValue<Buffer | null>(tx)`
    select requested_by
    from one_time_tokens
    where lower(email) = lower(${email}) and purpose = 'login_code' and used_at is null and expires_at > now()
    order by created_at desc, id desc
    limit 1`) ?? null;

/** Number of tokens issued for an address in the last 15 minutes. */
export const countRecentTokens = (db: Db | Tx, purpose: Purpose, email: string) =>
  getValue<number>(db)`
    select count(*) as count
    from one_time_tokens
    where lower(email) = lower(${email})
      and purpose = ${purpose}
      and created_at > now() - interval '15 minutes'`;

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
