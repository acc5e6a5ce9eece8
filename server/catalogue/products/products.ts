import type { AdminProduct, BulkOutcome, ProductForm } from "#contract/catalogue/product-form.ts";
import { lockCategoryTreeShared } from "#server/catalogue/categories/categories.sql.ts";
import { checkAttributes } from "#server/catalogue/product-types/product-types.ts";
import { enqueueAlertsOfPublished } from "#server/catalogue/variations/back-in-stock.ts";
import {
  findProductOfVariation,
  getOptionChoices,
  hasLostOptions,
  isRestorable,
  listVariations,
  restoreVariationRow,
} from "#server/catalogue/variations/variations.sql.ts";
import { deleteVariationOf, saveVariations } from "#server/catalogue/variations/variations.ts";
import { listImagesByProduct, replaceImages } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { sanitizeRichText } from "#server/platform/rich-text.ts";
import { getSettings } from "#server/shop/shop.ts";
import { getLevels } from "#server/stock/stock.ts";
import { listClasses } from "#server/taxes/taxes.ts";
import { deferRefresh } from "./derived-columns.events.ts";
import { refreshProducts } from "./derived-columns.ts";
import { writeSlugRedirect } from "./product-slug.sql.ts";
import { chooseSlug } from "./product-slug.ts";
import * as rows from "./products.sql.ts";

type Services = Pick<App, "events" | "jobs" | "now">;
/** Without `version` concurrent changes are overwritten, as by imports. */
type ProductUpdate = ProductForm & {
  version?: number;
  replace_variations?: boolean;
  /** `warn` saves compare-at prices above the prior price and returns warnings. */
  price_check?: "refuse" | "warn";
};

/** Creates a product with its variations, prices and stock; returns its id. */
export async function createProduct(app: Services, tx: Tx, form: ProductForm, actorId: number | null): Promise<number> {
  if (form.category_ids) await lockCategoryTreeShared(tx);
  await checkReferences(tx, form);
  const { currency } = await getSettings(tx);
  const fields = mergeFields(form, emptyFields);
  dropPastEnd(fields, { wasActive: false, now: app.now() });
  checkSchedule(fields);
  const slug = await chooseSlug(tx, form);
  const id = await rows.insertProductRow(tx, { ...fields, slug, currency });
  await writeSlugRedirect(tx, id, { from: null, to: slug });
  await saveRelations(app, tx, { id, form, replace: false, priceCheck: "refuse", actorId, version: 1 });
  return id;
}

/** Updates a product; absent fields stay. Throws `stale` with the `current` product. Returns price warnings. */
export async function updateProduct(app: Services, tx: Tx, id: number, form: ProductUpdate, actorId: number | null) {
  if (form.category_ids) await lockCategoryTreeShared(tx);
  const before = assertFound(await rows.lockProduct(tx, id));
  if (form.version !== undefined && form.version !== before.version)
    throw new Problem("stale", { details: { current: await getAdminProduct(tx, id) } });
  const fields = mergeFields(form, before);
  dropPastEnd(fields, { wasActive: before.status === "active", now: app.now() });
  checkSchedule(fields);
  await checkReferences(tx, form);
  const slug = form.slug ? await chooseSlug(tx, { ...form, id }) : before.slug;
  const version = await rows.updateProductRow(tx, id, { ...fields, slug });
  if (slug !== before.slug) await writeSlugRedirect(tx, id, { from: before.slug, to: slug });
  const { replace_variations: replace = false, price_check: priceCheck = "refuse" } = form;
  const warnings = await saveRelations(app, tx, { id, form, replace, priceCheck, actorId, version });
  if (before.status !== "active") await enqueueAlertsOfPublished(app, tx, [id]);
  return warnings;
}

/** Updates a product and returns it. Throws also what `checkAttributes` does. */
export async function saveProduct(app: Services, tx: Tx, id: number, form: ProductUpdate, actorId: number | null) {
  await updateProduct(app, tx, id, form, actorId);
  const product = await getAdminProduct(tx, id);
  await checkAttributes(tx, product.product_type_id, { ...product, onSale: isForSale(product) });
  return product;
}

/** Whether a product is or will be published, so that it needs the required attributes. */
export const isForSale = ({ status, publish_at }: Pick<AdminProduct, "status" | "publish_at">) =>
  status === "active" || publish_at !== null;

/**
 * The form of an undo without the tags and categories that are deleted by now. A type or tax class that is deleted stays
 * as it is `now`; returns which of them.
 */
export async function dropDeletedReferences(
  tx: Tx,
  form: ProductForm,
  now: Pick<ProductForm, "product_type_id" | "tax_class_id">,
): Promise<{ form: ProductForm; left: string[] }> {
  const { product_type_id: typeId, tax_class_id, category_ids = [], tag_ids = [] } = form;
  const [categories, tags] = [
    await rows.listPresentCategories(tx, category_ids),
    await rows.listPresentTags(tx, tag_ids),
  ];
  const hasType = (await rows.findMissingReferences(tx, { typeId, categoryIds: [], tagIds: [] })).length === 0;
  const hasClass = !tax_class_id || (await listClasses(tx)).some(({ id }) => id === tax_class_id);
  return {
    form: {
      ...form,
      ...(form.category_ids ? { category_ids: category_ids.filter((id) => categories.includes(id)) } : {}),
      ...(form.tag_ids ? { tag_ids: tag_ids.filter((id) => tags.includes(id)) } : {}),
      ...(hasType ? {} : { product_type_id: now.product_type_id }),
      ...(hasClass ? {} : { tax_class_id: now.tax_class_id }),
    },
    left: [...(hasType ? [] : ["type"]), ...(hasClass ? [] : ["tax class"])],
  };
}

/** Deletes a product. Carts show it as unavailable; orders are not affected. */
export async function deleteProduct(tx: Tx, id: number): Promise<void> {
  assertFound(await rows.lockProduct(tx, id));
  await rows.deleteProductRow(tx, id);
  await refreshProducts(tx, [id]);
}

/** Restores a deleted product. Throws `not_found`, and what saving it would if its address or SKUs are taken by now. */
export async function restoreProduct(tx: Tx, id: number): Promise<void> {
  if (!(await rows.restoreProductRow(tx, id))) throw new Problem("not_found");
  if (await hasLostOptions(tx, id)) throw new Problem("undo_not_possible");
  await refreshProducts(tx, [id]);
}

/** Deletes a variation. Throws `last_variation` for the only one. */
export async function deleteVariation(tx: Tx, variationId: number): Promise<void> {
  const productId = assertFound(await findProductOfVariation(tx, variationId));
  assertFound(await rows.lockProduct(tx, productId));
  await deleteVariationOf(tx, productId, variationId);
  await rows.incrementVersions(tx, [productId]);
  await refreshProducts(tx, [productId]);
}

/** Restores a deleted variation of a product. Throws `stale` if another has its options or codes, or they are gone. */
export async function restoreVariation(tx: Tx, productId: number, id: number): Promise<void> {
  assertFound(await rows.lockProduct(tx, productId));
  if (!(await isRestorable(tx, id))) throw new Problem("stale");
  await restoreVariationRow(tx, id);
  await rows.incrementVersions(tx, [productId]);
  await refreshProducts(tx, [productId]);
}

/** A product with every field the admin form edits. */
export const getAdminProduct = async (db: Db | Tx, id: number) => assertFound(await findAdminProduct(db, id));

/** A product as the dashboard edits it; undefined if there is none. */
export async function findAdminProduct(db: Db | Tx, id: number): Promise<AdminProduct | undefined> {
  const [product, variations, images] = await Promise.all([
    rows.findProductRow(db, id),
    listVariations(db, id),
    listImagesByProduct(db, [id]),
  ]);
  if (!product) return undefined;
  const levels = await getLevels(db, valuesOf(variations, "id"));
  return {
    ...product,
    variations: variations.map((row) => {
      const { option_key: _key, ...variation } = row;
      const { on_hand = 0, reserved = 0, low_stock_level = null } = levels.get(row.id) ?? {};
      return { ...variation, on_hand, on_hand_was: on_hand, reserved, low_stock_level };
    }),
    images: images.get(id) ?? [],
  };
}

interface Relations {
  id: number;
  form: ProductForm;
  replace: boolean;
  priceCheck: "refuse" | "warn";
  actorId: number | null;
  version: number;
}

async function saveRelations(app: Services, tx: Tx, { id, form, replace, priceCheck, actorId, version }: Relations) {
  if (form.category_ids) await rows.writeCategories(tx, id, form.category_ids);
  if (form.tag_ids) await rows.writeTags(tx, id, form.tag_ids);
  if (form.related_ids) await rows.writeRelated(tx, id, form.related_ids);
  deferRefresh(tx, id);
  // An undo sends only those that it sets back.
  const warnings =
    form.variations.length === 0
      ? []
      : await saveVariations(app, tx, {
          productId: id,
          forms: form.variations,
          replace,
          priceCheck,
          actorId,
          ref: `product:${id}:v${version}`,
        });
  if (form.images) await saveImages(app, tx, id, form.images, form.images_was);
  await refreshProducts(tx, [id]);
  return warnings;
}

async function saveImages(
  app: Services,
  tx: Tx,
  id: number,
  images: NonNullable<ProductForm["images"]>,
  before: ProductForm["images_was"],
) {
  const wanted = images.map((image) => ({ ...image, option_value_id: image.option_value_id ?? null }));
  const known = await getOptionChoices(tx, valuesOf(wanted, "option_value_id"));
  const isUnknown = wanted.some(({ option_value_id }) => option_value_id !== null && !known.has(option_value_id));
  const missing = isUnknown ? 1 : await replaceImages(app, tx, id, wanted, before);
  if (missing === 0) return;
  const message = "An image, or the option value it shows, no longer exists. Remove it, then save again.";
  throw fieldProblem("images", "unknown", message);
}

async function checkReferences(
  tx: Tx,
  { product_type_id, tax_class_id, category_ids = [], tag_ids = [] }: ProductForm,
) {
  const missing = await rows.findMissingReferences(tx, {
    typeId: product_type_id,
    categoryIds: category_ids,
    tagIds: tag_ids,
  });
  const isClass = !tax_class_id || (await listClasses(tx)).some(({ id }) => id === tax_class_id);
  if (!isClass) missing.push("tax_class_id");
  if (missing.length === 0) return;
  const errors = missing.map((field) => ({ field, code: "unknown", message: "This no longer exists." }));
  throw new Problem("bad_input", { errors });
}

type CurrentFields = Omit<rows.ProductFields, "slug" | "name" | "product_type_id">;
const emptyFields: CurrentFields = {
  tax_class_id: null,
  subtitle: null,
  description_html: "",
  brand: null,
  status: "active",
  publish_at: null,
  unpublish_at: null,
  attributes: {},
  safety: null,
  country_of_origin: null,
  energy_label: null,
  seo: {},
};

/** Throws `bad_input` if the product would be unpublished before it is published. */
export function checkSchedule({ publish_at, unpublish_at }: Pick<CurrentFields, "publish_at" | "unpublish_at">) {
  if (publish_at === null || unpublish_at === null || Date.parse(publish_at) < Date.parse(unpublish_at)) return;
  throw fieldProblem("unpublish_at", "too_early", "Choose a time after the product is published.");
}

/** Merges the form into the current fields: absent fields stay, empty ones are cleared. */
function mergeFields(form: ProductForm, before: CurrentFields): Omit<rows.ProductFields, "slug"> {
  const { subtitle = before.subtitle, brand = before.brand, status = before.status } = form;
  const {
    tax_class_id = before.tax_class_id,
    attributes = before.attributes,
    safety = before.safety,
    country_of_origin = before.country_of_origin,
    energy_label = before.energy_label,
    seo = before.seo,
    publish_at = before.publish_at,
    unpublish_at = before.unpublish_at,
    description_html,
  } = form;
  return {
    name: form.name,
    product_type_id: form.product_type_id,
    tax_class_id,
    subtitle: subtitle || null,
    // One brand has one spelling, however its letters and accents are put together.
    brand: brand?.normalize("NFC") || null,
    status,
    // Only drafts wait to be published.
    publish_at: status === "draft" ? publish_at : null,
    unpublish_at: status === "archived" ? null : unpublish_at,
    attributes,
    safety,
    country_of_origin,
    energy_label,
    seo,
    description_html: description_html === undefined ? before.description_html : sanitizeRichText(description_html),
  };
}

/** Removes the time of an earlier unpublishing, which would unpublish the product again at once. */
function dropPastEnd(
  fields: Pick<CurrentFields, "unpublish_at">,
  { wasActive, now }: { wasActive: boolean; now: Date },
) {
  const isPast = fields.unpublish_at !== null && Date.parse(fields.unpublish_at) <= now.getTime();
  if (!wasActive && isPast) fields.unpublish_at = null;
}

/** Deletes products. Those deleted already are skipped and reported with `was` null. */
export async function deleteProducts(tx: Tx, ids: readonly number[]): Promise<BulkOutcome[]> {
  const uniqueIds = [...new Set(ids)];
  const before = await rows.lockNamesAndStatuses(tx, uniqueIds);
  for (const id of before.keys()) await rows.deleteProductRow(tx, id);
  await refreshProducts(tx, [...before.keys()]);
  return uniqueIds.map((id) => before.get(id) ?? { id, name: null, was: null });
}
