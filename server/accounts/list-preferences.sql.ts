import { sql } from "kysely";
import type { ListName, ListPreferences } from "#contract/dashboard/list-preferences.ts";
import type { Db } from "#server/platform/database/database.ts";

export async function findPreferences(db: Db, userId: number, list: ListName): Promise<ListPreferences | undefined> {
  const { rows } = await sql<ListPreferences>`
    select views, columns from list_preferences where user_id = ${userId} and list = ${list}`.execute(db);
  return rows[0];
}

export const savePreferences = (db: Db, userId: number, list: ListName, { views, columns }: ListPreferences) =>
  sql`
    insert into list_preferences (user_id, list, views, columns)
    values (${userId}, ${list}, ${JSON.stringify(views)}::jsonb, ${columns}::text[])
    on conflict (user_id, list) do update set views = excluded.views, columns = excluded.columns`.execute(db);
