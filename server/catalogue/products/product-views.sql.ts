import { sql } from "kysely";
import type { ProductListPreferences } from "#contract/catalogue/product-views.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

export async function findPreferences(db: Db, userId: number): Promise<ProductListPreferences | undefined> {
  const { rows } = await sql<ProductListPreferences>`
    select views, columns from product_list_preferences where user_id = ${userId}`.execute(db);
  return rows[0];
}

export const savePreferences = (db: Db, userId: number, { views, columns }: ProductListPreferences) =>
  sql`
    insert into product_list_preferences (user_id, views, columns)
    values (${userId}, ${JSON.stringify(views)}::jsonb, ${columns}::text[])
    on conflict (user_id) do update set views = excluded.views, columns = excluded.columns`.execute(db);

export const deletePreferences = (tx: Tx, userId: number) =>
  sql`delete from product_list_preferences where user_id = ${userId}`.execute(tx);
