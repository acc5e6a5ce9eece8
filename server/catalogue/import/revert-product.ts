import { lockProduct, markReverted } from "#server/catalogue/products/products.sql.ts";
import { deleteProduct } from "#server/catalogue/products/products.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** An undo deletes a product, or only these variations of it; a listener throws if they are ordered. */
    "product.reverting": { productId: number; variationIds: number[] | null };
  }
}

/** Deletes a product created with this version. Throws `stale` if it has changed, and as `product.reverting`. */
export async function revertCreation(
  app: Pick<App, "events">,
  tx: Tx,
  productId: number,
  version: number,
): Promise<void> {
  const product = await lockProduct(tx, productId);
  if (!product) return;
  if (product.version !== version) throw new Problem("stale", { message: "Changed since." });
  await app.events.emit(tx, "product.reverting", { productId, variationIds: null });
  await deleteProduct(tx, productId);
  await markReverted(tx, productId);
}
