import { sql } from "kysely";
import { fixedRetention } from "#contract/shop/retention-periods.ts";
import type { Webhook } from "#server/payments/gateways/gateway.ts";
import { type Db, findRow, findValue, isAffected, type Tx } from "#server/platform/database/database.ts";
import { deleteOldRows } from "#server/platform/database/retention.sql.ts";

/** Stores a webhook once by its event id; false if it was stored before. */
export const insertWebhook = (tx: Tx, provider: string, webhook: Webhook) =>
  isAffected(tx)`
    insert into webhook_inbox (provider, event_id, type, payload)
    values (${provider}, ${webhook.eventId}, ${webhook.type}, ${JSON.stringify(webhook)}::jsonb)
    on conflict (provider, event_id) do nothing`;

/** Locks a webhook for processing; its dates are still text. */
export const lockWebhook = (tx: Tx, provider: string, eventId: string) =>
  findRow<{ payload: Webhook; processed_at: string | null }>(tx)`
    select payload, processed_at
    from webhook_inbox
    where provider = ${provider} and event_id = ${eventId}
    for update`;

export const markProcessed = (tx: Tx, provider: string, eventId: string, at: Date) =>
  sql`
    update webhook_inbox
    set processed_at = ${at}, attempts = attempts + 1, last_error = null
    where provider = ${provider} and event_id = ${eventId}`.execute(tx);

/** Records a failed attempt; returns how many there were. */
export const markFailed = async (db: Db, provider: string, eventId: string, reason: string) =>
  (await findValue<number>(db)`
    update webhook_inbox
    set attempts = attempts + 1, last_error = ${reason}
    where provider = ${provider} and event_id = ${eventId}
    returning attempts`) ?? 0;

/** Deletes old webhooks, as they hold personal data; what they changed stays. */
export const deleteOldWebhooks = (db: Db) =>
  deleteOldRows(
    db,
    "webhook_inbox",
    sql`received_at < now() - make_interval(days => ${fixedRetention.payment_report})`,
  );
