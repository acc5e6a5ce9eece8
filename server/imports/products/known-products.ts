import { listCurrentProducts } from "#server/catalogue/catalogue.ts";
import { imageUrl, listImageSources, listImagesForExport } from "#server/images/images.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { ProductDraft } from "./product-draft.ts";
import { indexProducts, type KnownProducts } from "./product-plan.ts";

/** Loads the products these drafts may match, with one query of each kind. */
export async function loadKnownProducts(db: Db | Tx, drafts: readonly ProductDraft[]): Promise<KnownProducts> {
  const variations = drafts.flatMap((draft) => draft.variations);
  const products = await listCurrentProducts(db, {
    slugs: drafts.map(({ slug }) => slug),
    skus: variations.flatMap(({ sku }) => sku ?? []),
    barcodes: variations.flatMap(({ barcode }) => barcode ?? []),
  });
  const ids = products.map(({ id }) => id);
  const sources = Map.groupBy(await listImageSources(db, ids), ({ product_id }) => product_id);
  const images = Map.groupBy(await listImagesForExport(db, ids), ({ product_id }) => product_id);
  return indexProducts(
    products.map((product) => {
      const downloaded = sources.get(product.id) ?? [];
      return {
        ...product,
        sources: downloaded.map(({ source_url }) => source_url),
        ownPaths: (images.get(product.id) ?? []).flatMap(({ sha256 }) => (sha256 ? [imageUrl(sha256)] : [])),
        failedSources: downloaded.flatMap(({ source_url, status }) => (status === "failed" ? [source_url] : [])),
      };
    }),
  );
}
