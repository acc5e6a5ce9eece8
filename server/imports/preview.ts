import type { ImportSummary } from "#contract/imports.ts";
import { listCurrentCategories } from "#server/catalogue/catalogue.ts";
import { planCategories } from "#server/imports/categories/category-plan.ts";
import { UnmappedColumnsError } from "#server/imports/formats/open-product-table.ts";
import { openProductFile } from "#server/imports/products/product-batches.ts";
import type { PlannedProduct } from "#server/imports/products/product-plan.ts";
import { startReading } from "#server/imports/reading/file-reader.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
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
import type { RowRemark } from "./remarks.ts";
import { UnusableFileError } from "./remarks.ts";

interface Preview extends Pick<JobRow, "format" | "columns" | "totals" | "summary" | "mapping"> {
  /** Remarks that are not stored yet. */
  errors: RowRemark[];
  notes: RowRemark[];
}

/** Remarks are stored in parts, as those of a whole file would not fit in memory. */
const storedTogether = 1000;

/** Previews the import of an uploaded file. An unusable file fails its job. */
export async function previewImport({ db }: Pick<App, "db">, job: JobRow, file: string): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      if (await touchPreview(tx, job.id)) await deleteRemarks(tx, job.id);
    });
    const found =
      job.kind === "products" ? await previewProducts(db, job, file) : await previewCategories(db, job, file);
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

async function previewProducts(db: Db, job: JobRow, file: string): Promise<Preview> {
  const { format, columns, mapping, images, batches, matched } = await openProductFile(db, file, job);
  const found: Preview = { format, columns, mapping, totals: noTotals(), summary: noSummary(), errors: [], notes: [] };
  for await (const batch of batches) {
    for (const planned of batch) countProduct(found, planned);
    const isStored = found.errors.length + found.notes.length >= storedTogether;
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

async function storeRemarks(tx: Tx, jobId: string, found: Pick<Preview, "errors" | "notes">) {
  await insertRemarks(tx, jobId, "error", found.errors);
  await insertRemarks(tx, jobId, "note", found.notes);
}

function countProduct({ totals, summary, errors, notes: allNotes }: Preview, { rows, notes, plan }: PlannedProduct) {
  totals.rows += new Set(rows).size;
  allNotes.push(...notes);
  if (plan.kind === "error") {
    errors.push(...plan.errors);
    totals.error += countRows(plan.errors);
    summary.left_out++;
    return;
  }
  totals[plan.kind]++;
  if (notes.some(({ code }) => code === "shortened")) summary.shortened++;
  if (notes.some(({ code }) => code === "handle_renamed")) summary.renamed++;
  if (plan.kind === "update")
    for (const field of plan.changes) summary.fields[field] = (summary.fields[field] ?? 0) + 1;
}

async function previewCategories(db: Db, { encoding }: JobRow, file: string): Promise<Preview> {
  const { format, header, known, ignored, rows, drafts, errors, notes } = (
    await startReading("categories", { file, encoding })
  ).opened;
  if (rows === 0) throw new UnusableFileError("The file doesn't contain any categories.");
  const plan = planCategories(drafts, await listCurrentCategories(db));
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
const noSummary = (): ImportSummary => ({ left_out: 0, shortened: 0, renamed: 0, fields: {}, images: null });
const countRows = (rows: readonly { row: number }[]) => new Set(rows.map(({ row }) => row)).size;
