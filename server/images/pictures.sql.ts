import { sql } from "kysely";
import type { ImageDownload } from "#contract/images.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";

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
    values (${sha256}, ${sha256 === null ? "pending" : "ready"}, ${source_url}, ${picture.alt}, ${product_id},
      ${option_value_id},
      coalesce(${position}::int, (select max(position) + 1 from images where product_id = ${product_id}), 0))
    on conflict (product_id, source_url) where source_url is not null
    do update set alt = excluded.alt, option_value_id = excluded.option_value_id,
      position = coalesce(${position}::int, images.position)
    returning id`.execute(tx);
  return assertFound(rows[0]);
}

export async function listProductPictures(db: Db | Tx, productIds: readonly number[]): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select product_id, id, sha256, width, height, dominant, alt, option_value_id
    from product_pictures
    where product_id = any(${productIds}::bigint[])
    order by product_id, position, id`.execute(db);
  return rows;
}

/** Deletes a picture and returns what it belonged to. */
export async function deletePicture(tx: Tx, id: number) {
  const { rows } = await sql<{ product_id: number | null; sha256: string | null }>`
    delete from images where id = ${id} returning product_id, sha256`.execute(tx);
  return rows[0];
}

/** Locks the pictures of a product and returns the ids of those that are ready. */
export async function lockPictures(tx: Tx, productId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status from images where product_id = ${productId} order by id for update`.execute(tx);
  return rows.filter((row) => row.status === "ready").map((row) => row.id);
}

/** Sorts pictures; the product's pictures that are not ready yet come after them. */
export const updatePositions = (tx: Tx, productId: number, ids: readonly number[]) =>
  sql`
    update images i
    set position = coalesce(array_position(${ids}::bigint[], i.id) - 1, ${ids.length} + i.position)
    where i.product_id = ${productId}`.execute(tx);

/** A change of a product's picture. */
export interface PictureChange {
  id: number;
  alt: string;
  option_value_id: number | null;
}

/** Updates alternative text and option value of pictures. */
export const updatePictures = (tx: Tx, productId: number, pictures: readonly PictureChange[]) =>
  sql`
    update images i
    set alt = p.alt, option_value_id = p.option_value_id
    from ${listed(pictures)}
    where i.id = p.id and i.product_id = ${productId}`.execute(tx);

/** Adds copies of other products' pictures that share the file; returns the ids that exist. */
export async function copyPictures(
  tx: Tx,
  productId: number,
  pictures: readonly PictureChange[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ source: number; id: number }>`
    with sources as (
      select i.id as source, i.sha256, p.alt, p.option_value_id, nextval(pg_get_serial_sequence('images', 'id')) as id
      from ${listed(pictures)} join images i on i.id = p.id
      where i.status = 'ready'
    ), copied as (
      insert into images (id, sha256, alt, product_id, option_value_id) overriding system value
      select id, sha256, alt, ${productId}, option_value_id from sources
    )
    select source, id from sources`.execute(tx);
  return new Map(rows.map(({ source, id }) => [source, id]));
}

const listed = (pictures: readonly PictureChange[]) => sql`
  unnest(
    ${pictures.map(({ id }) => id)}::bigint[], ${pictures.map(({ alt }) => alt)}::text[],
    ${pictures.map(({ option_value_id }) => option_value_id)}::bigint[]
  ) as p (id, alt, option_value_id)`;

/** The source URLs of products' pictures, fetched or not. */
export async function listPictureSources(db: Db | Tx, productIds: readonly number[]) {
  const { rows } = await sql<{ product_id: number; source_url: string; status: "pending" | "ready" | "failed" }>`
    select product_id, source_url, status
    from images
    where product_id = any(${productIds}::bigint[]) and source_url is not null`.execute(db);
  return rows;
}

/** A picture of a product: with the URL it was downloaded from, or the file that was uploaded. */
export interface ProductPicture {
  product_id: number;
  source_url: string | null;
  sha256: string | null;
  alt: string;
}

/** The pictures of products in order, without those whose download failed. */
export async function listPicturesForExport(db: Db | Tx, productIds: readonly number[]): Promise<ProductPicture[]> {
  const { rows } = await sql<ProductPicture>`
    select product_id, source_url, sha256, alt
    from images
    where product_id = any(${productIds}::bigint[]) and status <> 'failed'
    order by product_id, position, id`.execute(db);
  return rows;
}

/** The images of a product that are downloaded, in order. */
export async function listDownloads(db: Db | Tx, productId: number): Promise<ImageDownload[]> {
  const { rows } = await sql<ImageDownload>`
    select id, product_id, source_url, status, failure
    from images
    where product_id = ${productId} and source_url is not null
    order by position, id`.execute(db);
  return rows;
}
