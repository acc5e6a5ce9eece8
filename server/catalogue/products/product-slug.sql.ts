import { sql } from "kysely";
import { type Db, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

/** Serializes transactions that choose the same slug. */
export const lockSlug = (tx: Tx, slug: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`product-slug:${slug}`}, 0))`.execute(tx);

/** The slugs among these that other products have. */
export const listTakenSlugs = (tx: Tx, slugs: readonly string[], id: number) =>
  listValues<string>(tx)`
    select slug from products where slug = any(${slugs}::text[]) and deleted_at is null and id <> ${id}`;

/** Redirects the former slug of a product, and removes a redirect from its new one. */
export async function writeSlugRedirect(tx: Tx, id: number, { from, to }: { from: string | null; to: string }) {
  if (from !== null)
    await sql`
      insert into slug_history (entity, entity_id, old_slug) values ('product', ${id}, ${from})
      on conflict (entity, old_slug) do update set entity_id = excluded.entity_id, created_at = now()`.execute(tx);
  await sql`delete from slug_history where entity = 'product' and old_slug = ${to}`.execute(tx);
}

/** The products that had these slugs before, with their present ones. */
export const listRenamedProducts = (db: Db | Tx, slugs: readonly string[]) =>
  listRows<{ old_slug: string; slug: string }>(db)`
    select h.old_slug, p.slug
    from slug_history h
    join products p on p.id = h.entity_id and p.deleted_at is null
    where h.entity = 'product' and h.old_slug = any(${slugs}::text[])`;
