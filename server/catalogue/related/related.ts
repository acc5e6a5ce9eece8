import { type Bitmap, clearBit, countBits, intersectInto, setBit } from "#server/catalogue/search/bitmap.ts";
import { unionOf } from "#server/catalogue/search/filters.ts";
import type { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { searchOf } from "#server/catalogue/search/search.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type BoughtTogetherPair, findCategoriesAndTags, replacePairs } from "./related.sql.ts";

const maxCandidates = 100;

/** Ids of related products: of the same categories, with the same tags, then popular ones. Throws `not_found`. */
export async function listRelatedIds(app: App, productId: number, limit: number): Promise<number[]> {
  const product = assertFound(await findCategoriesAndTags(app.db, productId));
  const index = await searchOf(app).getIndex();
  index.pool.reset(index.positionCount);
  const sameCategory = mostPopular(index, unionOf(index, index.categories, product.category_ids), maxCandidates);
  const sameTags =
    sameCategory.length > limit ? [] : mostPopular(index, unionOf(index, index.tags, product.tag_ids), maxCandidates);
  const popular =
    sameCategory.length + sameTags.length > 2 * limit ? [] : mostPopular(index, index.pool.copy(index.live), limit + 1);
  const candidates = index.pool.empty();
  for (const position of [...sameCategory, ...sameTags, ...popular]) setBit(candidates, position);
  clearBit(candidates, index.positionOf(productId) ?? index.positionCount);
  const inCategory = new Set(sameCategory);
  const tags = product.tag_ids.flatMap((tag) => index.tags.get(tag) ?? []);
  // In stock first, then the same categories, then the number of shared tags, then popularity.
  const rank = (position: number) =>
    (index.inStock.has(position) ? 1e9 : 0) +
    (inCategory.has(position) ? 1e6 : 0) +
    tags.filter((tag) => tag.has(position)).length;
  const ranked = mostPopular(index, candidates, countBits(candidates))
    .map((position) => ({ position, rank: rank(position) }))
    .sort((one, other) => other.rank - one.rank);
  return index.idsAt(ranked.slice(0, limit).map(({ position }) => position));
}

function mostPopular(index: ProductIndex, bitmap: Bitmap, limit: number): number[] {
  intersectInto(bitmap, index.live);
  return index.sorted.popular.page(bitmap, countBits(bitmap), { offset: 0, limit, descending: true });
}

/** Replaces all pairs of products bought together; each pair is listed in both directions. */
export async function setBoughtTogether(tx: Tx, pairs: readonly BoughtTogetherPair[]): Promise<void> {
  if (await replacePairs(tx, pairs)) await invalidate(tx, "catalogue");
}
