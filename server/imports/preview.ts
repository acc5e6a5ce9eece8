import { listCurrentCategories } from "#server/catalogue/catalogue.ts";
import { readCategoryFile } from "#server/imports/categories/category-file.ts";
import { planCategories } from "#server/imports/categories/category-plan.ts";
import { UnusableFileError } from "#server/imports/files/unusable-file.ts";
import { openProductFile } from "#server/imports/products/product-batches.ts";
import type { App } from "#server/platform/app.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import {
  type Columns,
  failJob,
  insertRemarks,
  type JobRow,
  lockJob,
  type Totals,
  updatePreview,
} from "./imports.sql.ts";
import type { BadRow, RowRemark } from "./remarks.ts";

interface Preview {
  format: string;
  columns: Columns;
  totals: Totals;
  errors: BadRow[];
  notes: RowRemark[];
}

/** Previews the import of an uploaded file. An unusable file fails its job. */
export async function previewImport({ db }: Pick<App, "db">, job: JobRow, file: string): Promise<void> {
  try {
    const found = job.kind === "products" ? await previewProducts(db, file) : await previewCategories(db, file);
    await inTransaction(db, async (tx) => {
      if ((await lockJob(tx, job.id))?.status !== "pending") return;
      await insertRemarks(tx, job.id, "error", found.errors);
      await insertRemarks(tx, job.id, "note", found.notes);
      await updatePreview(tx, job.id, found);
      await invalidate(tx, `imports:${job.id}`);
    });
  } catch (error) {
    if (!(error instanceof UnusableFileError)) throw error;
    await inTransaction(db, async (tx) => {
      await failJob(tx, job.id, error.message);
      await invalidate(tx, `imports:${job.id}`);
    });
  }
}

async function previewProducts(db: Db, file: string): Promise<Preview> {
  const { format, columns, batches } = await openProductFile(db, file);
  const found: Preview = { format, columns, totals: noTotals(), errors: [], notes: [] };
  for await (const batch of batches)
    for (const { rows, notes, plan } of batch) {
      found.totals.rows += rows.length;
      found.notes.push(...notes);
      if (plan.kind === "error") found.errors.push(...plan.errors);
      else found.totals[plan.kind]++;
    }
  if (found.totals.rows === 0) throw new UnusableFileError("The file has a header, but no rows below it.");
  found.totals.error = toRemarks(found.errors);
  return found;
}

async function previewCategories(db: Db, file: string): Promise<Preview> {
  const { format, header, known, ignored, rows, drafts, errors } = await readCategoryFile(file);
  if (rows === 0) throw new UnusableFileError("The file holds no categories.");
  const plan = planCategories(drafts, await listCurrentCategories(db));
  const all = [...errors, ...plan.errors].sort((one, other) => one.row - other.row);
  const totals = {
    rows,
    create: plan.creates.length,
    update: plan.updates.length,
    skip: plan.skips,
    error: toRemarks(all),
  };
  return { format, columns: { known, ignored, header }, totals, errors: all, notes: [] };
}

const noTotals = (): Totals => ({ rows: 0, create: 0, update: 0, skip: 0, error: 0 });
const toRemarks = (errors: BadRow[]) => new Set(errors.map(({ row }) => row)).size;
