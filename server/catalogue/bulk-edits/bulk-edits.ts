import { v7 as uuidv7 } from "uuid";
import type { BulkChange, BulkEdit, BulkFields, BulkPreview } from "#contract/catalogue/bulk-edits.ts";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import { ProductType } from "#contract/catalogue/product-types.ts";
import {
  type ChangeSet,
  findSetAuthor,
  insertSetChanges,
  listAccountNames,
  listSetChanges,
  markUndone,
  type PastSetChange,
} from "#server/accounts/accounts.ts";
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
import { variationsOfProducts } from "#server/catalogue/variations/variations.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { lockLevelsOf, setLowStockLevels, setOnHand } from "#server/stock/stock.ts";
import * as rows from "./bulk-edits.sql.ts";
import {
  type BulkProduct,
  listBulkProducts,
  updateCountriesOfOrigin,
  updateMeasures,
  updatePrices,
  updateSafety,
} from "./bulk-products.sql.ts";
import { checkForSale } from "./for-sale.ts";
import { type PlanContext, planChange } from "./plan-change.ts";
import { planUndo, recordedDifferences } from "./recorded-fields.ts";

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
  return { ...assertFound(edit), failures: await rows.listFailures(db, id) };
}

export const listLatestBulkEdits = async ({ db, now }: App): Promise<BulkEdit[]> =>
  toBulkEdits(db, await rows.listBulkEdits(db, { limit: 50, now: now(), undoHours }));

async function toBulkEdits(db: Db | Tx, edits: rows.BulkEditRow[]): Promise<BulkEdit[]> {
  const names = await listAccountNames(db, valuesOf(edits, "created_by"));
  return edits.map(({ created_by, ...edit }) => ({ ...edit, by: names.get(created_by ?? 0) ?? null, failures: [] }));
}

/** What the audit log says of a bulk edit. */
interface BulkEditState extends Record<string, unknown>, Pick<BulkEdit, "change" | "status"> {
  products: number;
}

/** Bulk edits, as changes record them. */
export const bulkEditObject: RecordedObject<BulkEditState> = {
  read: async (tx, id) => {
    const edit = await rows.lockBulkEdit(tx, id);
    return edit && { change: edit.change, status: edit.status, products: edit.total };
  },
  name: ({ change, products }) => `${changeNames[change.kind]} of ${countOf(products)}`,
};

const changeNames: Record<BulkChange["kind"], string> = {
  status: "Status",
  schedule: "Schedule",
  price: "Price",
  compare_at: "Compare-at price",
  stock: "Stock",
  low_stock_level: "Low-stock level",
  measure: "Quantity for the unit price",
  safety: "Product safety",
  country_of_origin: "Country of origin",
  category: "Category",
  tag: "Tag",
  type: "Product type",
};
const countOf = (products: number) => (products === 1 ? "1 product" : `${products.toLocaleString("en")} products`);

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
    const { message: problem, errors: [first] = [] } = expectedProblem(error);
    const message = first?.message ?? problem;
    await inTransaction(app.db, async (tx) => {
      const edit = assertFound(await rows.lockBulkEdit(tx, id));
      const [line] = await listNextLines(tx, id, edit, 1);
      const outcome = edit.status === "undoing" ? "changed_since" : "failed";
      if (line) await saveOutcomes(tx, id, edit, [{ ...line, outcome, message }]);
    });
  }
}

/** The problem of one product; other errors, such as a lost database, are thrown, and the job is retried. */
function expectedProblem(error: unknown): Problem {
  const problem = toProblem(error);
  if (!problem || problem.code === "busy") throw error;
  return problem;
}

/** A product to change, or whose change is undone. */
interface Line {
  product_id: number;
  undoes?: PastSetChange;
}
/** What becomes of it: `before` and `after` are there if it is written. */
interface Outcome extends Line, rows.LineOutcome {
  before?: BulkFields;
  after?: BulkFields;
}

const setOf = (id: string, { status }: Pick<BulkEdit, "status">): ChangeSet => ({
  setId: id,
  action: status === "undoing" ? "POST /product/admin/bulk-edits/:id/undo" : "POST /product/admin/bulk-edits",
});

async function listNextLines(tx: Tx, id: string, edit: rows.LockedBulkEdit, limit: number): Promise<Line[]> {
  if (edit.status === "running")
    return (await rows.listNextProducts(tx, id, limit)).map((product_id) => ({ product_id }));
  if (edit.status !== "undoing") return [];
  const changes = await listSetChanges(tx, setOf(id, { status: "running" }), edit.undone_up_to, limit);
  return changes.map((change) => ({ product_id: change.id, undoes: change }));
}

async function changeNext(app: App, tx: Tx, id: string, limit: number): Promise<boolean> {
  const edit = assertFound(await rows.lockBulkEdit(tx, id));
  const isUndo = edit.status === "undoing";
  if (edit.status !== "running" && !isUndo) return false;
  const lines = await listNextLines(tx, id, edit, limit);
  if (lines.length === 0) {
    await rows.updateBulkEditStatus(tx, id, isUndo ? "undone" : "done");
    return false;
  }
  const ids = valuesOf(lines, "product_id");
  const { change } = edit;
  if (change.kind === "category") await lockCategoryTreeShared(tx);
  if (change.kind === "stock" || change.kind === "low_stock_level") await lockLevelsOf(tx, variationsOfProducts(ids));
  await lockProducts(tx, ids);
  const listed = await listBulkProducts(tx, ids);
  const priorPrices = isUndo ? new Map<number, PriorPrice>() : await priorPricesOf(tx, listed, change);
  const context = { ...(await checkChange(app, tx, change)), priorPrices };
  const products = new Map(listed.map((product) => [product.id, product]));
  const outcomes = lines.map((line) => {
    const product = products.get(line.product_id);
    return line.undoes ? undoLine(product, line, line.undoes) : changeLine(product, line, change, context);
  });
  const author = await findSetAuthor(tx, "bulk_edit", setOf(id, edit), edit.created_by);
  const written = outcomes.flatMap(({ product_id, undoes, before, after }) => {
    const product = products.get(product_id);
    return product && before && after ? [{ product, undoes, before, fields: after }] : [];
  });
  if (isUndo) await checkForSale(tx, written);
  const isRelative = isUndo || (change.kind === "stock" && change.by === "add");
  const movement = { actorId: author.actorId, ref: `bulk-edit:${id}${isUndo ? ":undo" : ""}` };
  await writeFields(app, tx, written, { ...movement, isRelative });
  const changes = written.map(({ product, undoes, before, fields }) => ({
    id: product.id,
    name: product.name,
    ...recordedDifferences(before, fields),
    undoes: undoes?.change_id,
  }));
  await insertSetChanges(tx, { ...author, object: "product" }, changes);
  if (isUndo)
    await markUndone(
      tx,
      changes.map(({ undoes }) => undoes ?? 0),
    );
  await saveOutcomes(tx, id, edit, outcomes);
  return true;
}

function saveOutcomes(tx: Tx, id: string, edit: rows.LockedBulkEdit, outcomes: Outcome[]) {
  const isUndo = edit.status === "undoing";
  const room = (isUndo ? 2 : 1) * shownFailures - edit.failure_count;
  return rows.saveOutcomes(tx, id, { outcomes, undoneUpTo: outcomes.at(-1)?.undoes?.change_id, room });
}

function changeLine(product: BulkProduct | undefined, line: Line, change: BulkChange, context: PlanContext): Outcome {
  if (!product) return { ...line, outcome: "failed", message: "The product was deleted." };
  const plan = planChange(product, change, context);
  if (plan.kind === "unchanged") return { ...line, outcome: "unchanged" };
  if (plan.kind === "failed") return { ...line, outcome: "failed", message: plan.message };
  return { ...line, outcome: "changed", before: plan.before, after: plan.after };
}

function undoLine(product: BulkProduct | undefined, line: Line, change: PastSetChange): Outcome {
  const plan = product && planUndo(product, change);
  if (!plan) return { ...line, outcome: "changed_since", message: changedSince };
  const { before, after, kept } = plan;
  const message = kept && `Changed since: ${kept}. The rest was undone.`;
  return { ...line, outcome: "undone", before, after, ...(message && { message }) };
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
  const safety = changes.flatMap(({ product: { id }, fields }) =>
    fields.safety === undefined ? [] : [{ id, safety: fields.safety }],
  );
  if (safety.length > 0) await updateSafety(tx, safety);
  const origins = changes.flatMap(({ product: { id }, fields: { country_of_origin } }) =>
    country_of_origin === undefined ? [] : [{ id, country_of_origin }],
  );
  if (origins.length > 0) await updateCountriesOfOrigin(tx, origins);
  const measures = changes.flatMap(({ fields }) => fields.measures ?? []);
  if (measures.length > 0) await updateMeasures(tx, measures);
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
