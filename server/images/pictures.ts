import type { Image } from "#contract/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { imageUrl } from "./image-url.ts";
import {
  copyPictures,
  deletePicture,
  insertPicture,
  listProductPictures,
  lockPictures,
  type NewPicture,
  type PictureChange,
  updatePictures,
  updatePositions,
} from "./pictures.sql.ts";
import { enqueueRemoval } from "./store-picture.ts";

export type { NewPicture };
/** A picture of a product; `option_value_id` if it shows one option only (all red variations). */
export type ProductPicture = Image & { option_value_id: number | null };

/**
 * Adds a stored picture (`sha256`) or one to fetch (`source_url`: call `enqueueFetch` as well). Without a position it
 * is the last. A product has each source once. The caller refreshes the product.
 */
export const addPicture = (tx: Tx, picture: NewPicture): Promise<{ id: number }> => insertPicture(tx, picture);

/**
 * Deletes a picture, and its file with the last picture that uses it. Returns what it belonged to: the caller refreshes
 * the product.
 */
export async function removePicture(
  app: Pick<App, "events" | "jobs">,
  tx: Tx,
  id: number,
): Promise<{ product_id: number | null } | undefined> {
  await app.events.emit(tx, "image.deleting", { id });
  const removed = await deletePicture(tx, id);
  if (removed?.sha256) await enqueueRemoval(app, tx, removed.sha256);
  return removed;
}

/**
 * Sets the pictures of a product in this order: its own stay, others are copied, missing ones deleted; if `before` is
 * given, only those of them that are in it. Returns how many are unknown. The caller refreshes the product.
 */
export async function replacePictures(
  app: Pick<App, "events" | "jobs">,
  tx: Tx,
  productId: number,
  wanted: readonly PictureChange[],
  before?: readonly number[],
): Promise<number> {
  const once = [...new Map(wanted.map((picture) => [picture.id, picture])).values()];
  const own = new Set(await lockPictures(tx, productId));
  const copies = await copyPictures(
    tx,
    productId,
    once.filter(({ id }) => !own.has(id)),
  );
  const shown = once.flatMap((picture) => {
    const id = own.has(picture.id) ? picture.id : copies.get(picture.id);
    return id === undefined ? [] : [{ ...picture, id }];
  });
  const sent = new Set(shown.map(({ id }) => id));
  const missing = [...own].filter((id) => !sent.has(id) && (before?.includes(id) ?? true));
  for (const id of missing) await removePicture(app, tx, id);
  await updatePictures(tx, productId, shown);
  await updatePositions(
    tx,
    productId,
    shown.map(({ id }) => id),
  );
  return once.length - shown.length;
}

/** The ready pictures of products, cover first; products without any are missing. */
export async function listPicturesByProduct(
  db: Db | Tx,
  productIds: readonly number[],
): Promise<Map<number, ProductPicture[]>> {
  const pictures = new Map<number, ProductPicture[]>();
  for (const { product_id, sha256, ...rest } of await listProductPictures(db, productIds)) {
    const picture = { ...rest, url: imageUrl(sha256) };
    pictures.set(product_id, [...(pictures.get(product_id) ?? []), picture]);
  }
  return pictures;
}
