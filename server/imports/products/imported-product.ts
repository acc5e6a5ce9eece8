import { markUndone, type SetAuthor } from "#server/accounts/accounts.ts";
import { type ProductState, revertCreation, stockIn, variationsIn } from "#server/catalogue/catalogue.ts";
import { removeImage } from "#server/images/images.ts";
import type { ChangedProduct } from "#server/imports/undo.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Differences } from "#server/platform/changes/differences.ts";
import type { Fields, RecordedObject } from "#server/platform/changes/objects.ts";
import { lockTarget, recordChange, type Target } from "#server/platform/changes/record-change.ts";
import { planUndo } from "#server/platform/changes/undo-change.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { listCountedSince } from "#server/stock/stock.ts";

/** What an import writes: the product and the images that it added, some of which are still to be fetched. */
interface Written {
  id: number;
  images: number[];
}

/** Runs what an import does to a product, or without an id creates, and records it as a change of the import's set. */
export async function recordImport(
  app: App,
  tx: Tx,
  { id, author, keepsQuantities }: { id?: number; author: SetAuthor; keepsQuantities?: boolean },
  write: (now: ProductState | undefined) => Promise<Written>,
): Promise<void> {
  const added: Partial<Differences> = {};
  await recordChange(
    app.events,
    tx,
    { ...targetOf(app, id), keepsQuantities },
    author,
    async (before) => {
      // The object of products reads this.
      const { images, ...written } = await write(before as ProductState | undefined);
      if (images.length > 0) added.after = { [addedImages]: images };
      return written;
    },
    added,
  );
}

/** The ids of the images that an import added, in place of all images: they come when they are fetched. */
const addedImages = "added_images";

const targetOf = ({ objects }: Pick<App, "objects">, id: number | undefined) => ({
  object: "product" as const,
  recorded: withoutImages(assertFound(objects.get("product"))),
  ...(id === undefined ? {} : { id: String(id) }),
});

const withoutImages = (product: RecordedObject): RecordedObject => ({
  ...product,
  read: async (tx, id) => {
    const state = await product.read(tx, id);
    if (!state) return undefined;
    const { images: _, ...fields } = state;
    return fields;
  },
});

/**
 * Undoes what an import did to a product, and records that. Returns why some of it stays, or null. Throws if all of it
 * does: of a created one `stale` or as `product.reverting`, of others `not_found` or as `product.reverting`.
 */
export async function undoProduct(
  app: App,
  tx: Tx,
  { id, changes }: ChangedProduct,
  author: SetAuthor,
): Promise<string | null> {
  const { recorded } = targetOf(app, id);
  const keepsQuantities = changes.every(
    ({ before, after }) => before && after && recorded.keepsQuantities?.(before, after),
  );
  const target = { ...targetOf(app, id), id: String(id), keepsQuantities };
  await lockTarget(tx, target);
  const isThere = (await target.recorded.read(tx, target.id)) !== undefined;
  const created = changes.find(({ before }) => !before);
  if (created) {
    const by = { ...author, undoes: created.change_id };
    // Each change by the import was a new version.
    if (isThere) await recordChange(app.events, tx, target, by, () => revertCreation(app, tx, id, changes.length));
    await markUndone(tx, [created.change_id]);
    return null;
  }
  if (!isThere) throw new Problem("not_found", { message: "The product was deleted." });
  const kept = new Set<string>();
  for (const change of changes)
    for (const name of await undoUpdate(app, tx, { id, target, change, author })) kept.add(name);
  return kept.size > 0 ? `Changed since, so not set back: ${[...kept].join(", ")}.` : null;
}

interface Update {
  id: number;
  target: Target & { id: string };
  change: ChangedProduct["changes"][number];
  author: SetAuthor;
}

/** Returns the names of the fields that stay. */
async function undoUpdate(app: App, tx: Tx, { id, target, change, author }: Update): Promise<string[]> {
  const { [addedImages]: images, ...after } = change.after ?? {};
  const past = { ...target, before: change.before ?? {}, after };
  // It was recorded as such.
  const state = after as Partial<ProductState>;
  const current = await past.recorded.read(tx, past.id);
  await refuseOrdered(app, tx, id, { ...past, after: state, current });
  const counted = await listCountedSince(tx, [...stockIn(state).keys()], change.at);
  const plan = await planUndo(tx, { ...past, lost: [...counted].map((one) => `stock.${one}`) }, current);
  const added = Array.isArray(images) ? images.map(Number) : [];
  if (plan || added.length > 0) {
    await recordChange(app.events, tx, past, { ...author, undoes: change.change_id }, async () => {
      for (const image of added) await removeImage(app, tx, image);
      if (added.length > 0) await app.events.emit(tx, "product_images.changed", { productIds: [id] });
      await plan?.run(tx, author);
    });
    await markUndone(tx, [change.change_id]);
  }
  const kept = plan ? plan.kept : Object.keys(after);
  return kept.flatMap((field) => namesOf(field, { ...past, counted }));
}

/** A variation that the import added and that was ordered keeps its product as it is. */
async function refuseOrdered(
  { events }: Pick<App, "events">,
  tx: Tx,
  productId: number,
  { before, after, current = {} }: { before: Fields; after: Partial<ProductState>; current?: Fields | undefined },
) {
  const variationIds = [...variationsIn(after)].flatMap(([id, fields]) =>
    fields && !before[`variation.${id}`] && current[`variation.${id}`] ? id : [],
  );
  if (variationIds.length > 0) await events.emit(tx, "product.reverting", { productId, variationIds });
}

/** What merchants call the fields of products and of their variations. */
const fieldNames: Record<string, string> = {
  description_html: "description",
  publish_at: "status",
  unpublish_at: "status",
  product_type_id: "type",
  attributes: "type",
  seo: "search engine listing",
  safety: "product safety",
  tag_ids: "tags",
  category_ids: "categories",
  variation_order: "order of variations",
  sku: "SKU",
  price_amount: "price",
  compare_at_amount: "price",
  cost_amount: "cost",
  weight_g: "weight",
  measure: "unit price",
  track_stock: "stock tracking",
  allow_backorder: "backorders",
  low_stock_level: "low-stock level",
  is_active: "visibility",
  option_value_ids: "options",
};

function namesOf(
  field: string,
  { before, after, counted }: { before: Fields; after: Fields; counted: ReadonlySet<number> },
): string[] {
  const [kind, id] = field.split(".");
  if (kind === "stock") return [counted.has(Number(id)) ? "stock" : "stock that is sold or reserved"];
  if (kind !== "variation") return [fieldNames[field] ?? field];
  const isChanged = before[field] && after[field];
  return isChanged ? Object.keys(Object(after[field])).map((part) => fieldNames[part] ?? part) : ["variations"];
}
