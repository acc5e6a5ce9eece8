import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

export interface Arrived {
  provider: string;
  event_id: string;
  type: string;
  payload: unknown;
  processed_at: string | null;
}

/** Keeps a message once by its event id; false when it was here before. */
export async function insertArrived(
  tx: Tx,
  message: { provider: string; eventId: string; type: string; payload: unknown },
) {
  const { rows } = await sql`
    insert into webhook_inbox (provider, event_id, type, payload)
    values (${message.provider}, ${message.eventId}, ${message.type}, ${JSON.stringify(message.payload)}::jsonb)
    on conflict (provider, event_id) do nothing
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** A message, locked while it is worked on. */
export async function lockArrived(tx: Tx, provider: string, eventId: string): Promise<Arrived | undefined> {
  const { rows } = await sql<Arrived>`
    select provider, event_id, type, payload, processed_at
    from webhook_inbox
    where provider = ${provider} and event_id = ${eventId}
    for update`.execute(tx);
  return rows[0];
}

/** Notes that a message was worked on. */
export async function markWorked(tx: Tx, provider: string, eventId: string, at: Date) {
  await sql`
    update webhook_inbox set processed_at = ${at}, attempts = attempts + 1, last_error = null
    where provider = ${provider} and event_id = ${eventId}`.execute(tx);
}

/** Notes that a message could not be worked on yet. */
export async function markFailed(db: Db, provider: string, eventId: string, reason: string) {
  const { rows } = await sql<{ attempts: number }>`
    update webhook_inbox set attempts = attempts + 1, last_error = ${reason}
    where provider = ${provider} and event_id = ${eventId}
    returning attempts`.execute(db);
  return rows[0]?.attempts ?? 0;
}
