import { sql } from "kysely";
import type { AccessClaims } from "#server/platform/auth/tokens.ts";
import {
  type Db,
  findValue,
  hasRows,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";

/** Whether an account has only an email that nobody has confirmed. */
export const isProvisional = (db: Db | Tx, userId: number) =>
  hasRows(db)`select from provisional_accounts where id = ${userId}`;

/** Up to `limit` provisional accounts with an email, locked: `first` before others, then the latest used. */
export const lockProvisional = (tx: Tx, email: string, { limit, first }: { limit: number; first: number | null }) =>
  listRows<{ id: number; fullname: string | null }>(tx)`
    select id, fullname
    from users
    where lower(email) = lower(${email}) and account_status = 'provisional'
    order by id is not distinct from ${first} desc, last_seen_at desc nulls last, id desc
    limit ${limit}
    for update`;

/** Whether a provisional account orders with this email of a blocked one. */
export const isBlockedGuest = (tx: Tx, userId: number, email: string | null) =>
  hasRows(tx)`
    select
    from provisional_accounts p
    join users u on lower(u.email) = lower(${email}) and u.account_status = 'blocked'
    where p.id = ${userId}`;

/** Whether a session is one of a provisional account and hasn't ended. */
export const isProvisionalSession = (tx: Tx, { userId, sessionFamily, epoch }: AccessClaims) =>
  hasRows(tx)`
    select
    from sessions s
    join users u on u.id = s.user_id
    where s.family_id = ${sessionFamily}::uuid and s.revoked_at is null and s.expires_at > now()
      and u.id = ${userId} and u.account_status = 'provisional' and u.token_epoch = ${epoch}`;

/** Whether an email has a provisional account. */
export const hasProvisional = (db: Db | Tx, email: string) =>
  hasRows(db)`select from users where lower(email) = lower(${email}) and account_status = 'provisional'`;

/** The status of an account, unless an email is its own or one that its owner has confirmed. */
export const findStatusUnlessOwn = (db: Db, userId: number, email: string) =>
  findValue<string>(db)`
    select account_status
    from users u
    where id = ${userId} and lower(email) is distinct from lower(${email})
      and not exists (select from contact_emails c where c.user_id = u.id and lower(c.email) = lower(${email}))`;

/** Gives a provisional account, and only such a one, another email; whether it had another one. */
export const replaceProvisionalEmail = (tx: Tx, userId: number, email: string) =>
  isAffected(tx)`
    update users set email = ${email}, updated_at = now()
    where id = ${userId} and account_status = 'provisional' and lower(email) <> lower(${email})`;

/** Those of these accounts with a session that goes on on a device; one that was ended there, as by logging out, doesn't count. */
export const listSignedInOn = async (tx: Tx, userIds: number[], device: Buffer) =>
  new Set(
    await listValues<number>(tx)`
      select user_id
      from sessions
      where user_id = any(${userIds}::bigint[]) and device_hash = ${device} and revoked_at is null and expires_at > now()`,
  );

/** The provisional accounts with an email, the latest used first, for the copy of its owner's data. */
export const listProvisional = (tx: Tx, email: string) =>
  listRows<{ id: number; email: string; created_at: string; last_seen_at: string | null }>(tx)`
    select id, email, created_at, last_seen_at
    from users
    where lower(email) = lower(${email}) and account_status = 'provisional'
    order by last_seen_at desc nulls last, id desc`;

/** Moves a session from one account to another. */
export const moveSession = (tx: Tx, { fromId, intoId }: { fromId: number; intoId: number }, family: string) =>
  sql`
    update sessions set user_id = ${intoId}
    where user_id = ${fromId} and family_id = ${family}::uuid and revoked_at is null`.execute(tx);
