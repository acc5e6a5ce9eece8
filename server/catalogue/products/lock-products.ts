import { lockCategoryTreeShared } from "#server/catalogue/categories/categories.sql.ts";
import { variationsOfProducts } from "#server/catalogue/variations/variations.sql.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { lockLevelsOf } from "#server/stock/stock.ts";
import { lockProducts } from "./derived-columns.sql.ts";

/**
 * Locks what a change of products depends on, in the order that all have ("Order of locks" in docs/architecture.md): the
 * category tree, all stock levels of the products, unless the change keeps the stock, then the products.
 */
export async function lockToChange(tx: Tx, ids: readonly number[], { keepsStock }: { keepsStock: boolean }) {
  await lockCategoryTreeShared(tx);
  if (ids.length === 0) return;
  if (!keepsStock) await lockLevelsOf(tx, variationsOfProducts(ids));
  await lockProducts(tx, ids);
}
