import { type RawBuilder, sql } from "kysely";
import { v7 } from "uuid";
import { type Db, getValue, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { deleteOldRows } from "#server/platform/database/retention.sql.ts";

export interface NewEmail {
  template: string;
  /** Recipient; null for the customer of the order or account. */
  to?: string | null;
  userId?: number | null;
  facts?: Record<string, string | number>;
  /** Identifies the cause. */
  dedupeKey: string;
}
export interface QueuedEmail {
  id: string;
  template: string;
  recipient: string | null;
  user_id: number | null;
  facts: Record<string, string | number>;
  attempts: number;
  created_at: string;
}

const maxAttempts = 40;

/**
 * Emails that may go to thousands of customers at once, as after the nightly job that takes orders for delivered. They are
 * sent one after the other by the workers of long jobs, so that no payment, confirmation or password reset waits for them.
 */
const bulkTemplates = ["price_drop", "back_in_stock", "order_delivered"];
/** The job that sends each of them, and its queue. */
export const bulkEmails = { job: "emails.send-bulk", queue: "emails", priority: 20 } as const;

/** Adds the jobs that send the rows (`id`, `template`) of `emails`. */
const addJobs = (emails: RawBuilder<unknown>, runAt: RawBuilder<unknown> = sql`null::timestamptz`) => sql`
  select graphile_worker.add_job(
    case when template = any(${bulkTemplates}::text[]) then ${bulkEmails.job} else 'emails.send' end,
    json_build_object('id', id), job_key => 'emails:' || id, max_attempts => ${maxAttempts}, run_at => ${runAt},
    queue_name => case when template = any(${bulkTemplates}::text[]) then ${bulkEmails.queue} end,
    priority => case when template = any(${bulkTemplates}::text[]) then ${bulkEmails.priority}::int end)
  from ${emails}`;

/** Queues an email and its job in one statement; does nothing if the cause has an email already. */
export const queueEmail = (tx: Tx | Db, { template, to = null, userId = null, facts = {}, dedupeKey }: NewEmail) =>
  sql`
    with fresh as (
      insert into email_outbox (id, template, recipient, user_id, facts, dedupe_key)
      values (${v7()}, ${template}, ${to}, ${userId}, ${JSON.stringify(facts)}::jsonb, ${dedupeKey})
      on conflict (dedupe_key) do nothing
      returning id, template
    )
    ${addJobs(sql`fresh`)}`.execute(tx);

/** Before the id of a product in the facts of an email about price drops; the fact is its price. */
export const priceDropFact = "product_";
/** How long price drops are collected for one email, and the time between two such emails to a customer, in minutes. */
const digest = { collected: 10, apart: 60 };

export interface PriceDropEmail {
  userId: number;
  productId: number;
  price: number;
  dedupeKey: string;
}

/** Adds a price drop to the email that waits for its customer, or queues one, so that many drops are one email. */
export async function queuePriceDrop(tx: Tx, { userId, productId, price, dedupeKey }: PriceDropEmail) {
  const drop = JSON.stringify({ [`${priceDropFact}${productId}`]: price });
  const isAdded = await isAffected(tx)`
    update email_outbox
    set facts = facts || ${drop}::jsonb
    where template = 'price_drop' and user_id = ${userId} and sent_at is null and dropped_at is null
      and claimed_until is null`;
  if (isAdded) return;
  const runAt = sql`greatest(
    now() + make_interval(mins => ${digest.collected}),
    (select max(created_at) from email_outbox where template = 'price_drop' and user_id = ${userId})
      + make_interval(mins => ${digest.apart}))`;
  await sql`
    with fresh as (
      insert into email_outbox (id, template, user_id, facts, dedupe_key)
      values (${v7()}, 'price_drop', ${userId}, ${drop}::jsonb, ${dedupeKey})
      on conflict (dedupe_key) do nothing
      returning id, template
    )
    ${addJobs(sql`fresh`, runAt)}`.execute(tx);
}

/** Claims an email for sending. `gone`: sent or dropped; `held`: claimed by another process. */
export async function claimEmail(
  db: Db,
  id: string,
  seconds: number,
): Promise<{ kind: "mine"; email: QueuedEmail } | { kind: "gone" } | { kind: "held" }> {
  const rows = await listRows<QueuedEmail>(db)`
    update email_outbox set claimed_until = now() + make_interval(secs => ${seconds}), attempts = attempts + 1
    where id = ${id} and sent_at is null and dropped_at is null and (claimed_until is null or claimed_until <= now())
    returning id, template, recipient, user_id, facts, attempts, created_at`;
  if (rows[0]) return { kind: "mine", email: rows[0] };
  const waiting = await sql`
    select 1 from email_outbox where id = ${id} and sent_at is null and dropped_at is null`.execute(db);
  return { kind: waiting.rows.length > 0 ? "held" : "gone" };
}

/** Marks an email as sent; true for the first caller. */
export const markSent = (db: Db, id: string) =>
  isAffected(db)`
    update email_outbox set sent_at = now(), claimed_until = null, last_error = null
    where id = ${id} and sent_at is null`;

/** Releases the claim for the next attempt. */
export const releaseClaim = (db: Db, id: string, problem: string) =>
  sql`
    update email_outbox set claimed_until = null, last_error = ${problem}
    where id = ${id} and sent_at is null`.execute(db);

export const dropEmail = (db: Db, id: string, why: string) =>
  sql`
    update email_outbox set dropped_at = now(), claimed_until = null, last_error = ${why}
    where id = ${id} and sent_at is null`.execute(db);

/** Why an email about an order was dropped that is sent after all once an address is confirmed. */
export const noConfirmedAddress = "no confirmed address";

/** How many emails about an order were sent to its customer, of those that are still stored. */
export const countSentAbout = (db: Db, userId: number, orderId: string) =>
  getValue<number>(db)`
    select count(*)::int
    from email_outbox
    where user_id = ${userId} and facts ->> 'order_id' = ${orderId} and sent_at is not null`;

/** Queues the emails again that were dropped without a confirmed address. */
export const requeueUnaddressed = (tx: Tx, userId: number) =>
  sql`
    with again as (
      update email_outbox set dropped_at = null, last_error = null
      where user_id = ${userId} and dropped_at is not null and last_error = ${noConfirmedAddress}
      returning id, template
    )
    ${addJobs(sql`again`)}`.execute(tx);

/** Drops an email that is neither sent nor claimed; returns whether there was one. */
export const dropUnsentEmail = (tx: Tx, dedupeKey: string) =>
  isAffected(tx)`
    update email_outbox set dropped_at = now(), last_error = 'overtaken'
    where dedupe_key = ${dedupeKey}
      and sent_at is null
      and dropped_at is null
      and (claimed_until is null or claimed_until <= now())`;

/** The emails of an account, and those to its confirmed email without one, such as codes. */
const isOf = (userId: number, email: string | undefined) =>
  email === undefined
    ? sql`user_id = ${userId}`
    : sql`(user_id = ${userId} or (user_id is null and lower(recipient) = lower(${email})))`;

/** Which emails were sent to a customer and when, for the copy of their data. */
export const listEmailsOf = (tx: Tx, userId: number, email: string | undefined) =>
  listRows<{ email: string; to: string | null; created_at: string; sent_at: string | null }>(tx)`
    select template as email, recipient as to, created_at, sent_at
    from email_outbox
    where ${isOf(userId, email)}
    order by created_at desc`;

/**
 * Deletes the recipient of the emails of an account and its confirmed email, and drops unsent ones, but those to the
 * address of an order.
 */
export const deleteRecipient = (tx: Tx, userId: number, email?: string) =>
  sql`
    update email_outbox
    set recipient = null, dropped_at = case when sent_at is null then coalesce(dropped_at, now()) else dropped_at end
    where ${isOf(userId, email)} and (recipient is not null or (sent_at is null and not facts ? 'order_id'))`.execute(
    tx,
  );

/** Emails about orders go on to the customer that has them now. */
export const moveEmails = (tx: Tx, fromId: number, intoId: number, orderIds: string[] | null = null) =>
  sql`
    update email_outbox set user_id = ${intoId}
    where user_id = ${fromId} and sent_at is null and dropped_at is null and facts ? 'order_id'
      and (${orderIds}::text[] is null or facts ->> 'order_id' = any(${orderIds}::text[]))`.execute(tx);

/** Drops the unsent emails of a template to an address without an account. */
export const dropUnsentTo = (tx: Tx, recipient: string, template: string) =>
  sql`
    update email_outbox set dropped_at = now(), last_error = 'unsubscribed'
    where user_id is null and template = ${template} and lower(recipient) = lower(${recipient})
      and sent_at is null and dropped_at is null`.execute(tx);

/** Deletes emails that were sent or dropped before an instant. */
export const deleteOldEmails = (db: Db, before: Date) =>
  deleteOldRows(db, "email_outbox", sql`coalesce(sent_at, dropped_at) < ${before}`);
