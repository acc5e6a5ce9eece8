import { sql } from "kysely";
import type { EmailPreference } from "#contract/notifications.ts";
import { type Db, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

/** The emails a user has turned off. */
export const listDisabledEmails = (db: Db | Tx, userId: number) =>
  listValues<EmailPreference>(db)`
    select type from notification_prefs
    where user_id = ${userId} and channel = 'email' and not enabled`;

/** The emails that any of these users has turned off. */
export const listDisabledEmailsOf = (tx: Tx, userIds: readonly number[]) =>
  listRows<{ user_id: number; type: EmailPreference }>(tx)`
    select user_id, type from notification_prefs
    where user_id = any(${userIds}::bigint[]) and channel = 'email' and not enabled`;

export const upsertPreferences = (db: Db | Tx, userId: number, choices: [EmailPreference, boolean][]) =>
  sql`
    insert into notification_prefs (user_id, type, channel, enabled)
    select ${userId}, type, 'email', enabled
    from unnest(${choices.map(([type]) => type)}::text[],
      ${choices.map(([, wanted]) => wanted)}::boolean[]) as c (type, enabled)
    on conflict (user_id, type, channel) do update set enabled = excluded.enabled`.execute(db);

/** Copies the preferences of a customer to another one, whose own stay. */
export const copyPreferences = (tx: Tx, fromId: number, intoId: number) =>
  sql`
    insert into notification_prefs (user_id, type, channel, enabled)
    select ${intoId}, type, channel, enabled from notification_prefs where user_id = ${fromId}
    on conflict do nothing`.execute(tx);
