import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { deleteImage, lockImagesOf, restoreAlts, setAlt, setContent } from "./product-images.sql.ts";
import { removeImage } from "./product-images.ts";
import { enqueueRemoval } from "./store-image.ts";

type Parts = Pick<App, "events" | "jobs">;

/** Sets the alternative text of all images of a file. */
export async function describeFile(app: Parts, tx: Tx, sha256: string, alt: string): Promise<void> {
  await lockImagesOf(tx, sha256);
  await announceChange(app, tx, await setAlt(tx, sha256, alt));
}

/** Gives images of a file their own alternative texts back. */
export const undescribeFile = async (app: Parts, tx: Tx, alts: { id: number; alt: string }[], alt: string) =>
  announceChange(app, tx, await restoreAlts(tx, alts, alt));

/** Shows an uploaded image in all places that show a file; its own row and the file are deleted. */
export async function replaceFile(app: Parts, tx: Tx, sha256: string, uploaded: { id: number; sha256: string }) {
  const images = await lockImagesOf(tx, sha256);
  if (!images.some(({ id }) => id === uploaded.id)) await deleteImage(tx, uploaded.id);
  if (uploaded.sha256 === sha256) return;
  await announceChange(app, tx, await setContent(tx, sha256, uploaded.sha256));
  await enqueueRemoval(app, tx, sha256);
}

/** Deletes a file with all its images. */
export async function removeFile(app: Parts, tx: Tx, sha256: string): Promise<void> {
  const images = await lockImagesOf(tx, sha256);
  for (const { id } of images) await removeImage(app, tx, id);
  await announceProducts(app, tx, images);
}

type Changed = { id: number; product_id: number | null };

async function announceChange(app: Parts, tx: Tx, images: Changed[]) {
  for (const { id } of images) await app.events.emit(tx, "image.changed", { id });
  await announceProducts(app, tx, images);
}

async function announceProducts({ events }: Parts, tx: Tx, images: Changed[]) {
  const productIds = [...new Set(images.flatMap(({ product_id }) => product_id ?? []))];
  if (productIds.length > 0) await events.emit(tx, "product_images.changed", { productIds });
}
