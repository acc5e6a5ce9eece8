import type { FieldError } from "#contract/endpoint.ts";
import { findSetAuthor, insertSetChanges, type SetAuthor } from "#server/accounts/accounts.ts";
import { createProduct, redirectProductSlug, updateProduct } from "#server/catalogue/catalogue.ts";
import {
  addImage,
  enqueueFetch,
  enqueueRemoval,
  maxImageBytes,
  retryFailedImages,
  storeImage,
} from "#server/images/images.ts";
import { type ArchiveImages, isArchiveSource, openArchiveImages } from "#server/imports/files/image-archive.ts";
import {
  deleteErrors,
  findPlannedRows,
  finishJob,
  insertRemarks,
  type JobRow,
  type Outcome,
  savePlannedRows,
  setOf,
  updateProgress,
  useAsyncCommit,
} from "#server/imports/imports.sql.ts";
import type { PlannedProduct } from "#server/imports/products/planning/product-plan.ts";
import { lastRow } from "#server/imports/reading/product-readings.ts";
import { type RowRemark, toRemark, UnusableFileError } from "#server/imports/remarks.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { recordImport } from "./imported-product.ts";
import { openProductFile } from "./product-batches.ts";
import {
  type ImportRun,
  newProductForm,
  type ReferenceIds,
  resolveReferences,
  updatedProductForm,
} from "./product-forms.ts";

/** A run ends after this time, so that imports started later get their turn. */
const sliceMs = 20_000;

/**
 * Imports a product file, each product in a transaction that also stores the progress: an interrupted run continues.
 * Invalid products are skipped. Returns "more" if it ended early and is to be run again.
 */
export async function runProducts(
  app: App,
  job: JobRow,
  file: string,
  { signal, milliseconds = sliceMs }: { signal?: AbortSignal; milliseconds?: number } = {},
): Promise<"done" | "more"> {
  const end = Date.now() + milliseconds;
  const archive = await openArchiveImages(file);
  const plannedRows = await findPlannedRows(app.db, job.id);
  const author = await inTransaction(app.db, (tx) => findSetAuthor(tx, "import", setOf(job), job.created_by));
  const { batches } = await openProductFile(app, file, { ...job, after: job.done_row, plannedRows });
  try {
    for await (const batch of batches) {
      await runBatch(app, { job, author }, batch, archive);
      if (Date.now() < end && !signal?.aborted) continue;
      await savePlannedRows(app.db, job.id, plannedRows);
      return "more";
    }
  } catch (error) {
    if (error instanceof SupersededError) return "done";
    throw error;
  }
  await inTransaction(app.db, async (tx) => {
    await finishJob(tx, job.id);
    await invalidate(tx, `imports:${job.id}`);
  });
  return "done";
}

/** An import that runs, and who makes its changes. */
interface Run {
  job: JobRow;
  author: SetAuthor;
}

async function runBatch(app: App, run: Run, batch: PlannedProduct[], archive: ArchiveImages | undefined) {
  const { job, author } = run;
  await retryProductImages(app, batch);
  const work = batch.flatMap(({ plan }) => (plan.kind === "create" || plan.kind === "update" ? plan : []));
  const words =
    work.length === 0
      ? undefined
      : await inTransaction(app.db, async (tx) => {
          const ids = await resolveReferences(tx, work);
          await insertSetChanges(tx, { ...author, object: "category" }, ids.madeCategories.map(toMadeChange));
          return ids;
        });
  let idle: PlannedProduct[] = [];
  for (const planned of batch) {
    if (planned.plan.kind === "skip" || planned.plan.kind === "error") {
      idle.push(planned);
      continue;
    }
    const images = await storeArchived(app, planned.plan, archive);
    await applyOrReport(app, run, { idle, planned, work: planned.plan, words: words as ReferenceIds, images });
    idle = [];
  }
  if (idle.length > 0) await inTransaction(app.db, (tx) => recordProgress(tx, job, idle, noTotals));
}

const toMadeChange = ({ id, name }: { id: number; name: string }) => ({
  id,
  name,
  before: null,
  after: { name, version: 1 },
});

/** Products of the file some of whose images could not be fetched get another try. */
async function retryProductImages(app: App, batch: PlannedProduct[]) {
  const ids = batch.flatMap(({ plan }) =>
    plan.kind === "update" && plan.current.failedSources.length > 0 ? plan.current.id : [],
  );
  if (ids.length > 0) await inTransaction(app.db, (tx) => retryFailedImages(app, tx, ids));
}

/** Another run of the same import is ahead. */
class SupersededError extends Error {}

const noTotals: Outcome = { create: 0, update: 0, skip: 0, left_out: 0 };

interface Step {
  /** Products before it without changes. */
  idle: PlannedProduct[];
  planned: PlannedProduct;
  work: ImportRun;
  words: ReferenceIds;
  images: ArchivedImages;
}

async function applyOrReport(app: App, run: Run, step: Step) {
  const { job } = run;
  const { idle, planned, work, images } = step;
  try {
    await inTransaction(app.db, async (tx) => {
      await useAsyncCommit(tx);
      await applyPlan(app, tx, run, step);
      await insertRemarks(tx, job.id, "note", images.notes);
      await recordProgress(tx, job, [...idle, planned], { ...noTotals, [work.kind]: 1 });
    });
  } catch (error) {
    const problem = toProblem(error);
    // Without the database the run fails and is retried later.
    if (!problem || problem.code === "busy") throw error;
    const failed: PlannedProduct = { ...planned, plan: { kind: "error", errors: toProblemRemarks(work, problem) } };
    await inTransaction(app.db, async (tx) => {
      for (const sha256 of images.stored.values()) await enqueueRemoval(app, tx, sha256);
      await recordProgress(tx, job, [...idle, failed], noTotals);
    });
  }
}

type Applied = Pick<Step, "work" | "words" | "images">;

async function applyPlan(app: App, tx: Tx, { job, author }: Run, { work, words, images }: Applied) {
  if (work.kind === "update") return applyUpdate(app, tx, { job, author }, { work, words, images });
  await recordImport(app, tx, { author }, async () => {
    const id = await createProduct(app, tx, newProductForm(work.draft, words), author.actorId);
    const { handle, slug } = work.draft;
    if (handle !== "" && handle !== slug) await redirectProductSlug(tx, id, { from: handle, to: slug });
    return { id, images: await addImages(app, tx, id, { work, words, images }) };
  });
}

type Update = Omit<Applied, "work"> & { work: Extract<ImportRun, { kind: "update" }> };

async function applyUpdate(app: App, tx: Tx, { job, author }: Run, { work, words, images }: Update) {
  const { id } = work.current;
  const keepsQuantities = work.draft.variations.every(
    ({ on_hand, low_stock_level }) => on_hand === undefined && low_stock_level === undefined,
  );
  await recordImport(app, tx, { id, author, keepsQuantities }, async (now) => {
    const form = { ...updatedProductForm(work, words, assertFound(now)), price_check: "warn" as const };
    const warnings = await updateProduct(app, tx, id, form, author.actorId);
    await insertRemarks(tx, job.id, "note", toRemarks(work, warnings));
    return { id, images: await addImages(app, tx, id, { work, words, images }) };
  });
}

/** Returns the ids of the new images. */
async function addImages(app: App, tx: Tx, product_id: number, { work, words, images: { stored } }: Applied) {
  const fresh = listFreshImages(work).filter(
    ({ source_url }) => !isArchiveSource(source_url) || stored.has(source_url),
  );
  const [optionName] = work.draft.optionNames;
  const ids: number[] = [];
  for (const { source_url, alt, option } of fresh) {
    const option_value_id = option && optionName ? words.vocabulary.valueId(optionName, option) : null;
    const sha256 = stored.get(source_url);
    const image = { source_url, alt, product_id, option_value_id, ...(sha256 ? { sha256 } : {}) };
    ids.push((await addImage(tx, image)).id);
  }
  if (stored.size > 0) await app.events.emit(tx, "product_images.changed", { productIds: [product_id] });
  if (fresh.length > stored.size) await enqueueFetch(app, tx);
  return ids;
}

function listFreshImages(work: ImportRun) {
  const has = new Set(work.kind === "update" ? work.current.sources : []);
  return work.draft.images.filter(({ source_url }) => !has.has(source_url));
}

/** The files of a product's images in the archive, by source, and notes about those that can't be used. */
interface ArchivedImages {
  stored: Map<string, string>;
  notes: RowRemark[];
}

/** Stores the images of a product that are in the archive; before its transaction, as they take time. */
async function storeArchived(app: App, work: ImportRun, archive: ArchiveImages | undefined): Promise<ArchivedImages> {
  const stored = new Map<string, string>();
  const notes: RowRemark[] = [];
  for (const { source_url } of archive ? listFreshImages(work) : []) {
    try {
      const bytes = await archive?.read(source_url, maxImageBytes);
      if (bytes) stored.set(source_url, (await storeImage(app, bytes)).sha256);
    } catch (error) {
      const isExpected = error instanceof UnusableFileError || (error instanceof Problem && error.code !== "busy");
      if (!isExpected) throw error;
      const name = decodeURIComponent(source_url.slice(source_url.indexOf("/") + 1));
      notes.push(toRemark(work.draft.first, null, "image_unreadable", `${name}: ${error.message}`));
    }
  }
  return { stored, notes };
}

/** Stores the outcome of products and the progress. */
async function recordProgress(tx: Tx, job: JobRow, done: PlannedProduct[], outcome: Outcome) {
  const rows = done.flatMap((planned) => planned.rows);
  if (rows.length === 0) return;
  if (job.totals.error > 0) await deleteErrors(tx, job.id, rows);
  const errors = done.flatMap(({ plan, lost }) => (plan.kind === "error" ? plan.errors : lost));
  await insertRemarks(tx, job.id, "error", errors);
  const skip = done.filter(({ plan }) => plan.kind === "skip").length;
  const left_out = done.filter(({ plan }) => plan.kind === "error").length;
  const step = { ...outcome, skip, left_out, row: lastRow(rows), rows: job.totals.rows + 1 };
  const ahead = await updateProgress(tx, job.id, step);
  if (!ahead) throw new SupersededError();
  await invalidate(tx, `imports:${job.id}`);
}

/** Reports a problem at the variations it concerns, if known. */
function toProblemRemarks(work: ImportRun, problem: Problem): RowRemark[] {
  const places = toRemarks(work, problem.errors ?? []);
  const { code, message } = readingOf(problem);
  return places.length > 0 ? places : [toRemark(work.draft.first, null, code, message)];
}

/** A customer is told that there isn't enough; here orders have reserved more than the file says there is. */
const readingOf = ({ code, message }: Problem) =>
  code === "out_of_stock" ? { code: "stock_held", message: heldMessage } : { code, message };
const heldMessage = "Open orders have reserved more than the stock in the file.";

/** Errors of fields as remarks on the rows of their variations. */
const toRemarks = ({ draft }: ImportRun, errors: FieldError[]): RowRemark[] =>
  errors.map(({ field, code, message }) => {
    const at = /^variations\.(\d+)/.exec(field)?.[1];
    return toRemark(draft.variations[Number(at ?? -1)]?.row ?? draft.first, null, code, message);
  });
