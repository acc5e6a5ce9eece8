import { productLimits } from "#contract/catalogue/product-limits.ts";
import type { ProductDraft } from "#server/imports/products/product-draft.ts";
import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { CurrentProduct, VariationMatch } from "./current-product.ts";

/** What a draft adds to the images and categories of the product, as many as the product can have, with notes. */
export function fitLists(
  { first, ...draft }: ProductDraft,
  current: CurrentProduct | undefined,
): Pick<ProductDraft, "images" | "categories"> & { notes: RowRemark[] } {
  const notes: RowRemark[] = [];
  const note = (code: string, what: string, most: number) =>
    notes.push(toRemark(first, null, code, `A product can have up to ${most} ${what}. The others were left out.`));
  const ownPaths = new Set(current?.ownPaths);
  const sources = new Set(current?.sources);
  const foreign = draft.images.filter(({ source_url }) => !ownPaths.has(new URL(source_url).pathname));
  let room = productLimits.images - (current?.images ?? 0);
  const images = foreign.filter(({ source_url }) => sources.has(source_url) || room-- > 0);
  if (images.length < foreign.length) note("too_many_images", "images", productLimits.images);
  // A category known only by the type is for new products: an existing one may have been removed from it.
  if (!draft.categories || (current && draft.isCategoryFromType)) return { images, categories: undefined, notes };
  const has = new Set(current?.categories.map(keyOf));
  let places = productLimits.categories - (current?.category_ids.length ?? 0);
  const categories = draft.categories.filter((names) => has.has(keyOf(names)) || places-- > 0);
  if (categories.length < draft.categories.length) note("too_many_categories", "categories", productLimits.categories);
  return { images, categories, notes };
}

const keyOf = (names: readonly string[]) => names.join("\n").toLowerCase();

/** An error if the product would have more variations than it can: those that the file leaves out stay. */
export function tooManyVariations(
  { first }: ProductDraft,
  current: CurrentProduct,
  matches: readonly VariationMatch[],
): RowRemark[] {
  const count = current.variations.length + matches.filter((match) => !match.current).length;
  if (count <= productLimits.variations) return [];
  const message = `A product can have up to ${productLimits.variations} variations, and with those of the shop it would have ${count}.`;
  return [toRemark(first, null, "too_many_variations", message)];
}
