import { sql } from "kysely";
import type { Tag } from "#contract/catalogue/tags.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

export async function listTags(db: Db | Tx): Promise<Tag[]> {
  const { rows } = await sql<Tag>`select id, name, slug from tags order by lower(name), id`.execute(db);
  return rows;
}

export async function insertTagRow(tx: Tx, name: string, slug: string): Promise<Tag | undefined> {
  const { rows } = await sql<Tag>`
    insert into tags (name, slug) values (${name}, ${slug}) returning id, name, slug`.execute(tx);
  return rows[0];
}

export async function updateTagRow(tx: Tx, id: number, name: string, slug: string): Promise<Tag | undefined> {
  const { rows } = await sql<Tag>`
    update tags set name = ${name}, slug = ${slug} where id = ${id} returning id, name, slug`.execute(tx);
  return rows[0];
}

export async function deleteTagRow(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from tags where id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

/** A tag, locked so that it is not deleted meanwhile. */
export async function findTag(tx: Tx, id: number): Promise<Tag | undefined> {
  const { rows } = await sql<Tag>`select id, name, slug from tags where id = ${id} for share`.execute(tx);
  return rows[0];
}

/** Gives the products of a tag another one. */
export const copyProductTags = (tx: Tx, id: number, intoId: number) =>
  sql`
    insert into product_tags (product_id, tag_id)
    select product_id, ${intoId} from product_tags where tag_id = ${id}
    on conflict do nothing`.execute(tx);

export async function listTaggedProducts(tx: Tx, tagId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select product_id as id
    from product_tags
    where tag_id = ${tagId}`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function addProductTag(tx: Tx, productId: number, tagId: number): Promise<void> {
  await sql`
    insert into product_tags (product_id, tag_id) values (${productId}, ${tagId}) on conflict do nothing`.execute(tx);
}

export async function removeProductTag(tx: Tx, productId: number, tagId: number): Promise<void> {
  await sql`delete from product_tags where product_id = ${productId} and tag_id = ${tagId}`.execute(tx);
}

/** Whether both the product and the tag exist. */
export async function isTaggable(tx: Tx, productId: number, tagId: number): Promise<boolean> {
  const { rows } = await sql`
    select
    from products p, tags t
    where p.id = ${productId} and p.deleted_at is null and t.id = ${tagId}`.execute(tx);
  return rows.length === 1;
}

export async function listProductTags(tx: Tx, productId: number): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select t.id, t.name, t.slug
    from product_tags pt
    join tags t on t.id = pt.tag_id
    where pt.product_id = ${productId}
    order by lower(t.name), t.id`.execute(tx);
  return rows;
}
