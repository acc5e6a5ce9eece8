import { randomUUID } from "node:crypto";
import type { AdminVariation } from "#contract/catalogue/product-form.ts";
import {
  deleteVariationRows,
  hasLostOptions,
  listVariations,
  restoreVariationRows,
  writeOrder,
} from "#server/catalogue/variations/variations.sql.ts";
import { restoreImages } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Fields, RecordedObject } from "#server/platform/changes/objects.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { setOnHand } from "#server/stock/stock.ts";
import { lockToChange } from "./lock-products.ts";
import { listLostFields } from "./lost-fields.ts";
import { type ProductState, stockIn, variationsIn } from "./product-state.ts";
import {
  deleteProduct,
  dropDeletedReferences,
  findAdminProduct,
  getAdminProduct,
  restoreProduct,
  updateProduct,
} from "./products.ts";

type Services = Pick<App, "events" | "jobs" | "now">;

/** Products, as changes record and restore them. */
export const productObject = (app: Services): RecordedObject<ProductState> => ({
  lock: (tx, ids, { keepsQuantities }) => lockToChange(tx, ids.map(Number), { keepsStock: keepsQuantities }),
  read: readState,
  name: ({ name }) => name,
  together: [
    ["product_type_id", "attributes"],
    ["status", "publish_at", "unpublish_at"],
  ],
  sets: ["tag_ids"],
  orders: ["variation_order"],
  isRecord: (field) => field.startsWith("variation."),
  isQuantity: (field) => field.startsWith("stock."),
  keepsQuantities: keepsStock,
  upgrade: withoutDerivedFields,
  listLost: (tx, id, fields, current) => listLostFields(app, tx, Number(id), fields, current),
  update: (tx, id, _state, { actorId }, fields) => setBack(app, tx, Number(id), fields, actorId),
  create: (tx, id) => restoreProduct(tx, Number(id)),
  isLost: (tx, id) => hasLostOptions(tx, Number(id)),
  remove: (tx, id) => deleteProduct(tx, Number(id)),
});

/** Whether the undo of a change leaves the stock levels alone, to which the levels of low stock belong. */
const keepsStock = (before: Fields, after: Fields) =>
  !Object.keys({ ...before, ...after }).some((field) =>
    field.startsWith("stock.")
      ? before[field] !== null && after[field] !== null
      : field.startsWith("variation.") && lowLevelOf(before[field]) !== lowLevelOf(after[field]),
  );
const lowLevelOf = (variation: unknown) => (variation as Fields | null)?.low_stock_level;

async function readState(tx: Tx, id: string): Promise<ProductState | undefined> {
  const product = await findAdminProduct(tx, Number(id));
  if (!product) return undefined;
  const {
    id: _id,
    variations,
    rule_category_ids: _categories,
    published_at: _published,
    currency: _currency,
    version: _version,
    created_at: _created,
    updated_at: _updated,
    ...state
  } = product;
  const variation_order = valuesOf(variations, "id");
  return Object.assign({ ...state, variation_order }, ...variations.map(variationFields));
}

const variationFields = ({
  id,
  title: _title,
  position: _position,
  on_hand,
  on_hand_was: _was,
  reserved: _reserved,
  version: _version,
  ...variation
}: AdminVariation) => ({ [`variation.${id}`]: variation, [`stock.${id}`]: on_hand });

/** The titles and positions of variations were recorded with them: their order is a field of its own now. */
function withoutDerivedFields(state: Fields): Fields {
  const positions: { id: number; position: number }[] = [];
  const entries = Object.entries(state).map(([field, value]) => {
    if (!field.startsWith("variation.") || typeof value !== "object" || value === null) return [field, value];
    const { title: _title, position, ...variation } = value as Fields;
    if (typeof position === "number") positions.push({ id: Number(field.split(".")[1]), position });
    return [field, variation];
  });
  if (positions.length === 0) return Object.fromEntries(entries);
  const order = valuesOf(
    positions.toSorted((one, other) => one.position - other.position),
    "id",
  );
  return { ...Object.fromEntries(entries), variation_order: order };
}

/**
 * Writes fields of a product, and only these. Variations and images that it has no more come back with their ids; tags and
 * categories that are deleted by now are left out. Throws what a save throws.
 */
async function setBack(app: Services, tx: Tx, id: number, fields: Partial<ProductState>, actorId: number | null) {
  const { name, product_type_id, tax_class_id, variations } = await getAdminProduct(tx, id);
  const changed = variationsIn(fields);
  const levels = new Map(variations.map((variation) => [variation.id, variation.on_hand]));
  const forms = [...changed].flatMap(([variationId, form]) => (form ? [{ ...form, id: variationId }] : []));
  const removed = [...changed.keys()].filter((variationId) => !changed.get(variationId));
  const missing = valuesOf(forms, "id").filter((one) => !levels.has(one));
  await restoreVariationRows(tx, id, missing);
  await deleteVariationRows(tx, removed);
  if (fields.variation_order) await writeOrder(tx, id, fields.variation_order);
  if (fields.images) await restoreImages(tx, id, valuesOf(fields.images, "id"));
  const order = valuesOf(await listVariations(tx, id), "id");
  const wanted = forms.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  const { variation_order: _order, ...productFields } = fields;
  const { form } = await dropDeletedReferences(
    tx,
    { name, product_type_id, ...productFields, variations: wanted },
    { product_type_id, tax_class_id },
  );
  // What was there before is no new reduction.
  await updateProduct(app, tx, id, { ...form, price_check: "warn" }, actorId);
  const counts = [...stockIn(fields)].flatMap(([variation_id, on_hand]) => {
    const on_hand_was = levels.get(variation_id);
    return on_hand_was === undefined || on_hand === on_hand_was ? [] : [{ variation_id, on_hand, on_hand_was }];
  });
  await setOnHand(app, tx, counts, { reason: "correction", ref: `undo:${randomUUID()}`, actorId });
}
