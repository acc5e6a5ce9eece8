import { readFile } from "node:fs/promises";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { addPicture, storeTrustedPicture } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { products } from "#world/catalogue.ts";
import { categories } from "#world/categories.ts";
import { categoryPicture, picturesOf } from "#world/pictures.ts";
import { colourIds, productIds, setCategoryPicture } from "./backdating.sql.ts";

const folder = new URL("../pictures/", import.meta.url);
/** Files read at once. */
const batchSize = 16;

/** Stores the pictures of all products and categories of the demo data and assigns them. */
export async function seedPictures(app: App): Promise<void> {
  const galleries = products.map((product) => ({ slug: product.slug, pictures: picturesOf(product) }));
  const files = [
    ...galleries.flatMap(({ pictures }) => pictures.map(({ file }) => file)),
    ...categories.map(categoryPicture),
  ];
  const hashes = await storeFiles(app, files);
  const [ids, colours] = await Promise.all([productIds(app.db), colourIds(app.db)]);
  await inTransaction(app.db, async (tx) => {
    for (const { slug, pictures } of galleries)
      for (const [position, { file, alt, colour }] of pictures.entries())
        await addPicture(tx, {
          sha256: hashes.get(file)!, // every file was stored above
          alt,
          product_id: ids.get(slug) ?? null,
          option_value_id: colour === undefined ? null : (colours.get(colour) ?? null),
          position,
        });
    for (const category of categories) {
      const { id } = await addPicture(tx, { sha256: hashes.get(categoryPicture(category))!, alt: "" });
      await setCategoryPicture(tx, category.path, id);
    }
    await refreshProducts(tx, [...ids.values()]);
  });
}

/** Stores files of world/pictures; returns their content hashes by file. */
async function storeFiles(app: App, files: string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (let at = 0; at < files.length; at += batchSize)
    await Promise.all(
      files.slice(at, at + batchSize).map(async (file) => {
        const { sha256 } = await storeTrustedPicture(app, await readFile(new URL(file, folder)));
        hashes.set(file, sha256);
      }),
    );
  return hashes;
}
