import { type Bitmap, countBits, intersectInto, setBit } from "#server/catalogue/search/bitmap.ts";
import { unionOf } from "#server/catalogue/search/filters.ts";
import type { ProductIndex } from "#server/catalogue/search/product-index.ts";
import { searchOf } from "#server/catalogue/search/search.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type BoughtTogetherPair, findCategoriesAndTags, listChosenIds, replacePairs } from "./related.sql.ts";

const maxCandidates = 100;

/**
 * Ids of related products: those chosen by a merchant, then those of the nearest categories, in stock first; only if
 * those have none, products with the same tags. Fewer than `limit` rather than unrelated ones. Throws `not_found`.
 */
export async function listRelatedIds(app: App, productId: number, limit: number): Promise<number[]> {
  const product = assertFound(await findCategoriesAndTags(app.db, productId));
  const chosen = await listChosenIds(app.db, productId, limit);
  if (chosen.length === limit) return chosen;
  return [...new Set([...chosen, ...(await findRelatedIds(app, productId, product, limit))])].slice(0, limit);
}

async function findRelatedIds(
  app: App,
  productId: number,
  product: { category_paths: number[][]; tag_ids: number[] },
  limit: number,
): Promise<number[]> {
  const index = await searchOf(app).getIndex();
  index.pool.reset(index.positionCount);
  const own = index.positionOf(productId) ?? index.positionCount;
  const ranks = new Map<number, number>();
  const addAll = (positions: readonly number[], rank: number) => {
    for (const position of positions) if (!ranks.has(position) && position !== own) ranks.set(position, rank);
  };
  for (const [distance, ids] of categoriesByDistance(product.category_paths).entries()) {
    if (ranks.size >= limit) break;
    addAll(mostPopular(index, unionOf(index, index.categories, ids), maxCandidates), -distance);
  }
  if (ranks.size === 0) addAll(mostPopular(index, unionOf(index, index.tags, product.tag_ids), maxCandidates), 0);
  return index.idsAt(sortRelated(index, ranks, product.tag_ids).slice(0, limit));
}

/** The categories of a product, then those above them one level after another, without departments. */
function categoriesByDistance(paths: readonly number[][]): number[][] {
  const levels: number[][] = [];
  for (const path of paths) {
    const [department, ...below] = path;
    const nearestFirst = below.length > 0 ? below.toReversed() : [department ?? 0];
    for (const [distance, id] of nearestFirst.entries()) levels[distance] = [...(levels[distance] ?? []), id];
  }
  return levels;
}

/** In stock first, then the nearer category, the number of shared tags, and popularity. */
function sortRelated(index: ProductIndex, ranks: ReadonlyMap<number, number>, tagIds: readonly number[]): number[] {
  const candidates = index.pool.empty();
  for (const position of ranks.keys()) setBit(candidates, position);
  const tags = tagIds.flatMap((tag) => index.tags.get(tag) ?? []);
  const rank = (position: number) =>
    (index.flags.in_stock.has(position) ? 1e9 : 0) +
    (ranks.get(position) ?? 0) * 1e6 +
    tags.filter((tag) => tag.has(position)).length;
  return mostPopular(index, candidates, ranks.size)
    .map((position) => ({ position, rank: rank(position) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ position }) => position);
}

function mostPopular(index: ProductIndex, bitmap: Bitmap, limit: number): number[] {
  intersectInto(bitmap, index.live);
  return index.sorted.popular.page(bitmap, countBits(bitmap), { offset: 0, limit, descending: true });
}

/** Replaces all pairs of products bought together; each pair is listed in both directions. */
export async function setBoughtTogether(tx: Tx, pairs: readonly BoughtTogetherPair[]): Promise<void> {
  if (await replacePairs(tx, pairs)) await invalidate(tx, "catalogue");
}
