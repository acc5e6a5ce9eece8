import { sql } from "kysely";
import type { Image, ImageDownload } from "#contract/images.ts";
import {
  type Db,
  findRow,
  listRows,
  listValues,
  mapRows,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";

interface NewImage {
  sha256?: string;
  source_url?: string;
  alt: string;
  product_id?: number | null;
  option_value_id?: number | null;
  position?: number;
}
/** An image of a product; `option_value_id` if it shows one option only (all red variations). */
export type ProductImage = Image & { product_id: number; option_value_id: number | null };

/**
 * Adds a stored image (`sha256`) or one to fetch (`source_url`: call `enqueueFetch` as well). Without a position it
 * is the last. A product has each source once. The caller refreshes the product.
 */
export async function addImage(tx: Tx, image: NewImage): Promise<{ id: number }> {
  const { sha256 = null, source_url = null, product_id = null, option_value_id = null, position = null } = image;
  const rows = await listRows<{ id: number }>(tx)`
    insert into images (sha256, status, source_url, alt, product_id, option_value_id, position)
    values (${sha256}, ${sha256 === null ? "pending" : "ready"}, ${source_url}, ${image.alt}, ${product_id},
      ${option_value_id},
      coalesce(${position}::int, (select max(position) + 1 from images where product_id = ${product_id}), 0))
    on conflict (product_id, source_url) where source_url is not null
    do update set alt = excluded.alt, option_value_id = excluded.option_value_id,
      position = coalesce(${position}::int, images.position)
    returning id`;
  return assertFound(rows[0]);
}

export const listProductImages = (db: Db | Tx, productIds: readonly number[]) =>
  listRows<ProductImage>(db)`
    select product_id, id, url, width, height, dominant, alt, option_value_id
    from product_images
    where product_id = any(${productIds}::bigint[])
    order by product_id, position, id`;

/** Deletes an image and returns what it belonged to. */
export const deleteImage = (tx: Tx, id: number) =>
  findRow<{ product_id: number | null; sha256: string | null }>(tx)`
    delete from images where id = ${id} returning product_id, sha256`;

/** Moves images from a product to another one; null for none. An image whose source that product has again loses it. */
export const moveImages = (
  tx: Tx,
  ids: readonly number[],
  { from, into, removedAt = null }: Record<"from" | "into", number | null> & { removedAt?: Date | null },
) =>
  sql`
    update images i
    set product_id = ${into}, removed_at = ${removedAt}::timestamptz,
      source_url = case
        when ${into}::bigint is not null
          and exists (select from images o where o.product_id = ${into} and o.source_url = i.source_url) then null
        else i.source_url end
    where id = any(${ids}::bigint[]) and product_id is not distinct from ${from}`.execute(tx);

/** Those of images that a product has or, as they were removed from it, can get back. */
export const listRestorable = (tx: Tx, productId: number, ids: readonly number[]) =>
  listValues<number>(tx)`
    select id from images
    where id = any(${ids}::bigint[]) and (product_id = ${productId} or product_id is null) and status = 'ready'`;

/** Locks those of the images that were removed from their product at this time. */
export const lockRemoved = (tx: Tx, ids: readonly number[], removedAt: string | null) =>
  listValues<number>(tx)`
    select id from images
    where id = any(${ids}::bigint[]) and product_id is null
      and removed_at is not distinct from ${removedAt}::timestamptz
    for update`;

/** Locks the images of a product and returns the ids of those that are ready. */
export async function lockImages(tx: Tx, productId: number): Promise<number[]> {
  const rows = await listRows<{ id: number; status: string }>(tx)`
    select id, status from images where product_id = ${productId} order by id for update`;
  return rows.filter((row) => row.status === "ready").map((row) => row.id);
}

/** Locks the images of a product, fetched or not, and returns how many there are. */
export const lockAndCountImages = async (tx: Tx, productId: number): Promise<number> =>
  (await listValues<number>(tx)`select id from images where product_id = ${productId} order by id for update`).length;

/** Sorts images; the product's images that are not ready yet come after them. */
export const updatePositions = (tx: Tx, productId: number, ids: readonly number[]) =>
  sql`
    update images i
    set position = coalesce(array_position(${ids}::bigint[], i.id) - 1, ${ids.length} + i.position)
    where i.product_id = ${productId}`.execute(tx);

/** A change of a product's image. */
export interface ImageChange {
  id: number;
  alt: string;
  option_value_id: number | null;
}

/** Updates alternative text and option value of images. */
export const updateImages = (tx: Tx, productId: number, images: readonly ImageChange[]) =>
  sql`
    update images i
    set alt = p.alt, option_value_id = p.option_value_id
    from ${listed(images)}
    where i.id = p.id and i.product_id = ${productId}`.execute(tx);

/** Makes the images of option values show other ones. */
export const moveOptionImages = (tx: Tx, pairs: readonly { id: number; into_id: number }[]) =>
  sql`
    update images i
    set option_value_id = r.into_id
    from ${tableOf(pairs, "r", { id: "bigint", into_id: "bigint" })}
    where i.option_value_id = r.id`.execute(tx);

/** Adds copies of other products' images that share the file; returns the ids that exist. */
export const copyImages = (tx: Tx, productId: number, images: readonly ImageChange[]) =>
  mapRows<number, number>(tx)`
    with sources as (
      select i.id as source, i.sha256, p.alt, p.option_value_id, nextval(pg_get_serial_sequence('images', 'id')) as id
      from ${listed(images)} join images i on i.id = p.id
      where i.status = 'ready'
    ), copied as (
      insert into images (id, sha256, alt, product_id, option_value_id) overriding system value
      select id, sha256, alt, ${productId}, option_value_id from sources
    )
    select source, id from sources`;

const listed = (images: readonly ImageChange[]) => sql`
  ${tableOf(images, "p", { id: "bigint", alt: "text", option_value_id: "bigint" })}`;

/** The source URLs of products' images, fetched or not, and others that gave the same picture. */
export const listImageSources = (db: Db | Tx, productIds: readonly number[]) =>
  listRows<{ product_id: number; source_url: string; status: "pending" | "ready" | "failed" }>(db)`
    select i.product_id, s.source_url, i.status
    from images i
    cross join lateral unnest(i.source_url || i.other_sources) s (source_url)
    where i.product_id = any(${productIds}::bigint[]) and s.source_url is not null`;

/** A picture of a product: with the URL it was downloaded from, or the file that was uploaded. */
export interface ExportImage {
  product_id: number;
  source_url: string | null;
  sha256: string | null;
  alt: string;
}

/** The images of products in order, without those whose download failed. */
export const listImagesForExport = (db: Db | Tx, productIds: readonly number[]) =>
  listRows<ExportImage>(db)`
    select product_id, case when source_url ~ '^https?:' then source_url end as source_url, sha256, alt
    from images
    where product_id = any(${productIds}::bigint[]) and status <> 'failed'
    order by product_id, position, id`;

/** The images of a product that are downloaded, in order. */
export const listDownloads = (db: Db | Tx, productId: number) =>
  listRows<ImageDownload>(db)`
    select id, product_id, source_url, status, failure
    from images
    where product_id = ${productId} and source_url is not null
    order by position, id`;

interface ChangedImage {
  id: number;
  product_id: number | null;
  alt: string;
}

/** Locks the images of a file. */
export const lockImagesOf = (tx: Tx, sha256: string) =>
  listRows<ChangedImage>(tx)`
    select id, product_id, alt from images where sha256 = ${sha256} order by id for update`;

/** The alternative texts of the images of a file. */
export const listAltsOf = (tx: Tx, sha256: string) =>
  listRows<Pick<ChangedImage, "id" | "alt">>(tx)`select id, alt from images where sha256 = ${sha256} order by id`;

/** Sets the alternative text of the images of a file. */
export const setAlt = (tx: Tx, sha256: string, alt: string) =>
  listRows<ChangedImage>(tx)`
    update images set alt = ${alt} where sha256 = ${sha256} returning id, product_id, alt`;

/** Sets the alternative text of these images back, where it is still the one that all images of their file got. */
export const restoreAlts = (tx: Tx, alts: Pick<ChangedImage, "id" | "alt">[], alt: string) =>
  listRows<ChangedImage>(tx)`
    update images i
    set alt = r.alt
    from ${tableOf(alts, "r", { id: "bigint", alt: "text" })}
    where i.id = r.id and i.alt = ${alt}
    returning i.id, i.product_id, i.alt`;

/** Makes the images of a file show another one. */
export const setContent = (tx: Tx, sha256: string, other: string) =>
  listRows<ChangedImage>(tx)`
    update images set sha256 = ${other} where sha256 = ${sha256} returning id, product_id, alt`;
