import { sql } from "kysely";
import type { Webhook } from "#server/payments/gateways/gateway.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** Stores a webhook once by its event id; false if it was stored before. */
export async function insertWebhook(tx: Tx, provider: string, webhook: Webhook): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_inbox (provider, event_id, type, payload)
    values (${provider}, ${webhook.eventId}, ${webhook.type}, ${JSON.stringify(webhook)}::jsonb)
    on conflict (provider, event_id) do nothing
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Locks a webhook for processing; its dates are still text. */
export async function lockWebhook(tx: Tx, provider: string, eventId: string) {
  const { rows } = await sql<{ payload: Webhook; processed_at: string | null }>`
    select payload, processed_at
    from webhook_inbox
    where provider = ${provider} and event_id = ${eventId}
    for update`.execute(tx);
  return rows[0];
}

export async function markProcessed(tx: Tx, provider: string, eventId: string, at: Date) {
  await sql`
    update webhook_inbox
    set processed_at = ${at}, attempts = attempts + 1, last_error = null
    where provider = ${provider} and event_id = ${eventId}`.execute(tx);
}

/** Records a failed attempt; returns how many there were. */
export async function markFailed(db: Db, provider: string, eventId: string, reason: string): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    update webhook_inbox
    set attempts = attempts + 1, last_error = ${reason}
    where provider = ${provider} and event_id = ${eventId}
    returning attempts`.execute(db);
  return rows[0]?.attempts ?? 0;
}
