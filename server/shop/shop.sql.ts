import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

export async function listSettings(db: Db | Tx): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`select key, value from settings`.execute(db);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function upsertSetting(db: Db | Tx, key: string, value: unknown) {
  await sql`
    insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value, version = settings.version + 1, updated_at = now()`.execute(
    db,
  );
}
