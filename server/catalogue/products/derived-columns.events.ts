import { allProducts } from "#server/catalogue/cache-tags.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import {
  listProductsNoLongerNew,
  listProductsOfVariations,
  listWronglyHiddenProducts,
  updatePopularity,
} from "./derived-columns.sql.ts";
import { refreshCards, refreshProducts, refreshStaleProducts } from "./derived-columns.ts";

/** Refreshes products when data of their cards changes in other modules, and daily for what depends on the date. */
export function refreshProductsOnEvents({ events, jobs, db }: App) {
  events.on("stock.changed", async (tx, { moves }) => {
    const visible = moves.filter(({ before, after }) => displayedUnits(before) !== displayedUnits(after));
    if (visible.length === 0) return;
    const products = await listProductsOfVariations(tx, valuesOf(visible, "variation_id"));
    await refreshCards(
      tx,
      products.filter((id) => !deferredRefreshes.get(tx)?.has(id)),
    );
  });
  events.on("product_images.changed", (tx, { productIds }) => refreshCards(tx, productIds));
  jobs.schedule("catalogue.refresh-stale-products", "* * * * *", () => refreshStaleProducts(db), { isBulk: true });
  jobs.schedule("catalogue.day", "11 3 * * *", async () => {
    for (let after: number | undefined = 0; after !== undefined; )
      after = (await updatePopularity(db, after, batchSize)) ?? undefined;
    await inTransaction(db, async (tx) => {
      await refreshProducts(tx, [...(await listProductsNoLongerNew(tx)), ...(await listWronglyHiddenProducts(tx))]);
      await invalidate(tx, "catalogue", allProducts);
    });
  });
}

const batchSize = 2000;

const deferredRefreshes = new WeakMap<Tx, Set<number>>();

/** Marks a product that its caller refreshes at the end of the transaction, so that stock changes skip it. */
export function deferRefresh(tx: Tx, productId: number) {
  deferredRefreshes.set(tx, (deferredRefreshes.get(tx) ?? new Set()).add(productId));
}

// The stock that shoppers can tell apart: none, one to five units, or more.
const displayedUnits = (available: number) => Math.max(0, Math.min(available, 6));
