import { sql } from "kysely";
import type { ListName, ListPreferences } from "#contract/dashboard/list-preferences.ts";
import { type Db, findRow } from "#server/platform/database/database.ts";

export const findPreferences = (db: Db, userId: number, list: ListName) =>
  findRow<ListPreferences>(db)`
    select views, columns from list_preferences where user_id = ${userId} and list = ${list}`;

export const savePreferences = (db: Db, userId: number, list: ListName, { views, columns }: ListPreferences) =>
  sql`
    insert into list_preferences (user_id, list, views, columns)
    values (${userId}, ${list}, ${JSON.stringify(views)}::jsonb, ${columns}::text[])
    on conflict (user_id, list) do update set views = excluded.views, columns = excluded.columns`.execute(db);
