import { sql } from "kysely";
import { type CategoryRow, categoryColumns } from "#server/catalogue/categories/categories.sql.ts";
import { type Db, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

/** A category as an import compares it with what the file says. */
export type CurrentCategory = Omit<CategoryRow, "image_id" | "rules"> & { import_key: string | null };
export type CategoryToInsert = Omit<CurrentCategory, "version">;

const analyzeAbove = 500;

/** Every category, parents before children. */
export const listCurrentCategories = (db: Db | Tx) =>
  listRows<CurrentCategory>(db)`
    select ${categoryColumns}, import_key, version
    from categories
    where deleted_at is null
    order by depth, position, id`;

export const reserveCategoryIds = (tx: Tx, count: number) =>
  listValues<number>(tx)`
    select nextval(pg_get_serial_sequence('categories', 'id')) as id
    from generate_series(1, ${count}::int)`;

/** Inserts all at once; parents may be among them. Redirects from their addresses end. */
export async function insertCategoryRows(tx: Tx, categories: CategoryToInsert[]) {
  await sql`
    insert into categories (${categoryColumns}, import_key)
    overriding system value
    select id, parent_id, name, slug, path, depth, position,
      array(select value::bigint from jsonb_array_elements_text(ancestor_ids) with ordinality order by ordinality),
      description, is_active, import_key
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
      as c (id bigint, parent_id bigint, name text, slug text, path text, depth int, position int, ancestor_ids jsonb,
        description text, is_active boolean, import_key text)`.execute(tx);
  await sql`
    delete from slug_history
    where entity = 'category' and old_slug = any(${categories.map(({ path }) => path)}::text[])`.execute(tx);
  // Until it has been counted the planner takes the table for nearly empty, and every refresh of products is slow.
  if (categories.length > analyzeAbove) await sql`analyze categories`.execute(tx);
}

/** Remembers which category of a file a category of the shop is. */
export const writeImportKeys = (tx: Tx, keys: Pick<CurrentCategory, "id" | "import_key">[]) =>
  sql`
    update categories c
    set import_key = k.import_key
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (id bigint, import_key text)
    where c.id = k.id and c.import_key is distinct from k.import_key`.execute(tx);

/** Those of these categories to which products are assigned. */
export const listAssignedCategories = (tx: Tx, ids: readonly number[]) =>
  listValues<number>(tx)`
    select distinct l.category_id
    from product_categories l
    join products p on p.id = l.product_id
    where l.category_id = any(${ids}::bigint[]) and p.deleted_at is null`;

/** A former path of a category. */
export interface CategoryRedirect {
  old_slug: string;
  entity_id: number;
}

export const listCategoryRedirects = (db: Db | Tx) =>
  listRows<CategoryRedirect>(db)`
    select old_slug, entity_id from slug_history where entity = 'category'`;

/** Adds redirects (`CategoryRedirect`, as recorded) to categories that are there, from paths that are free. */
export const restoreRedirects = (tx: Tx, redirects: readonly object[]) =>
  sql`
    insert into slug_history (entity, entity_id, old_slug)
    select 'category', r.entity_id, r.old_slug
    from jsonb_to_recordset(${JSON.stringify(redirects)}::jsonb) as r (entity_id bigint, old_slug text)
    where exists (select from categories where id = r.entity_id and deleted_at is null)
      and not exists (select from categories where path = r.old_slug and deleted_at is null)
    on conflict do nothing`.execute(tx);
