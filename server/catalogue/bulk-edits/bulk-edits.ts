import { isDeepStrictEqual } from "node:util";
import { v7 as uuidv7 } from "uuid";
import type { BulkChange, BulkEdit, BulkFields, BulkPreview } from "#contract/catalogue/bulk-edits.ts";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import { ProductType } from "#contract/catalogue/product-types.ts";
import { listAccountNames } from "#server/accounts/accounts.ts";
import { lockCategoryTreeShared } from "#server/catalogue/categories/categories.sql.ts";
import { findProductType } from "#server/catalogue/product-types/product-types.sql.ts";
import { deferRefresh } from "#server/catalogue/products/derived-columns.events.ts";
import { lockProducts } from "#server/catalogue/products/derived-columns.sql.ts";
import { refreshProducts } from "#server/catalogue/products/derived-columns.ts";
import {
  findMissingReferences,
  updateProductColumns,
  writeCategories,
  writeTags,
} from "#server/catalogue/products/products.sql.ts";
import { checkSchedule } from "#server/catalogue/products/products.ts";
import { enqueueAlertsOfPublished } from "#server/catalogue/variations/back-in-stock.ts";
import type { PriorPrice } from "#server/catalogue/variations/price-history.sql.ts";
import { getPriorPrices, recordPrices } from "#server/catalogue/variations/price-history.ts";
import type { App } from "#server/platform/app.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { setLowStockLevels, setOnHand } from "#server/stock/stock.ts";
import * as rows from "./bulk-edits.sql.ts";
import { type BulkProduct, listBulkProducts, updatePrices } from "./bulk-products.sql.ts";
import { currentFields, type PlanContext, planChange } from "./plan-change.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "catalogue.bulk-edit": { id: string };
  }
}

export interface BulkSelection {
  filters: ProductFilters;
  change: BulkChange;
}

const batchSize = 50;
const previewBatchSize = 500;
const shownExamples = 10;
const shownFailures = 100;
const undoHours = 24;
const changedSince = "Changed since. It was left as it is.";

/** Computes what a bulk edit would change. Throws `not_found` for an unknown category, tag or type. */
export async function previewBulkEdit(app: App, { filters, change }: BulkSelection): Promise<BulkPreview> {
  const context = await checkChange(app, app.db, change);
  const preview: BulkPreview = { total: 0, changed: 0, unchanged: 0, failed: 0, examples: [], failures: [] };
  for (let after = 0; ; ) {
    const ids = await rows.listMatchingIds(app.db, filters, after, previewBatchSize);
    const products = await listBulkProducts(app.db, ids);
    const priorPrices = await priorPricesOf(app.db, products, change);
    for (const product of products) addToPreview(preview, product, change, { ...context, priorPrices });
    if (ids.length < previewBatchSize) return preview;
    after = ids.at(-1) ?? 0;
  }
}

function addToPreview(preview: BulkPreview, product: BulkProduct, change: BulkChange, context: PlanContext) {
  const { id: product_id, name } = product;
  const plan = planChange(product, change, context);
  preview.total++;
  if (plan.kind === "change") {
    preview.changed++;
    const { before, after } = plan;
    if (preview.examples.length < shownExamples) preview.examples.push({ product_id, name, before, after });
  } else if (plan.kind === "failed") {
    preview.failed++;
    if (preview.failures.length < shownFailures) preview.failures.push({ id: product_id, name, message: plan.message });
  } else preview.unchanged++;
}

/** Starts a bulk edit of the products that match now; returns its id. */
export async function startBulkEdit(app: App, tx: Tx, { filters, change }: BulkSelection, actorId: number) {
  await checkChange(app, tx, change);
  const id = uuidv7();
  await rows.insertBulkEdit(tx, { id, change, filters, actorId });
  await enqueue(app, tx, id);
  return id;
}

/** Cancels a running bulk edit. Throws `bulk_edit_finished`. */
export async function cancelBulkEdit(tx: Tx, id: string) {
  const { status } = assertFound(await rows.lockBulkEdit(tx, id));
  if (status !== "running") throw new Problem("bulk_edit_finished");
  await rows.updateBulkEditStatus(tx, id, "cancelled");
}

/** Starts to undo a bulk edit. Throws `bulk_edit_not_undoable` after 24 hours, or if it runs or is undone. */
export async function undoBulkEdit(app: App, tx: Tx, id: string) {
  assertFound(await rows.lockBulkEdit(tx, id));
  const { undo_until } = await getBulkEdit(app, tx, id);
  if (undo_until === null) throw new Problem("bulk_edit_not_undoable");
  await rows.updateBulkEditStatus(tx, id, "undoing");
  await enqueue(app, tx, id);
}

/** A bulk edit with its first failures. */
export async function getBulkEdit({ now }: Pick<App, "now">, db: Db | Tx, id: string): Promise<BulkEdit> {
  const found = await rows.listBulkEdits(db, { id, limit: 1, now: now(), undoHours });
  const [edit] = await toBulkEdits(db, found);
  return { ...assertFound(edit), failures: await rows.listFailures(db, id, shownFailures) };
}

export const listLatestBulkEdits = async ({ db, now }: App): Promise<BulkEdit[]> =>
  toBulkEdits(db, await rows.listBulkEdits(db, { limit: 50, now: now(), undoHours }));

async function toBulkEdits(db: Db | Tx, edits: rows.BulkEditRow[]): Promise<BulkEdit[]> {
  const names = await listAccountNames(db, valuesOf(edits, "created_by"));
  return edits.map(({ created_by, ...edit }) => ({ ...edit, by: names.get(created_by ?? 0) ?? null, failures: [] }));
}

export function registerBulkEditJobs(app: App) {
  app.jobs.define("catalogue.bulk-edit", ({ id }, signal) => runBulkEdit(app, id, signal), { isBulk: true });
  app.jobs.schedule("catalogue.resume-bulk-edits", "* * * * *", () =>
    inTransaction(app.db, async (tx) => {
      for (const id of await rows.listStalledBulkEdits(tx)) await enqueue(app, tx, id);
    }),
  );
  app.jobs.schedule(
    "catalogue.delete-bulk-edits",
    "47 3 * * *",
    async () => void (await rows.deleteOldBulkEdits(app.db)),
  );
}

const enqueue = ({ jobs }: Pick<App, "jobs">, tx: Tx | Db, id: string) =>
  jobs.add(tx, "catalogue.bulk-edit", { id }, { key: `catalogue.bulk-edit:${id}` });

/** Changes the products batch by batch. It ends early and is enqueued again once `signal` is aborted. */
export async function runBulkEdit(app: App, id: string, signal: AbortSignal) {
  while (await runBatch(app, id)) if (signal.aborted) return enqueue(app, app.db, id);
}

/** Changes the next products in one transaction; false if none are left. After a problem they go one by one. */
async function runBatch(app: App, id: string): Promise<boolean> {
  try {
    return await inTransaction(app.db, (tx) => changeNext(app, tx, id, batchSize));
  } catch (error) {
    expectedProblem(error);
    for (let at = 0; at < batchSize; at++) await changeOne(app, id);
    return true;
  }
}

async function changeOne(app: App, id: string) {
  try {
    await inTransaction(app.db, (tx) => changeNext(app, tx, id, 1));
  } catch (error) {
    const { message } = expectedProblem(error);
    await inTransaction(app.db, async (tx) => {
      const edit = await rows.lockBulkEdit(tx, id);
      const [line] = await rows.listNextLines(tx, id, edit?.status === "undoing", 1);
      const outcome = edit?.status === "undoing" ? "changed_since" : "failed";
      if (line) await rows.saveOutcomes(tx, id, [{ product_id: line.product_id, outcome, message }]);
    });
  }
}

/** The problem of one product; other errors, such as a lost database, are thrown, and the job is retried. */
function expectedProblem(error: unknown): Problem {
  const problem = toProblem(error);
  if (!problem || problem.code === "busy") throw error;
  return problem;
}

async function changeNext(app: App, tx: Tx, id: string, limit: number): Promise<boolean> {
  const edit = assertFound(await rows.lockBulkEdit(tx, id));
  const isUndo = edit.status === "undoing";
  if (edit.status !== "running" && !isUndo) return false;
  const lines = await rows.listNextLines(tx, id, isUndo, limit);
  if (lines.length === 0) {
    await rows.updateBulkEditStatus(tx, id, isUndo ? "undone" : "done");
    return false;
  }
  const ids = lines.map(({ product_id }) => product_id);
  if (edit.change.kind === "category") await lockCategoryTreeShared(tx);
  await lockProducts(tx, ids);
  const listed = await listBulkProducts(tx, ids);
  const priorPrices = isUndo ? new Map<number, PriorPrice>() : await priorPricesOf(tx, listed, edit.change);
  const context = { ...(await checkChange(app, tx, edit.change)), priorPrices };
  const products = new Map(listed.map((product) => [product.id, product]));
  const outcomes = lines.map((line) => {
    const product = products.get(line.product_id);
    return isUndo ? undoLine(product, line) : changeLine(product, line, edit.change, context);
  });
  const changes = outcomes.flatMap(({ product_id, outcome, before, after }) => {
    const product = products.get(product_id);
    const fields = isUndo ? before : after;
    return product && fields && (outcome === "changed" || outcome === "undone") ? [{ product, fields }] : [];
  });
  const isRelative = isUndo || (edit.change.kind === "stock" && edit.change.by === "add");
  const movement = { actorId: edit.created_by, ref: `bulk-edit:${id}${isUndo ? ":undo" : ""}` };
  await writeFields(app, tx, changes, { ...movement, isRelative });
  await rows.saveOutcomes(tx, id, outcomes);
  return true;
}

function changeLine(
  product: BulkProduct | undefined,
  { product_id }: rows.BulkLine,
  change: BulkChange,
  context: PlanContext,
): rows.LineOutcome {
  if (!product) return { product_id, outcome: "failed", message: "The product was deleted." };
  const plan = planChange(product, change, context);
  if (plan.kind === "unchanged") return { product_id, outcome: "unchanged" };
  if (plan.kind === "failed") return { product_id, outcome: "failed", message: plan.message };
  return { product_id, outcome: "changed", before: plan.before, after: plan.after };
}

function undoLine(product: BulkProduct | undefined, { product_id, before, after }: rows.BulkLine): rows.LineOutcome {
  const isUntouched = product && before && after && isDeepStrictEqual(currentFields(product, after), after);
  return isUntouched
    ? { product_id, outcome: "undone", before }
    : { product_id, outcome: "changed_since", message: changedSince };
}

interface FieldChange {
  product: BulkProduct;
  fields: BulkFields;
}

/** Writes fields of locked products, and what follows from them. */
async function writeFields(
  app: App,
  tx: Tx,
  changes: FieldChange[],
  { actorId, ref, isRelative }: { actorId: number | null; ref: string; isRelative: boolean },
) {
  const ids = changes.map(({ product }) => product.id);
  for (const id of ids) deferRefresh(tx, id);
  await updateProductColumns(
    tx,
    changes.map(({ product: { id, status, publish_at, unpublish_at, product_type_id }, fields }) => ({
      id,
      status,
      publish_at,
      unpublish_at,
      product_type_id,
      ...fields,
    })),
  );
  for (const { product, fields } of changes) {
    if (fields.category_ids) await writeCategories(tx, product.id, fields.category_ids);
    if (fields.tag_ids) await writeTags(tx, product.id, fields.tag_ids);
  }
  const prices = changes.flatMap(({ fields }) => fields.prices ?? []);
  if (prices.length > 0) {
    await updatePrices(tx, prices);
    await recordPrices(app, tx, valuesOf(prices, "variation_id"));
  }
  const counts = changes.flatMap(({ product, fields }) => stockCounts(product, fields, isRelative));
  await setOnHand(app, tx, counts, { reason: "adjust", ref, actorId });
  await setLowStockLevels(
    tx,
    changes.flatMap(({ fields }) => fields.low_stock_levels ?? []),
  );
  await refreshProducts(tx, ids);
  const published = changes.filter(({ product, fields }) => fields.status === "active" && product.status !== "active");
  await enqueueAlertsOfPublished(app, tx, valuesOf(valuesOf(published, "product"), "id"));
}

/** The stock of a product to set; by the difference if it is relative, as orders may be shipped since it was read. */
function stockCounts({ variations }: BulkProduct, { stock = [] }: BulkFields, isRelative: boolean) {
  const read = new Map(variations.map(({ variation_id, on_hand }) => [variation_id, on_hand]));
  return stock.map((count) => ({ ...count, on_hand_was: isRelative ? read.get(count.variation_id) : undefined }));
}

/** The prior prices that a change of compare-at prices needs. */
async function priorPricesOf(db: Db | Tx, products: BulkProduct[], change: BulkChange) {
  const setsCompareAt = change.kind === "compare_at" || (change.kind === "price" && change.compare_at === "previous");
  const variations = setsCompareAt ? products.flatMap((product) => product.variations) : [];
  return getPriorPrices(db, valuesOf(variations, "variation_id"));
}

/** Checks that what a change refers to exists, and returns what planning it needs. */
async function checkChange({ now }: Pick<App, "now">, db: Db | Tx, change: BulkChange) {
  if (change.kind === "schedule") checkSchedule(change);
  const newType = change.kind === "type" ? assertFound(await findProductType(db, change.product_type_id)) : undefined;
  const missing = await findMissingReferences(db, {
    categoryIds: change.kind === "category" && change.action === "add" ? [change.category_id] : [],
    tagIds: change.kind === "tag" && change.action === "add" ? [change.tag_id] : [],
  });
  if (missing.length > 0) throw new Problem("not_found");
  return {
    now: now(),
    newTypeAttributes: newType ? ProductType.shape.attribute_schema.parse(newType.attribute_schema) : [],
  };
}
