import type { BulkOutcome } from "#contract/catalogue/product-form.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { refreshProducts } from "./derived-columns.ts";
import { deleteProductRow, lockNamesAndStatuses } from "./products.sql.ts";

/** Deletes products. Those deleted already are skipped and reported with `was` null. */
export async function deleteProducts(tx: Tx, ids: readonly number[]): Promise<BulkOutcome[]> {
  const uniqueIds = [...new Set(ids)];
  const before = await lockNamesAndStatuses(tx, uniqueIds);
  for (const id of before.keys()) await deleteProductRow(tx, id);
  await refreshProducts(tx, [...before.keys()]);
  return uniqueIds.map((id) => before.get(id) ?? { id, name: null, was: null });
}
