import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db.ts";
import { found } from "#server/platform/refusal.ts";

export interface NewPicture {
  sha256?: string;
  source_url?: string;
  alt: string;
  product_id?: number | null;
  option_value_id?: number | null;
  position?: number;
}
interface PictureRow {
  product_id: number;
  id: number;
  sha256: string;
  width: number;
  height: number;
  dominant: string;
  alt: string;
  option_value_id: number | null;
}

export async function insertPicture(tx: Tx, picture: NewPicture): Promise<{ id: number }> {
  const { sha256 = null, source_url = null, product_id = null, option_value_id = null, position = null } = picture;
  const { rows } = await sql<{ id: number }>`
    insert into images (sha256, status, source_url, alt, product_id, option_value_id, position)
    values (${sha256}, ${sha256 === null ? "pending" : "ready"}, ${source_url}, ${picture.alt}, ${product_id}, ${option_value_id},
      coalesce(${position}::int, (select max(position) + 1 from images where product_id = ${product_id}), 0))
    on conflict (product_id, source_url) where source_url is not null
    do update set alt = excluded.alt, option_value_id = excluded.option_value_id,
      position = coalesce(${position}::int, images.position)
    returning id`.execute(tx);
  return found(rows[0]);
}

export async function productPictures(db: Db | Tx, productIds: readonly number[]): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select product_id, id, sha256, width, height, dominant, alt, option_value_id
    from product_pictures
    where product_id = any(${productIds}::bigint[])
    order by product_id, position, id`.execute(db);
  return rows;
}

/** Removes a picture; what it showed comes back. */
export async function deletePicture(tx: Tx, id: number) {
  const { rows } = await sql<{ product_id: number | null; sha256: string | null }>`
    delete from images where id = ${id} returning product_id, sha256`.execute(tx);
  return rows[0];
}

/** Locks the pictures of a product and lists the ids of those that can be shown. */
export async function lockPictures(tx: Tx, productId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status from images where product_id = ${productId} order by id for update`.execute(tx);
  return rows.filter((row) => row.status === "ready").map((row) => row.id);
}

/** Puts pictures in this order; the product's others, which can't be shown yet, come after them. */
export const placePictures = (tx: Tx, productId: number, ids: readonly number[]) =>
  sql`
    update images i
    set position = coalesce(array_position(${ids}::bigint[], i.id) - 1, ${ids.length} + i.position)
    where i.product_id = ${productId}`.execute(tx);

/** The addresses the pictures of products came from, fetched or not. */
export async function pictureSources(db: Db | Tx, productIds: readonly number[]) {
  const { rows } = await sql<{ product_id: number; source_url: string }>`
    select product_id, source_url
    from images
    where product_id = any(${productIds}::bigint[]) and source_url is not null`.execute(db);
  return rows;
}
