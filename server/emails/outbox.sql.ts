import { sql } from "kysely";
import { v7 } from "uuid";
import { type Db, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";

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

/** Queues an email and its job in one statement; does nothing if the cause has an email already. */
export const queueEmail = (tx: Tx | Db, { template, to = null, userId = null, facts = {}, dedupeKey }: NewEmail) =>
  sql`
    with fresh as (
      insert into email_outbox (id, template, recipient, user_id, facts, dedupe_key)
      values (${v7()}, ${template}, ${to}, ${userId}, ${JSON.stringify(facts)}::jsonb, ${dedupeKey})
      on conflict (dedupe_key) do nothing
      returning id
    )
    select graphile_worker.add_job('emails.send', json_build_object('id', id), job_key => 'emails:' || id,
      max_attempts => ${maxAttempts})
    from fresh`.execute(tx);

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

/** Queues the emails again that were dropped without a confirmed address. */
export const requeueUnaddressed = (tx: Tx, userId: number) =>
  sql`
    with again as (
      update email_outbox set dropped_at = null, last_error = null
      where user_id = ${userId} and dropped_at is not null and last_error = ${noConfirmedAddress}
      returning id
    )
    select graphile_worker.add_job('emails.send', json_build_object('id', id), job_key => 'emails:' || id,
      max_attempts => ${maxAttempts})
    from again`.execute(tx);

/** Drops an email that is neither sent nor claimed; returns whether there was one. */
export const dropUnsentEmail = (tx: Tx, dedupeKey: string) =>
  isAffected(tx)`
    update email_outbox set dropped_at = now(), last_error = 'overtaken'
    where dedupe_key = ${dedupeKey}
      and sent_at is null
      and dropped_at is null
      and (claimed_until is null or claimed_until <= now())`;

/** Deletes the recipient of an account's emails and drops unsent ones. */
export const deleteRecipient = (tx: Tx, userId: number) =>
  sql`
    update email_outbox
    set recipient = null, dropped_at = case when sent_at is null then coalesce(dropped_at, now()) else dropped_at end
    where user_id = ${userId} and recipient is not null`.execute(tx);

/** Emails about orders go on to the customer that has them now. */
export const moveEmails = (tx: Tx, fromId: number, intoId: number) =>
  sql`
    update email_outbox set user_id = ${intoId}
    where user_id = ${fromId} and sent_at is null and dropped_at is null and facts ? 'order_id'`.execute(tx);

/** Deletes emails 90 days after they were sent or dropped. */
export const deleteOldEmails = (db: Db) =>
  sql`delete from email_outbox where coalesce(sent_at, dropped_at) < now() - interval '90 days'`.execute(db);
