import { sql } from "kysely";
import { type Db, hasRows, listRows, type Tx } from "#server/platform/database/database.ts";

/** Whether an account has only an email that nobody has confirmed. */
export const isProvisional = (db: Db | Tx, userId: number) =>
  hasRows(db)`select from provisional_accounts where id = ${userId}`;

/** Up to `limit` provisional accounts with an email, locked, the latest used first. */
export const lockProvisional = (tx: Tx, email: string, limit: number) =>
  listRows<{ id: number; fullname: string | null }>(tx)`
    select id, fullname
    from users
    where lower(email) = lower(${email}) and account_status = 'provisional'
    order by last_seen_at desc nulls last, id desc
    limit ${limit}
    for update`;

/** Whether an email has a provisional account. */
export const hasProvisional = (db: Db | Tx, email: string) =>
  hasRows(db)`select from users where lower(email) = lower(${email}) and account_status = 'provisional'`;

/** Moves the sessions of a device from one account to another. */
export const moveSessions = (tx: Tx, { fromId, intoId }: { fromId: number; intoId: number }, device: Buffer) =>
  sql`update sessions set user_id = ${intoId} where user_id = ${fromId} and device_hash = ${device}`.execute(tx);
