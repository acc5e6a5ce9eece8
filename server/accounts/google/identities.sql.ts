import { sql } from "kysely";
import { type Db, findValue, hasRows, listRows, type Tx } from "#server/platform/database/database.ts";

/** The account linked to a provider's user, locked against deletion until the transaction ends. */
export const findIdentity = (tx: Tx, provider: string, subject: string) =>
  findValue<number>(tx)`
    select user_id from user_identities where provider = ${provider} and subject = ${subject} for share`;

/**
 * Renames the provider of all its identities. One that has the other name already stays as it is, and the old one is
 * removed: an earlier version that still runs stores it again.
 */
export const renameProvider = (db: Db, from: string, to: string) =>
  sql`
    with old as (
      delete from user_identities where provider = ${from} returning user_id, subject, email, created_at
    )
    insert into user_identities (user_id, provider, subject, email, created_at)
    select user_id, ${to}, subject, email, created_at from old
    on conflict (provider, subject) do nothing`.execute(db);

/** Whether a provider signs in to an account. */
export const hasIdentities = (db: Db | Tx, userId: number) =>
  hasRows(db)`select 1 from user_identities where user_id = ${userId} limit 1`;

/** The providers that sign in to an account. */
export const listIdentities = (tx: Tx, userId: number) =>
  listRows<{ provider: string; email: string | null; created_at: string }>(tx)`
    select provider, email, created_at from user_identities where user_id = ${userId} order by provider, id`;

/** Removes all provider links of an account. */
export const deleteIdentities = (tx: Tx, userId: number) =>
  sql`delete from user_identities where user_id = ${userId}`.execute(tx);

/** Links an account to a provider's user. */
export const insertIdentity = (
  tx: Tx,
  { userId, provider, subject, email }: { userId: number; provider: string; subject: string; email: string | null },
) =>
  sql`
    insert into user_identities (user_id, provider, subject, email)
    values (${userId}, ${provider}, ${subject}, ${email})
    on conflict (provider, subject) do nothing`.execute(tx);
