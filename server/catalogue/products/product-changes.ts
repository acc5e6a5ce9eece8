import { type AdminProduct, type AdminVariation, ProductForm } from "#contract/catalogue/product-form.ts";
import { lockCategoryTreeShared } from "#server/catalogue/categories/categories.sql.ts";
import { hasLostOptions, restoreVariationRows, variationsOf } from "#server/catalogue/variations/variations.sql.ts";
import { restoreImages } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { lockLevelsOf } from "#server/stock/stock.ts";
import { lockProduct } from "./products.sql.ts";
import {
  deleteProduct,
  dropDeletedReferences,
  findAdminProduct,
  getAdminProduct,
  restoreProduct,
  saveProduct,
} from "./products.ts";

type Services = Pick<App, "events" | "jobs" | "now">;

/** What a save of a variation sets, but for its stock. */
type VariationState = Omit<AdminVariation, "id" | "on_hand" | "on_hand_was" | "reserved" | "version">;

/**
 * What changes of a product record: the fields of its form, with a field for each variation and one for the units of it
 * on hand, by its id, so that each is undone by itself.
 */
export type ProductState = Omit<
  AdminProduct,
  "id" | "variations" | "rule_category_ids" | "published_at" | "currency" | "version" | "created_at" | "updated_at"
> & {
  [variation: `variation.${number}`]: VariationState | null;
  [stock: `stock.${number}`]: number;
};

/** Products, as changes record and restore them. */
export const productObject = (app: Services): RecordedObject<ProductState> => ({
  lock: lockToChange,
  read: readState,
  name: ({ name }) => name,
  together: [["product_type_id", "attributes"]],
  sets: ["tag_ids"],
  isQuantity: (field) => field.startsWith("stock."),
  update: (tx, id, state, { actorId }) => setBack(app, tx, Number(id), state, actorId),
  create: (tx, id) => restoreProduct(tx, Number(id)),
  isLost: (tx, id) => hasLostOptions(tx, { productId: Number(id) }),
  remove: (tx, id) => deleteProduct(tx, Number(id)),
});

/**
 * Locks the category tree, then the stock, so that what is sold meanwhile isn't recorded as a change of the product, and
 * the product: orders lock in this order too.
 */
async function lockToChange(tx: Tx, id: string | undefined) {
  await lockCategoryTreeShared(tx);
  if (id === undefined) return;
  await lockLevelsOf(tx, variationsOf(Number(id)));
  await lockProduct(tx, Number(id));
}

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
  return Object.assign(state, ...variations.map(variationFields));
}

const variationFields = ({
  id,
  on_hand,
  on_hand_was: _was,
  reserved: _reserved,
  version: _version,
  ...variation
}: AdminVariation) => ({ [`variation.${id}`]: variation, [`stock.${id}`]: on_hand });

/**
 * Saves a product as a state of it says. Variations and images that it has no more come back with their ids; tags,
 * categories, a type and a tax class that are deleted by now are left out. Throws what a save throws.
 */
async function setBack(app: Services, tx: Tx, id: number, state: ProductState, actorId: number | null) {
  const current = await getAdminProduct(tx, id);
  const variations = listVariationStates(state);
  const stock = new Map(current.variations.map((variation) => [variation.id, variation.on_hand]));
  await restoreVariationRows(
    tx,
    id,
    valuesOf(variations, "id").filter((one) => !stock.has(one)),
  );
  await restoreImages(tx, id, valuesOf(state.images, "id"));
  const wanted = ProductForm.parse({ ...state, variations });
  const { form } = await dropDeletedReferences(tx, wanted, current);
  const counted = form.variations.map((variation) => {
    const was = stock.get(variation.id ?? 0);
    const now = state[`stock.${variation.id ?? 0}`];
    return was === undefined || now === undefined ? variation : { ...variation, on_hand: now, on_hand_was: was };
  });
  // What was there before is no new reduction.
  const options = { replace_variations: true, price_check: "warn" as const };
  await saveProduct(app, tx, id, { ...form, variations: counted, ...options }, actorId);
}

const listVariationStates = (state: ProductState) =>
  Object.entries(state)
    .flatMap(([field, value]) => {
      const [kind, id] = field.split(".");
      // The fields of variations are typed by their names.
      return kind === "variation" && value ? [{ ...(value as VariationState), id: Number(id) }] : [];
    })
    .toSorted((one, other) => one.position - other.position);
