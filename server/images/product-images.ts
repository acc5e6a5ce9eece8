import type { App } from "#server/platform/app.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import * as rows from "./product-images.sql.ts";
import { enqueueRemoval } from "./store-image.ts";

/** Deletes an image, and its file if no other uses it. Returns what it belonged to: the caller refreshes that. */
export async function removeImage(
  app: Pick<App, "events" | "jobs">,
  tx: Tx,
  id: number,
): Promise<{ product_id: number | null } | undefined> {
  await app.events.emit(tx, "image.deleting", { id });
  const removed = await rows.deleteImage(tx, id);
  if (removed?.sha256) await enqueueRemoval(app, tx, removed.sha256);
  return removed;
}

/**
 * Sets the images of a product in this order: its own stay, others are copied, missing ones are deleted; if `before`
 * is given, only those of them that are in it. Returns how many are unknown. The caller refreshes the product.
 */
export async function replaceImages(
  app: Pick<App, "events" | "jobs">,
  tx: Tx,
  productId: number,
  wanted: readonly rows.ImageChange[],
  before?: readonly number[],
): Promise<number> {
  const once = [...new Map(wanted.map((image) => [image.id, image])).values()];
  const own = new Set(await rows.lockImages(tx, productId));
  const copies = await rows.copyImages(
    tx,
    productId,
    once.filter(({ id }) => !own.has(id)),
  );
  const shown = once.flatMap((image) => {
    const id = own.has(image.id) ? image.id : copies.get(image.id);
    return id === undefined ? [] : [{ ...image, id }];
  });
  const sent = new Set(shown.map(({ id }) => id));
  const missing = [...own].filter((id) => !sent.has(id) && (before?.includes(id) ?? true));
  for (const id of missing) await removeImage(app, tx, id);
  await rows.updateImages(tx, productId, shown);
  await rows.updatePositions(tx, productId, valuesOf(shown, "id"));
  return once.length - shown.length;
}

/** The ready images of products, cover first; products without any are missing. */
export const listImagesByProduct = async (db: Db | Tx, productIds: readonly number[]) =>
  Map.groupBy(await rows.listProductImages(db, productIds), ({ product_id }) => product_id);
