import { listCurrentProducts } from "#server/catalogue/catalogue.ts";
import { listPictureSources } from "#server/images/images.ts";
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
  const sources = Map.groupBy(
    await listPictureSources(
      db,
      products.map(({ id }) => id),
    ),
    ({ product_id }) => product_id,
  );
  return indexProducts(
    products.map((product) => {
      const pictures = sources.get(product.id) ?? [];
      return {
        ...product,
        sources: pictures.map(({ source_url }) => source_url),
        failedSources: pictures.flatMap(({ source_url, status }) => (status === "failed" ? [source_url] : [])),
      };
    }),
  );
}
