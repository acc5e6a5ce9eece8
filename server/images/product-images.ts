import type { App } from "#server/platform/app.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import * as rows from "./product-images.sql.ts";
import { enqueueRemoval } from "./store-image.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "images.remove": { ids: number[]; removedAt?: string };
  }
}

/** For how long an image that was removed from a product can be restored, in milliseconds. */
const restorableFor = 60 * 60_000;

/** Registers the job that deletes images that were removed from products. */
export function registerImageRemoval(app: App) {
  app.jobs.define("images.remove", ({ ids, removedAt = null }) =>
    inTransaction(app.db, async (tx) => {
      // Those that were restored and removed again have a job of their own.
      for (const id of await rows.lockRemoved(tx, ids, removedAt)) await removeImage(app, tx, id);
    }),
  );
}

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
 * Sets the images of a product in this order: its own stay, others are copied, missing ones are deleted in an hour; if `before`
 * is given, only those of them that are in it. Returns how many are unknown. The caller refreshes the product.
 */
export async function replaceImages(
  { jobs, now }: Pick<App, "jobs" | "now">,
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
  const removedAt = now();
  await rows.moveImages(tx, missing, { from: productId, into: null, removedAt });
  const runAt = new Date(removedAt.getTime() + restorableFor);
  if (missing.length > 0)
    await jobs.add(tx, "images.remove", { ids: missing, removedAt: removedAt.toISOString() }, { runAt });
  await rows.updateImages(tx, productId, shown);
  await rows.updatePositions(tx, productId, valuesOf(shown, "id"));
  return once.length - shown.length;
}

/** Gives a product images back that were removed from it. Throws `undo_not_possible` if one is deleted by now. */
export async function restoreImages(tx: Tx, productId: number, ids: readonly number[]) {
  await rows.moveImages(tx, ids, { from: null, into: productId });
  const own = await rows.lockImages(tx, productId);
  if (ids.some((id) => !own.includes(id))) throw new Problem("undo_not_possible");
}

/** Whether a product has images or can get them back. */
export const canRestoreImages = async (tx: Tx, productId: number, ids: readonly number[]) =>
  (await rows.listRestorable(tx, productId, ids)).length === new Set(ids).size;

/** The ready images of products, cover first; products without any are missing. */
export const listImagesByProduct = async (db: Db | Tx, productIds: readonly number[]) =>
  Map.groupBy(await rows.listProductImages(db, productIds), ({ product_id }) => product_id);
