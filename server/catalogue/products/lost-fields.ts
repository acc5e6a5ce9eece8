import { checkAttributes } from "#server/catalogue/product-types/product-types.ts";
import { listLostVariations } from "#server/catalogue/variations/lost-variations.ts";
import { getOptionChoices } from "#server/catalogue/variations/variations.sql.ts";
import { canRestoreImages } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getLevels } from "#server/stock/stock.ts";
import { listClasses } from "#server/taxes/taxes.ts";
import { listTakenSlugs } from "./product-slug.sql.ts";
import { type ProductState, stockIn, variationsIn } from "./product-state.ts";
import { findMissingReferences } from "./products.sql.ts";
import { checkSchedule, isForSale } from "./products.ts";

/** Which fields of a product can't be set back any more, as what they need is gone or taken by now. */
export async function listLostFields(
  app: Pick<App, "events">,
  tx: Tx,
  id: number,
  setBack: Partial<ProductState>,
  current: ProductState,
): Promise<string[]> {
  const lost = await Promise.all([
    lostReferences(tx, id, setBack),
    lostForSale(tx, setBack, current),
    lostVariations(app, tx, id, setBack, current),
    lostStock(tx, setBack),
  ]);
  return lost.flat();
}

async function lostReferences(
  tx: Tx,
  id: number,
  { slug, tax_class_id, images, product_type_id }: Partial<ProductState>,
) {
  const lost: (keyof ProductState)[] = [];
  const references = { typeId: product_type_id ?? null, categoryIds: [], tagIds: [] };
  if ((await findMissingReferences(tx, references)).length > 0) lost.push("product_type_id");
  if (tax_class_id && !(await listClasses(tx)).some((one) => one.id === tax_class_id)) lost.push("tax_class_id");
  if (slug !== undefined && (await listTakenSlugs(tx, [slug], id)).length > 0) lost.push("slug");
  if (images && !(await hasImages(tx, id, images))) lost.push("images");
  return lost;
}

async function hasImages(tx: Tx, id: number, images: ProductState["images"]) {
  const shown = new Set(valuesOf(images, "option_value_id").filter((value) => value !== null));
  const known = await getOptionChoices(tx, [...shown]);
  return known.size === shown.size && canRestoreImages(tx, id, valuesOf(images, "id"));
}

const scheduleFields = ["status", "publish_at", "unpublish_at"] as const;
const typeFields = ["product_type_id", "attributes"] as const;

/** What is for sale has the attributes that its type requires. */
async function lostForSale(tx: Tx, setBack: Partial<ProductState>, current: ProductState) {
  const set = [...scheduleFields, ...typeFields].filter((field) => field in setBack);
  if (set.length === 0) return [];
  const wanted = { ...current, ...setBack };
  const { product_type_id, attributes } = wanted;
  try {
    checkSchedule(wanted);
    await checkAttributes(tx, product_type_id, { attributes, onSale: isForSale(wanted) });
    return [];
  } catch (error) {
    if (error instanceof Problem) return set;
    throw error;
  }
}

async function lostVariations(
  { events }: Pick<App, "events">,
  tx: Tx,
  productId: number,
  setBack: Partial<ProductState>,
  current: ProductState,
) {
  const wanted = variationsIn(setBack);
  if (wanted.size === 0) return [];
  const present = new Map([...variationsIn(current)].flatMap(([id, fields]) => (fields ? [[id, fields]] : [])));
  const ordered: number[] = [];
  for (const [id, fields] of wanted) {
    if (fields) continue;
    try {
      await events.emit(tx, "product.reverting", { productId, variationIds: [id] });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      ordered.push(id);
      wanted.delete(id);
    }
  }
  const lost = await listLostVariations(tx, present, wanted);
  return [...ordered, ...lost].map((id) => `variation.${id}`);
}

/** What is sold or reserved since can't be taken away. */
async function lostStock(tx: Tx, setBack: Partial<ProductState>) {
  const wanted = stockIn(setBack);
  const levels = await getLevels(tx, [...wanted.keys()]);
  return [...wanted].flatMap(([id, onHand]) => {
    const { on_hand = 0, reserved = 0 } = levels.get(id) ?? {};
    return onHand < on_hand && onHand < reserved ? [`stock.${id}`] : [];
  });
}
