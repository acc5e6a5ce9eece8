import type { App } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type Bits, countBits, narrow, putBit, takeBit } from "#server/catalogue/search/bitmap.ts";
import { findProductCategoriesAndTags, relatedIds } from "./related.sql.ts";
import { talliesOf } from "#server/catalogue/search/search.ts";
import type { Tally } from "#server/catalogue/search/product-index.ts";
import { anyOf } from "#server/catalogue/search/run-query.ts";

const mostLookedAt = 100;

/** Ids of products that go with one on sale, best first: of its own categories, with its tags, then whatever is popular. */
export async function listRelatedIds(app: App, productId: number, limit: number): Promise<number[]> {
  const place = assertFound(await findProductCategoriesAndTags(app.db, productId));
  const tally = await talliesOf(app).now();
  return tally ? relatedIn(tally, { ...place, id: productId }, limit) : relatedIds(app.db, productId, limit);
}

/** The same as `relatedIds`, in memory. */
function relatedIn(tally: Tally, product: { id: number; shelves: number[]; tags: number[] }, limit: number): number[] {
  tally.scratch.begin(tally.slots);
  const near = mostPopular(tally, anyOf(tally, tally.categories, product.shelves), mostLookedAt);
  const alike = near.length > limit ? [] : mostPopular(tally, anyOf(tally, tally.tags, product.tags), mostLookedAt);
  const rest =
    near.length + alike.length > 2 * limit ? [] : mostPopular(tally, tally.scratch.copy(tally.live), limit + 1);
  const candidates = tally.scratch.empty();
  for (const slot of [...near, ...alike, ...rest]) putBit(candidates, slot);
  takeBit(candidates, tally.slotOf(product.id) ?? tally.slots);
  const isNear = new Set(near);
  const tags = product.tags.flatMap((tag) => tally.tags.get(tag) ?? []);
  // In stock before all else, then its categories, then how many tags are shared, then what is popular.
  const rank = (slot: number) =>
    (tally.inStock.has(slot) ? 1e9 : 0) + (isNear.has(slot) ? 1e6 : 0) + tags.filter((tag) => tag.has(slot)).length;
  const best = mostPopular(tally, candidates, countBits(candidates))
    .map((slot) => ({ slot, rank: rank(slot) }))
    .sort((one, other) => other.rank - one.rank);
  return tally.idsOf(best.slice(0, limit).map(({ slot }) => slot));
}

function mostPopular(tally: Tally, among: Bits, limit: number): number[] {
  narrow(among, tally.live);
  return tally.orders.popular.page(among, countBits(among), { offset: 0, limit, falling: true });
}
