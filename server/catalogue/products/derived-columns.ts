import { productTag, ratings, sale } from "#server/catalogue/cache-tags.ts";
import { lockRulesShared } from "#server/catalogue/categories/category-rules.sql.ts";
import { insertPricesOfProducts } from "#server/catalogue/variations/price-history.sql.ts";
import { type Db, inOrder, type Tx } from "#server/platform/database/database.ts";
import { afterCommit, inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { deriveCategories, deriveColumns, lockProducts, setRating, setSales } from "./derived-columns.sql.ts";
import { hasStale, markStale, takeStale } from "./stale-products.sql.ts";

const batchSize = 2000;

/** Recomputes prices, stock state, filters, search words and the card of products, and invalidates what shows them. */
export const refreshProducts = (tx: Tx, productIds: readonly number[]) =>
  refresh(tx, productIds, async (of, ids) => {
    const derived = await deriveColumns(of, ids);
    // Whether its categories hide a product is known by now: its prices count only while it can be bought.
    await insertPricesOfProducts(of, ids);
    return derived;
  });

/** Recomputes products of which no price, status or variation can have changed, as when stock has. */
export const refreshCards = (tx: Tx, productIds: readonly number[]) => refresh(tx, productIds, deriveColumns);

/** Recomputes the categories of products, and invalidates what shows them. */
export const refreshCategories = (tx: Tx, productIds: readonly number[]) => refresh(tx, productIds, deriveCategories);

async function refresh(tx: Tx, productIds: readonly number[], derive: typeof deriveColumns): Promise<void> {
  const ids = await recompute(tx, productIds, derive);
  if (ids.length > 0) await invalidate(tx, "catalogue", ...ids.map(productTag));
}

/** Returns the products to invalidate; those of a change of many are refreshed and invalidated after the commit. */
async function recompute(tx: Tx, productIds: readonly number[], derive: typeof deriveColumns): Promise<number[]> {
  const ids = [...new Set(productIds)].sort((one, other) => one - other);
  if (ids.length > batchSize) {
    await refreshAfterCommit(tx, ids);
    return [];
  }
  if (ids.length === 0) return ids;
  await inOrder(
    tx,
    () => lockProducts(tx, ids),
    () => lockRulesShared(tx),
  );
  const { isMoved, isSaleChanged } = await derive(tx, ids);
  // The category tree shows how many products each category has.
  if (isMoved) await invalidate(tx, "categories");
  if (isSaleChanged) await invalidate(tx, sale);
  return ids;
}

/**
 * Refreshes products after the commit, in batches with transactions of their own: orders of so many products would wait
 * too long for one. The caller of `inTransaction` waits for it, and a job does the rest if this process ends before.
 */
async function refreshAfterCommit(tx: Tx, ids: readonly number[]) {
  await markStale(tx, ids);
  afterCommit(tx, refreshStaleProducts);
}

/** Refreshes all products that are marked as stale. */
export async function refreshStaleProducts(db: Db): Promise<void> {
  const refreshBatch = (tx: Tx) => takeStale(tx, batchSize).then((batch) => refreshProducts(tx, batch));
  // Another process may be refreshing the last of them: they are waited for.
  while (await hasStale(db)) await inTransaction(db, refreshBatch);
}

/**
 * Sets the sum and number of a product's published ratings. Invalidates what shows the product and what is ordered by
 * ratings, no other lists: customers rate, and must not keep the whole shop from being cached.
 */
export async function setProductRating(tx: Tx, productId: number, { sum, count }: { sum: number; count: number }) {
  if (!(await setRating(tx, productId, sum, count))) return;
  await recompute(tx, [productId], deriveColumns);
  await invalidate(tx, productTag(productId), ratings);
}

/** Stores the units of each product sold in the last 30 days, on which its popularity depends. */
export async function setProductSales(tx: Tx, units: ReadonlyMap<number, number>): Promise<void> {
  const ids = await setSales(tx, [...units.keys()], [...units.values()]);
  await refreshCards(tx, ids);
}
