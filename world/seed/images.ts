import { readFile } from "node:fs/promises";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { addImage, storeTrustedImage } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { products } from "#world/catalogue.ts";
import { categories } from "#world/categories.ts";
import { categoryImage, imagesOf } from "#world/images.ts";
import { colorIds, productIds, setCategoryImage } from "./backdating.sql.ts";

const folder = new URL("../images/", import.meta.url);
/** Files read at once. */
const batchSize = 16;

/** Stores the images of all products and categories of the demo data and assigns them. */
export async function seedImages(app: App): Promise<void> {
  const galleries = products.map((product) => ({ slug: product.slug, images: imagesOf(product) }));
  const files = [
    ...galleries.flatMap(({ images }) => images.map(({ file }) => file)),
    ...categories.map(categoryImage),
  ];
  const hashes = await storeFiles(app, files);
  const [ids, colors] = await Promise.all([productIds(app.db), colorIds(app.db)]);
  await inTransaction(app.db, async (tx) => {
    for (const { slug, images } of galleries)
      for (const [position, { file, alt, color }] of images.entries())
        await addImage(tx, {
          sha256: hashes.get(file)!, // every file was stored above
          alt,
          product_id: ids.get(slug) ?? null,
          option_value_id: color === undefined ? null : (colors.get(color) ?? null),
          position,
        });
    for (const category of categories) {
      const { id } = await addImage(tx, { sha256: hashes.get(categoryImage(category))!, alt: "" });
      await setCategoryImage(tx, category.path, id);
    }
    await refreshProducts(tx, [...ids.values()]);
  });
}

/** Stores files of world/images; returns their content hashes by file. */
async function storeFiles(app: App, files: string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (let at = 0; at < files.length; at += batchSize)
    await Promise.all(
      files.slice(at, at + batchSize).map(async (file) => {
        const { sha256 } = await storeTrustedImage(app, await readFile(new URL(file, folder)));
        hashes.set(file, sha256);
      }),
    );
  return hashes;
}
