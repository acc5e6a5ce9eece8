import { isDeepStrictEqual } from "node:util";
import type { ProductForm, VariationForm } from "#contract/catalogue/product-form.ts";
import type { StockLevel } from "#contract/stock.ts";
import { lockToChange } from "#server/catalogue/products/lock-products.ts";
import { lockProduct, markReverted } from "#server/catalogue/products/products.sql.ts";
import { deleteProduct, dropDeletedReferences, updateProduct } from "#server/catalogue/products/products.ts";
import { restoreVariationRows } from "#server/catalogue/variations/variations.sql.ts";
import { removeImage } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getLevels, listCountedSince } from "#server/stock/stock.ts";
import { findSnapshot, type ProductSnapshot } from "./product-snapshot.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** An undo deletes a product, or only these variations of it; a listener throws if they are ordered. */
    "product.reverting": { productId: number; variationIds: number[] | null };
  }
}

type Services = Pick<App, "events" | "jobs" | "now">;

/** What a write did to a product, from `diffSnapshots`, and when. */
export interface ProductChange {
  before: ProductSnapshot;
  after: ProductSnapshot;
  at: string;
}

/** Locks a product, with its stock unless it is kept, and returns its version and fields; undefined if it is deleted. */
export async function lockSnapshot(tx: Tx, productId: number, of: { keepsStock: boolean }) {
  await lockToChange(tx, [productId], of);
  return findSnapshot(tx, productId);
}

/** The fields that differ between two snapshots. Stock that was kept isn't locked: it differs by what others wrote meanwhile. */
export function diffSnapshots(
  before: ProductSnapshot,
  after: ProductSnapshot,
  { keepsStock = false } = {},
): Omit<ProductChange, "at"> {
  const isKept = (path: string) => keepsStock && isStock(path) && path in before && path in after;
  const isChanged = (path: string) => !isKept(path) && !isDeepStrictEqual(before[path], after[path]);
  const pick = (fields: ProductSnapshot) =>
    Object.fromEntries(Object.entries(fields).filter(([path]) => isChanged(path)));
  return { before: pick(before), after: pick(after) };
}

/** Deletes a product created with this version. Throws `stale` if it has changed, and as `product.reverting`. */
export async function revertCreation(app: Services, tx: Tx, productId: number, version: number): Promise<void> {
  const product = await lockProduct(tx, productId);
  if (!product) return;
  if (product.version !== version) throw new Problem("stale", { message: "Changed since." });
  await app.events.emit(tx, "product.reverting", { productId, variationIds: null });
  await deleteProduct(tx, productId);
  await markReverted(tx, productId);
}

/** Sets fields unchanged since back, stock by the difference so that sales count. Returns the names of the others. */
export async function revertProduct(
  app: Services,
  tx: Tx,
  productId: number,
  change: ProductChange,
  actorId: number | null,
): Promise<string[]> {
  const keepsStock = !Object.keys(change.before).some((path) => isStock(path) || fieldOf(path) === "low_stock_level");
  const snapshot = await lockSnapshot(tx, productId, { keepsStock });
  if (!snapshot) throw new Problem("not_found", { message: "The product was deleted." });
  const now = snapshot.fields;
  const { wanted, left } = planFields(now, change);
  const variations = planVariations(now, change);
  if (variations.added.length > 0)
    await app.events.emit(tx, "product.reverting", { productId, variationIds: variations.added });
  const stock = await planStock(tx, now, change);
  for (const path of Object.keys(change.after)) {
    const [kind, id] = path.split(".");
    if (kind === "images" && now[path]) await removeImage(app, tx, Number(id));
  }
  await restoreVariationRows(tx, productId, variations.removed);
  const wantedForm = toForm({ ...wanted, ...variations.restored }, variations.added, stock.counts);
  const { form, left: gone } = await dropDeletedReferences(tx, wantedForm, now as unknown as ProductForm);
  await updateProduct(app, tx, productId, { ...form, replace_variations: true, price_check: "warn" }, actorId);
  return [...new Set([...left, ...gone, ...stock.left])];
}

/** Fields that make sense together only, by their common name. */
const fieldNames: Record<string, string> = {
  description_html: "description",
  publish_at: "status",
  unpublish_at: "status",
  product_type_id: "type",
  seo: "search engine listing",
  tag_ids: "tags",
  category_ids: "categories",
  sku: "SKU",
  price_amount: "price",
  compare_at_amount: "price",
  cost_amount: "cost",
  weight_g: "weight",
  measure: "unit price",
  track_stock: "stock tracking",
  allow_backorder: "backorders",
  low_stock_level: "low-stock level",
  option_value_ids: "options",
};

const fieldOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);
const nameOf = (path: string) => fieldNames[fieldOf(path)] ?? fieldOf(path);
const variationOf = (path: string) => (path.startsWith("variations.") ? Number(path.split(".")[1]) : undefined);
const isStock = (path: string) => fieldOf(path) === "on_hand";

/** The fields to write: those of before, except what was changed since and what a merchant knows by the same name. */
function planFields(now: ProductSnapshot, { before, after }: ProductChange) {
  const paths = Object.keys(before).filter((path) => path in after && path in now && !isStock(path));
  const keyOf = (path: string) => `${variationOf(path) ?? ""} ${nameOf(path)}`;
  const changedSince = paths.filter((path) => !isDeepStrictEqual(now[path], after[path]));
  const stay = new Set(changedSince.map(keyOf));
  const back = paths.filter((path) => !stay.has(keyOf(path)));
  return {
    wanted: { ...now, ...Object.fromEntries(back.map((path) => [path, before[path]])) },
    left: changedSince.map(nameOf),
  };
}

/** The variations that were added and removed, and the fields of the latter. */
function planVariations(now: ProductSnapshot, { before, after }: ProductChange) {
  const idsOf = (fields: ProductSnapshot) => new Set(Object.keys(fields).flatMap((path) => variationOf(path) ?? []));
  const present = idsOf(now);
  const only = (some: ProductSnapshot, others: ProductSnapshot) => {
    const known = idsOf(others);
    return [...idsOf(some)].filter((id) => !known.has(id));
  };
  const removed = only(before, after).filter((id) => !present.has(id));
  const restored = Object.entries(before).filter(
    ([path]) => removed.includes(variationOf(path) ?? 0) && !isStock(path),
  );
  return {
    added: only(after, before).filter((id) => present.has(id)),
    removed,
    restored: Object.fromEntries(restored),
  };
}

type Counts = Map<number, Pick<VariationForm, "on_hand" | "on_hand_was">>;

/** New counts of the variations whose stock was changed, unless they were counted since or more is reserved. */
async function planStock(tx: Tx, now: ProductSnapshot, { before, after, at }: ProductChange) {
  const changed = Object.keys(before).filter((path) => isStock(path) && path in after && path in now);
  const ids = changed.flatMap((path) => variationOf(path) ?? []);
  const counted = await listCountedSince(tx, ids, at);
  const levels = await getLevels(tx, ids);
  const counts: Counts = new Map();
  const left: string[] = [];
  for (const path of changed) {
    const id = variationOf(path) ?? 0;
    const { on_hand: was = 0, reserved = 0 }: Partial<StockLevel> = levels.get(id) ?? {};
    const on_hand = was + Number(before[path]) - Number(after[path]);
    if (counted.has(id)) left.push("stock");
    else if (on_hand < reserved) left.push("stock that is sold or reserved");
    else counts.set(id, { on_hand, on_hand_was: was });
  }
  return { counts, left };
}

/** A form with all variations but those to delete. */
function toForm(fields: ProductSnapshot, without: number[], counts: Counts): ProductForm {
  const product: ProductSnapshot = {};
  const variations = new Map<number, ProductSnapshot>();
  for (const [path, value] of Object.entries(fields)) {
    const id = variationOf(path);
    if (id === undefined && !path.startsWith("images.")) product[path] = value;
    else if (id !== undefined && !without.includes(id) && !isStock(path))
      variations.set(id, { ...variations.get(id), [fieldOf(path)]: value });
  }
  const sorted = [...variations].sort(([, one], [, other]) => Number(one.position) - Number(other.position));
  // A snapshot holds what a form does.
  return {
    ...product,
    variations: sorted.map(([id, variation]) => ({ id, ...variation, ...counts.get(id) })),
  } as unknown as ProductForm;
}
