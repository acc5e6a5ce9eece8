import { randomUUID } from "node:crypto";
import { listProductsOfVariations, lockProducts } from "#server/catalogue/products/derived-columns.sql.ts";
import { deleteVariation, restoreVariation } from "#server/catalogue/products/products.ts";
import type { App } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getLevels, lockLevels, setLowStockLevels, setOnHand } from "#server/stock/stock.ts";
import { findVariationState, incrementVersionsOf, isRestorable, type StoredVariationState } from "./variations.sql.ts";

/** What changes of a variation by itself record: its stock. */
export type VariationState = StoredVariationState & {
  on_hand: number;
  low_stock_level: number | null;
};

/** Variations, as changes of their stock and their deletion record and restore them. */
export const variationObject = (app: Pick<App, "events">): RecordedObject<VariationState> => ({
  lock: lockToChange,
  read: (tx, id) => readState(tx, Number(id)),
  name: ({ name }) => name,
  isQuantity: (field) => field === "on_hand",
  // Taken off since: less than nothing can't be on hand.
  listLost: async (_tx, _id, { on_hand = 0 }) => (on_hand < 0 ? ["on_hand"] : []),
  update: (tx, id, state, { actorId }) => setStockBack(app, tx, Number(id), state, actorId),
  create: (tx, id, { product_id }) => restoreVariation(tx, product_id, Number(id)),
  isLost: async (tx, id) => !(await isRestorable(tx, Number(id))),
  remove: (tx, id) => deleteVariation(tx, Number(id)),
});

/** Locks the stock, then the product, as orders do. */
async function lockToChange(tx: Tx, ids: readonly string[]) {
  // What is created has neither yet.
  if (ids.length === 0) return;
  const variationIds = ids.map(Number);
  await lockLevels(tx, variationIds);
  await lockProducts(tx, await listProductsOfVariations(tx, variationIds));
}

async function readState(tx: Tx, id: number): Promise<VariationState | undefined> {
  const [stored, levels] = await Promise.all([findVariationState(tx, id), getLevels(tx, [id])]);
  const { on_hand = 0, low_stock_level = null } = levels.get(id) ?? {};
  return stored && { ...stored, on_hand, low_stock_level };
}

/** Sets the stock to that of a state. Throws `stock_held` if more is reserved. */
async function setStockBack(
  app: Pick<App, "events">,
  tx: Tx,
  id: number,
  { on_hand, low_stock_level }: VariationState,
  actorId: number | null,
) {
  const { on_hand: was = 0, reserved = 0, low_stock_level: level } = (await getLevels(tx, [id])).get(id) ?? {};
  if (on_hand !== was && on_hand < reserved) throw new Problem("stock_held", { details: { reserved } });
  const counts = on_hand === was ? [] : [{ variation_id: id, on_hand, on_hand_was: was }];
  await setOnHand(app, tx, counts, { reason: "correction", ref: `undo:${randomUUID()}`, actorId });
  if (low_stock_level === level) return;
  await setLowStockLevels(tx, [{ variation_id: id, low_stock_level }]);
  await incrementVersionsOf(tx, id);
}
