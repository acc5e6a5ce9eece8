import { sql } from "kysely";
import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import { type Db, findRow, findValue, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";

export interface NewSession {
  id: string;
  userId: number;
  familyId: string;
  refreshHash: Buffer;
  userAgent: string | null;
  deviceHash: Buffer | null;
  /** How many days after its sign-in a session ends, however often it is renewed. */
  sessionDays: number;
  language: string;
}

/**
 * Inserts a refresh token of 30 days, at most as long as its session; updates the language of the account, and
 * `last_seen_at` every five minutes.
 */
export async function insertSession(tx: Tx, session: NewSession) {
  const { id, userId, familyId, refreshHash, userAgent, deviceHash, sessionDays, language } = session;
  await sql`
    with seen as (
      update users set last_seen_at = now(), language = ${language}
      where id = ${userId} and (last_seen_at is null or last_seen_at < now() - interval '5 minutes'
        or language is distinct from ${language})
    ), family as (
      select coalesce(min(family_created_at), now()) as created_at
      from sessions
      where family_id = ${familyId}
    )
    insert into sessions
      (id, user_id, family_id, refresh_hash, user_agent, device_hash, family_created_at, expires_at)
    select ${id}, ${userId}, ${familyId}, ${refreshHash}, ${userAgent}, ${deviceHash}, created_at,
      least(now() + interval '30 days', created_at + make_interval(days => ${sessionDays}))
    from family`.execute(tx);
}

export interface KnownSession {
  id: string;
  family_id: string;
  user_id: number;
  user_agent: string | null;
  device_hash: Buffer | null;
  live: boolean;
  /** Milliseconds since it was exchanged, and the session row of its successor; null for the latest token. */
  rotated_ms: number | null;
  rotated_to: string | null;
  role: Role;
  account_status: AccountStatus;
  token_epoch: number;
}

/**
 * Locks the account of a refresh token until the transaction ends. Everything that ends sessions locks or updates the
 * account first, because it would not see a session that is just being created.
 */
export const lockSessionUser = (tx: Tx, refreshHash: Buffer) =>
  sql`
    select 1 from users
    where id = (select user_id from sessions where refresh_hash = ${refreshHash})
    for no key update`.execute(tx);

/** The session of a refresh token with its account. */
export const findSession = (tx: Tx, refreshHash: Buffer, sessionDays: number) =>
  findRow<KnownSession>(tx)`
    select s.id, s.family_id, s.user_id, s.user_agent, s.device_hash, s.rotated_to, u.role, u.account_status,
      u.token_epoch,
      s.revoked_at is null and s.expires_at > now() and u.deleted_at is null
        and s.family_created_at + make_interval(days => ${sessionDays}) > now() as live,
      (extract(epoch from clock_timestamp() - s.rotated_at) * 1000)::float8 as rotated_ms
    from sessions s
    join users u on u.id = s.user_id
    where s.refresh_hash = ${refreshHash}`;

export const markRotated = (tx: Tx, id: string, successor: string) =>
  sql`
    update sessions set rotated_at = clock_timestamp(), rotated_to = ${successor}
    where id = ${id}`.execute(tx);

/** Revokes all tokens of a session; returns whether there were any. */
export const revokeFamily = (tx: Tx, familyId: string, userId: number, reason: string) =>
  isAffected(tx)`
    update sessions set revoked_at = now(), revoke_reason = ${reason}
    where family_id = ${familyId} and user_id = ${userId} and revoked_at is null`;

/** Revokes all sessions of an account except one. */
export const revokeSessions = (tx: Tx, userId: number, reason: string, except: string | null = null) =>
  sql`
    update sessions set revoked_at = now(), revoke_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and family_id is distinct from ${except}::uuid`.execute(tx);

/** Revokes a session by any of its refresh tokens; returns whose it was, undefined if it had ended. */
export const revokeByToken = (tx: Tx, refreshHash: Buffer) =>
  findValue<number>(tx)`
    update sessions set revoked_at = now(), revoke_reason = 'logout'
    where family_id = (select family_id from sessions where refresh_hash = ${refreshHash})
      and revoked_at is null
    returning user_id`;

export interface SessionRow {
  id: string;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
}

/** The active sessions of an account, the `current` one first, then those last used; `most` of null for all. */
export const listSessions = (
  db: Db | Tx,
  userId: number,
  { current = null, most = maxSessions }: { current?: string | null; most?: number | null } = {},
) =>
  listRows<SessionRow>(db)`
    select family_id as id, (array_agg(user_agent order by created_at desc))[1] as user_agent,
      min(family_created_at) as created_at, max(last_used_at) as last_used_at
    from sessions
    where user_id = ${userId} and revoked_at is null and rotated_at is null and expires_at > now()
    group by family_id
    order by family_id is not distinct from ${current}::uuid desc, max(last_used_at) desc
    limit ${most}::int`;

/** How many sessions a list has: a program can make any number of them. */
const maxSessions = 100;

/** Deletes expired sessions. Exchanged tokens of active sessions stay, so that reuse is detected. */
export const deleteOldSessions = (db: Db) =>
  sql`delete from sessions where expires_at < now() - interval '1 day'`.execute(db);
