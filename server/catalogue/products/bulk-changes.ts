import type { BulkOutcome, ProductStatus } from "#contract/catalogue/product-form.ts";
import { enqueueAlertsOfPublished } from "#server/catalogue/variations/back-in-stock.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { refreshProducts } from "./derived-columns.ts";
import { deleteProductRow, lockNamesAndStatuses, updateStatus } from "./products.sql.ts";

/** Changes the status of products. Deleted ones are skipped and reported with `was` null. */
export async function updateStatuses(
  app: Pick<App, "jobs" | "now">,
  tx: Tx,
  changes: readonly { id: number; status: ProductStatus }[],
): Promise<BulkOutcome[]> {
  const wanted = new Map(changes.map(({ id, status }) => [id, status]));
  const before = await lockNamesAndStatuses(tx, [...wanted.keys()]);
  const changing = [...before.values()].filter(({ id, was }) => wanted.get(id) !== was);
  for (const { id } of changing) await updateStatus(tx, id, wanted.get(id) ?? "draft");
  const changed = changing.map(({ id }) => id);
  await refreshProducts(tx, changed);
  await enqueueAlertsOfPublished(
    app,
    tx,
    changed.filter((id) => wanted.get(id) === "active"),
  );
  return outcomes([...wanted.keys()], before);
}

/** Deletes products. Those deleted already are skipped and reported with `was` null. */
export async function deleteProducts(tx: Tx, ids: readonly number[]): Promise<BulkOutcome[]> {
  const uniqueIds = [...new Set(ids)];
  const before = await lockNamesAndStatuses(tx, uniqueIds);
  for (const id of before.keys()) await deleteProductRow(tx, id);
  await refreshProducts(tx, [...before.keys()]);
  return outcomes(uniqueIds, before);
}

const outcomes = (ids: number[], before: Map<number, BulkOutcome>) =>
  ids.map((id) => before.get(id) ?? { id, name: null, was: null });
