import type { ImportSummary } from "#contract/imports.ts";
import { listCategoryRedirects, listCurrentCategories } from "#server/catalogue/catalogue.ts";
import { planCategories } from "#server/imports/categories/category-plan.ts";
import { UnmappedColumnsError } from "#server/imports/formats/open-product-table.ts";
import { previewProduct } from "#server/imports/products/planning/preview-product.ts";
import type { PlannedProduct } from "#server/imports/products/planning/product-plan.ts";
import { openProductFile, type Reading } from "#server/imports/products/product-batches.ts";
import { startReading } from "#server/imports/reading/file-reader.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import {
  awaitMapping,
  deleteRemarks,
  failJob,
  insertRemarks,
  type JobRow,
  lockJob,
  type Totals,
  touchPreview,
  updatePreview,
} from "./imports.sql.ts";
import { type RowRemark, sizeOf, UnusableFileError } from "./remarks.ts";

interface Preview extends Pick<JobRow, "format" | "columns" | "totals" | "summary" | "mapping"> {
  /** Remarks that are not stored yet. */
  errors: RowRemark[];
  notes: RowRemark[];
}

/** Remarks and their characters that are stored together, as those of a whole file would not fit in memory. */
const storedTogether = { remarks: 1000, characters: 4_000_000 };
const shownProducts = 10;

/** Previews the import of an uploaded file. An unusable file fails its job. */
export async function previewImport(app: Reading, job: JobRow, file: string): Promise<void> {
  const { db } = app;
  try {
    await inTransaction(db, async (tx) => {
      if (await touchPreview(tx, job.id)) await deleteRemarks(tx, job.id);
    });
    const found =
      job.kind === "products" ? await previewProducts(app, job, file) : await previewCategories(db, job, file);
    await inTransaction(db, async (tx) => {
      if ((await lockJob(tx, job.id))?.status !== "pending") return;
      await storeRemarks(tx, job.id, found);
      await updatePreview(tx, job.id, found);
      await invalidate(tx, `imports:${job.id}`);
    });
  } catch (error) {
    if (!(error instanceof UnusableFileError)) throw error;
    await inTransaction(db, async (tx) => {
      await deleteRemarks(tx, job.id);
      if (error instanceof UnmappedColumnsError)
        await awaitMapping(tx, job.id, { ...error, mapping: error.suggestion, message: error.message });
      else await failJob(tx, job.id, error.message);
      await invalidate(tx, `imports:${job.id}`);
    });
  }
}

async function previewProducts(app: Reading, job: JobRow, file: string): Promise<Preview> {
  const { db } = app;
  const { currency } = await getCachedSettings(app);
  const { format, columns, mapping, images, batches, matched } = await openProductFile(app, file, job);
  const found: Preview = { format, columns, mapping, totals: noTotals(), summary: noSummary(), errors: [], notes: [] };
  found.summary.currency = currency;
  for await (const batch of batches) {
    for (const planned of batch) countProduct(found, planned);
    const isStored = isMuch([...found.errors, ...found.notes]);
    const isGoingOn = await inTransaction(db, async (tx) => {
      const isPending = await touchPreview(tx, job.id);
      if (isPending && isStored) await storeRemarks(tx, job.id, found);
      return isPending;
    });
    if (!isGoingOn) break;
    if (isStored) Object.assign(found, { errors: [], notes: [] });
  }
  if (images !== undefined) found.summary.images = { total: images, matched: matched() };
  if (found.totals.rows === 0) throw new UnusableFileError("The file has a header row but no data.");
  return found;
}

const isMuch = (remarks: readonly RowRemark[]) =>
  remarks.length >= storedTogether.remarks || sizeOf(remarks) >= storedTogether.characters;

async function storeRemarks(tx: Tx, jobId: string, found: Pick<Preview, "errors" | "notes">) {
  await insertRemarks(tx, jobId, "error", found.errors);
  await insertRemarks(tx, jobId, "note", found.notes);
}

function countProduct(found: Preview, { rows, notes, plan, lost, currencies }: PlannedProduct) {
  const { totals, summary, errors, notes: allNotes } = found;
  totals.rows += new Set(rows).size;
  for (const note of notes) allNotes.push(note);
  if (plan.kind === "error") {
    for (const error of plan.errors) errors.push(error);
    totals.error += countRows(plan.errors);
    summary.left_out++;
    return;
  }
  for (const error of lost) errors.push(error);
  totals.error += countRows(lost);
  totals[plan.kind]++;
  for (const currency of currencies) summary.currencies[currency] = (summary.currencies[currency] ?? 0) + 1;
  countShown(summary, plan);
  if (notes.some(({ code }) => code === "shortened")) summary.shortened++;
  if (notes.some(({ code }) => code === "handle_renamed")) summary.renamed++;
  if (plan.kind === "update")
    for (const field of plan.changes) summary.fields[field] = (summary.fields[field] ?? 0) + 1;
}

/** Counts what would be seen in the shop, and keeps the first products to show them. */
function countShown(summary: ImportSummary, plan: PlannedProduct["plan"]) {
  const shown = previewProduct(plan);
  if (!shown) return;
  if (shown.status !== "active") summary.drafts++;
  else {
    if (shown.min_price_amount === 0) summary.free++;
    if (shown.is_sold_out) summary.sold_out++;
  }
  if (summary.products.length < shownProducts) summary.products.push(shown);
}

async function previewCategories(db: Db, { encoding }: JobRow, file: string): Promise<Preview> {
  const { format, header, known, ignored, rows, drafts, errors, notes } = (
    await startReading("categories", { file, encoding })
  ).opened;
  if (rows === 0) throw new UnusableFileError("The file doesn't contain any categories.");
  const plan = planCategories(drafts, await listCurrentCategories(db), await listCategoryRedirects(db));
  const all = [...errors, ...plan.errors].sort((one, other) => one.row - other.row);
  const error = countRows(all);
  const summary = noSummary();
  summary.left_out = error;
  for (const { changes } of plan.updates)
    for (const field of changes) summary.fields[field] = (summary.fields[field] ?? 0) + 1;
  return {
    format,
    columns: { known, ignored, header },
    mapping: null,
    totals: { rows, create: plan.creates.length, update: plan.updates.length, skip: plan.skips, error },
    summary,
    errors: all,
    notes,
  };
}

const noTotals = (): Totals => ({ rows: 0, create: 0, update: 0, skip: 0, error: 0 });
/** A summary of nothing; imports from before a figure was added have it from here. */
export const noSummary = (): ImportSummary => ({
  left_out: 0,
  shortened: 0,
  renamed: 0,
  fields: {},
  images: null,
  free: 0,
  sold_out: 0,
  drafts: 0,
  currency: null,
  currencies: {},
  products: [],
});
const countRows = (rows: readonly { row: number }[]) => new Set(rows.map(({ row }) => row)).size;
