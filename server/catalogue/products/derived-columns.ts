import { productTag, ratings } from "#server/catalogue/cache-tags.ts";
import { lockRulesShared } from "#server/catalogue/categories/category-rules.sql.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { deriveCategories, deriveColumns, lockProducts, setRating, setSales } from "./derived-columns.sql.ts";

const batchSize = 2000;

/** Recomputes prices, stock state, filters, search words and the card of products, and invalidates what shows them. */
export const refreshProducts = (tx: Tx, productIds: readonly number[]) => refresh(tx, productIds, deriveColumns);

/** Recomputes the categories of products, and invalidates what shows them. */
export const refreshCategories = (tx: Tx, productIds: readonly number[]) => refresh(tx, productIds, deriveCategories);

async function refresh(tx: Tx, productIds: readonly number[], derive: typeof deriveColumns): Promise<void> {
  const ids = await recompute(tx, productIds, derive);
  if (ids.length > 0) await invalidate(tx, "catalogue", ...ids.map(productTag));
}

async function recompute(tx: Tx, productIds: readonly number[], derive: typeof deriveColumns): Promise<number[]> {
  const ids = [...new Set(productIds)].sort((one, other) => one - other);
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize);
    await Promise.all([lockProducts(tx, batch), lockRulesShared(tx)]);
    // The category tree shows how many products each category has.
    if (await derive(tx, batch)) await invalidate(tx, "categories");
  }
  return ids;
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
  await refreshProducts(tx, ids);
}
