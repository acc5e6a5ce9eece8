import type { Image } from "#contract/images.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { imageUrl } from "./image-url.ts";
import { deletePicture, insertPicture, type NewPicture, productPictures } from "./pictures.sql.ts";
import { dropLater } from "./store-picture.ts";

export type { NewPicture };
/** A picture of a product; `option_value_id` when it shows one option only (all red variations). */
export type ProductPicture = Image & { option_value_id: number | null };

/**
 * Adds a stored picture (`sha256`), or one still to be fetched (`source_url`: call `fetchPending` as well). Without a
 * position it comes last. A product has each source once. The caller refreshes the product.
 */
export const addPicture = (tx: Tx, picture: NewPicture): Promise<{ id: number }> => insertPicture(tx, picture);

/** Removes a picture that is no product's; its file goes with the last picture that shows it. */
export async function removePicture(house: Pick<House, "jobs">, tx: Tx, id: number): Promise<void> {
  const removed = await deletePicture(tx, id);
  if (removed?.sha256) await dropLater(house, tx, removed.sha256);
}

/** The pictures of products that can be shown, cover first; products without any are missing. */
export async function picturesOfProducts(
  db: Db | Tx,
  productIds: readonly number[],
): Promise<Map<number, ProductPicture[]>> {
  const pictures = new Map<number, ProductPicture[]>();
  for (const { product_id, sha256, ...rest } of await productPictures(db, productIds)) {
    const picture = { ...rest, url: imageUrl(sha256) };
    pictures.set(product_id, [...(pictures.get(product_id) ?? []), picture]);
  }
  return pictures;
}
