import { sql } from "kysely";
import type { Notification, NotificationType } from "#contract/notifications.ts";
import {
  countAffected,
  type Db,
  getRow,
  listRows,
  listValues,
  mapRows,
  type Tx,
} from "#server/platform/database/database.ts";
import { listPage, type Page } from "#server/platform/database/lists.sql.ts";
import { deleteOldRows } from "#server/platform/database/retention.sql.ts";

type Values = Record<string, string | number>;

/** Dedupe key of the notification about a new customer. */
export const registrationKey = (userId: number) => `new_user:${userId}`;

export interface NewNotification {
  userId: number;
  type: NotificationType;
  /** English; translated when it is read, as is the body. */
  title: string;
  body: string | null;
  /** The values of the placeholders of title and body. */
  values?: Values;
  link: string;
  /** Identifies the cause: one notification, however often it is processed. */
  dedupeKey: string;
}

/** Inserts new notifications and returns their recipients. */
export async function insertNotifications(tx: Tx, notifications: NewNotification[]): Promise<number[]> {
  if (notifications.length === 0) return [];
  return listValues<number>(tx)`
    insert into notifications (user_id, type, title, body, values, link, dedupe_key)
    select * from unnest(${notifications.map((one) => one.userId)}::bigint[],
      ${notifications.map((one) => one.type)}::text[],
      ${notifications.map((one) => one.title)}::text[], ${notifications.map((one) => one.body)}::text[],
      ${notifications.map((one) => JSON.stringify(one.values ?? {}))}::jsonb[],
      ${notifications.map((one) => one.link)}::text[], ${notifications.map((one) => one.dedupeKey)}::text[])
    on conflict (user_id, dedupe_key) do nothing
    returning user_id`;
}

interface ListQuery extends Page {
  userId: number;
  unread: boolean;
  /** Only of these types. */
  type?: NotificationType[] | null | undefined;
}

/** One page of a user's notifications, not translated, newest first, with the total count. */
export const readNotifications = (db: Db, { userId, unread, type = null, ...page }: ListQuery) =>
  listPage<Notification & { values: Values }>(
    db,
    {
      columns: sql`id as notification_id, type, title, body, values, link, read_at, created_at`,
      from: sql`notifications`,
      where: sql`user_id = ${userId} and (not ${unread}::boolean or read_at is null)
        and (${type}::text[] is null or type = any(${type}::text[]))`,
      order: sql`created_at desc, id desc`,
    },
    page,
  );

/** All notifications of a user, for the copy of their data, the latest first. */
export const listNotificationsOf = (tx: Tx, userId: number) =>
  listRows<{ type: NotificationType; title: string; values: Values; created_at: string; read_at: string | null }>(tx)`
    select type, title, values, created_at, read_at
    from notifications
    where user_id = ${userId}
    order by created_at desc, id desc`;

/** Unread notifications of a user, by type. */
export const countUnread = (db: Db, userId: number) =>
  mapRows<NotificationType, number>(db)`
    select type, count(*)::int as unread
    from notifications
    where user_id = ${userId} and read_at is null
    group by type`;

/** Marks a notification as read: whether it is the user's, and whether it was unread. */
export const markRead = (tx: Tx, userId: number, id: number) =>
  getRow<{ known: boolean; fresh: boolean }>(tx)`
    with marked as (
      update notifications set read_at = now()
      where id = ${id} and user_id = ${userId} and read_at is null
      returning id
    )
    select exists (select 1 from notifications where id = ${id} and user_id = ${userId}) as known,
      exists (select 1 from marked) as fresh`;

/** Marks all notifications of a user, or those of some types, as read; returns how many. */
export const markAllRead = (tx: Tx, userId: number, types: NotificationType[] | null) =>
  countAffected(tx)`
    update notifications set read_at = now()
    where user_id = ${userId} and read_at is null and (${types}::text[] is null or type = any(${types}::text[]))`;

/** Moves the notifications of a customer to another one, but those that both have. Returns how many. */
export const moveNotifications = (tx: Tx, fromId: number, intoId: number) =>
  countAffected(tx)`
    update notifications n
    set user_id = ${intoId}
    where user_id = ${fromId}
      and not exists (select from notifications o where o.user_id = ${intoId} and o.dedupe_key = n.dedupe_key)`;

/** Deletes a user's notifications, preferences, and name in that about their registration. Returns affected users. */
export async function deleteNotificationsOf(tx: Tx, userId: number, unnamed: string): Promise<number[]> {
  await sql`delete from notifications where user_id = ${userId}`.execute(tx);
  await sql`delete from notification_prefs where user_id = ${userId}`.execute(tx);
  return listValues<number>(tx)`
    update notifications set title = ${unnamed}
    where type = 'new_user' and dedupe_key = ${registrationKey(userId)}
    returning user_id`;
}

/** Deletes the notifications of before an instant. */
export const deleteOldNotifications = (db: Db, before: Date) =>
  deleteOldRows(db, "notifications", sql`created_at < ${before}`);
