import { sql } from "kysely";
import { fixedRetention } from "#contract/shop/retention-periods.ts";
import type { StockAlert } from "#contract/stock.ts";
import {
  countAffected,
  type Db,
  findValue,
  getRow,
  getValue,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import { listPage, type Page } from "#server/platform/database/lists.sql.ts";
import { deleteOldRows } from "#server/platform/database/retention.sql.ts";

/** A customer, or the email address of a visitor without an account. */
export type Subscriber = { userId: number; email: null } | { userId: null; email: string };
export interface DueAlert {
  id: number;
  variation_id: number;
  user_id: number | null;
  email: string | null;
}

/** How many other variations an address without an account waits for. */
export const countOpenAlerts = (tx: Tx, email: string, variationId: number) =>
  getValue<number>(tx)`
    select count(*)::int from stock_alerts
    where email = ${email} and notified_at is null and variation_id <> ${variationId}`;

/** Creates an alert; a duplicate returns the existing one. Fails on `stock_alerts_variation_id_fkey`. */
export async function insertAlert(tx: Tx, variationId: number, { userId, email }: Subscriber): Promise<StockAlert> {
  await sql`
    insert into stock_alerts (variation_id, user_id, email) values (${variationId}, ${userId}, ${email})
    on conflict do nothing`.execute(tx);
  return getRow<StockAlert>(tx)`
    select variation_id, created_at from stock_alerts
    where variation_id = ${variationId} and notified_at is null
      and (user_id = ${userId}::bigint or email = ${email}::text)`;
}

/** A page of a customer's open alerts, newest first, with the total count. */
export const listAlerts = (
  db: Db,
  userId: number,
  { variation_id = null, ...page }: Page & { variation_id?: number | null | undefined },
) =>
  listPage<StockAlert>(
    db,
    {
      columns: sql`variation_id, created_at`,
      from: sql`stock_alerts`,
      where: sql`user_id = ${userId} and notified_at is null
        and (${variation_id}::bigint is null or variation_id = ${variation_id})`,
      order: sql`id desc`,
    },
    page,
  );

export const deleteAlert = (tx: Tx, variationId: number, userId: number) =>
  sql`
    delete from stock_alerts
    where variation_id = ${variationId} and user_id = ${userId} and notified_at is null`.execute(tx);

/** Moves the alerts of a customer to another one, but open ones for the same variation. Returns how many. */
export const moveAlerts = (tx: Tx, fromId: number, intoId: number) =>
  countAffected(tx)`
    update stock_alerts a
    set user_id = ${intoId}
    where user_id = ${fromId}
      and not exists (
        select from stock_alerts b
        where b.variation_id = a.variation_id and b.user_id = ${intoId} and b.notified_at is null)`;

/** The alerts of a customer, and those for their confirmed email without an account, as it was entered for them. */
const isOf = (userId: number, email: string | undefined) =>
  email === undefined
    ? sql`user_id = ${userId}`
    : sql`(user_id = ${userId} or (user_id is null and lower(email) = lower(${email})))`;

/** Deletes all alerts of a customer, and of their confirmed email. */
export const deleteAlerts = (tx: Tx, userId: number, email?: string) =>
  sql`delete from stock_alerts where ${isOf(userId, email)}`.execute(tx);

/** All alerts of a customer and of their confirmed email, for the copy of their data. */
export const listAllAlerts = (tx: Tx, userId: number, email: string | undefined) =>
  listRows<{ variation_id: number; email: string | null; created_at: string; notified_at: string | null }>(tx)`
    select variation_id, email, created_at, notified_at
    from stock_alerts
    where ${isOf(userId, email)}
    order by created_at`;

/** The address without an account that has open alerts and the token of this hash in its emails. */
export const findVisitorWithAlerts = (tx: Tx, unsubscribeHash: Buffer) =>
  findValue<string>(tx)`
    select email from stock_alerts where unsubscribe_hash = ${unsubscribeHash} and notified_at is null limit 1`;

/** Deletes the open alerts of a visitor. */
export const deleteAlertsOfVisitor = (tx: Tx, email: string) =>
  sql`
    delete from stock_alerts
    where user_id is null and email = ${email.toLowerCase()} and notified_at is null`.execute(tx);

/** Marks the `count` oldest open alerts of a variation as notified. */
export async function markAlertsNotified(tx: Tx, variationId: number, count: number, now: Date): Promise<DueAlert[]> {
  const rows = await listRows<DueAlert>(tx)`
    update stock_alerts
    set notified_at = ${now}
    where id in (
      select id from stock_alerts
      where variation_id = ${variationId} and notified_at is null
      order by id
      limit ${count}
      for update skip locked
    )
    returning id, variation_id, user_id, email`;
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Which of these variations have open alerts. */
export const listVariationsWithAlerts = (tx: Tx, variationIds: number[]) =>
  listValues<number>(tx)`
    select distinct variation_id from stock_alerts
    where variation_id = any(${variationIds}::bigint[]) and notified_at is null`;

/** Variations, of these or all, with open alerts and stock, and nobody notified since `notifiedBefore`. */
export const listMissedVariations = (
  tx: Tx,
  { variationIds, notifiedBefore }: { variationIds: readonly number[] | null; notifiedBefore: Date },
) =>
  listValues<number>(tx)`
    select distinct a.variation_id
    from stock_alerts a
    where a.notified_at is null
      and (${variationIds}::bigint[] is null or a.variation_id = any(${variationIds}::bigint[]))
      and exists (select from stock_levels l where l.variation_id = a.variation_id and l.on_hand > l.reserved)
      and not exists (
        select
        from stock_alerts earlier
        where earlier.variation_id = a.variation_id and earlier.notified_at > ${notifiedBefore}
      )`;

/** Deletes alerts 30 days after they were sent, and those that nobody was notified of for a year. */
export const deleteOldAlerts = (db: Db) =>
  deleteOldRows(
    db,
    "stock_alerts",
    sql`notified_at < now() - make_interval(days => ${fixedRetention.sent_alert})
      or (notified_at is null and created_at < now() - make_interval(days => ${fixedRetention.open_alert}))`,
  );
