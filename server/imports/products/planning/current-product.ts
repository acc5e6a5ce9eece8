import type { ProductSafety } from "#contract/catalogue/product-safety.ts";
import type { CurrentVariation, CurrentProduct as Product } from "#server/catalogue/catalogue.ts";
import type { VariationDraft } from "#server/imports/products/product-draft.ts";

/**
 * A product of the shop with the source URLs of its images, and of those that could not be fetched. `ownPaths` are the
 * paths of its images in this shop, by which an export names those that were uploaded. `images` is how many it has.
 */
export type CurrentProduct = Product & {
  sources: string[];
  failedSources: string[];
  ownPaths: string[];
  images: number;
};

/** A variation in the file and the shop's variation it matches. */
export interface VariationMatch {
  draft: VariationDraft;
  current: CurrentVariation | undefined;
}

/** The products a batch of drafts may match. */
export interface KnownProducts {
  bySlug: ReadonlyMap<string, CurrentProduct>;
  bySku: ReadonlyMap<string, CurrentProduct>;
  byBarcode: ReadonlyMap<string, CurrentProduct>;
  /** What brands say of the safety of their products, by name. */
  brandSafety: ReadonlyMap<string, ProductSafety>;
  /** The same of product types, by name in lower case. */
  typeSafety: ReadonlyMap<string, ProductSafety>;
}
