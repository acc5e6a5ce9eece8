import { chmod, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { FileEncoding, ImportJob, ImportSample } from "#contract/imports.ts";
import { runCategories } from "#server/imports/categories/run-categories.ts";
import { isNumbered } from "#server/imports/files/csv.ts";
import { archiveOf } from "#server/imports/files/image-archive.ts";
import { headingsKey } from "#server/imports/formats/column-mapping.ts";
import { runProducts } from "#server/imports/products/run-products.ts";
import { isReaderFree, ReaderStoppedError, startReading } from "#server/imports/reading/file-reader.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { afterCommit, inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import {
  cancelJob,
  countAttempt,
  deleteOldJobs,
  failJob,
  findJob,
  insertJob,
  type JobRow,
  listFilesInUse,
  listFinishedFiles,
  listStalledJobs,
  lockJob,
  type ReadingChoices,
  resetPreview,
  saveMapping,
  startJob,
} from "./imports.sql.ts";
import { previewImport } from "./preview.ts";
import { UnusableFileError } from "./remarks.ts";
import { enqueueUndo, runUndo } from "./undo.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** An import stopped because of an error. */
    "import.failed": { id: string; kind: ImportJob["kind"]; message: string };
  }
}

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "imports.preview": { id: string };
    "imports.run": { id: string };
  }
}

export interface NewImport {
  kind: ImportJob["kind"];
  /** Path of the uploaded file, which is moved. */
  file: string;
  /** Path of the archive with its images, which is moved too. */
  archive?: string | undefined;
  /** Original file name. */
  name: string;
  /** Run it without confirmation. */
  confirm: boolean;
  actorId: number | null;
  /** Records it in the transaction that creates it. */
  record: <Created>(tx: Tx, create: () => Promise<Created>) => Promise<Created>;
}

// Larger files are previewed in the background.
const synchronousBytes = 4 * 1024 * 1024;
/** How often a file may stop its reading without getting any further. */
const maxAttempts = 3;
/** A file without an import may be that of an upload that goes on. */
const orphanMs = 24 * 3_600_000;

/** Whether a file is previewed by a job: a request would wait for a large one, and while several others are read. */
const isForLater = async (file: string) =>
  !isReaderFree() || ((await stat(file).catch(() => undefined))?.size ?? 0) > synchronousBytes;

/** Creates an import and previews it, immediately or, for a large file, in the background. Returns the job's id. */
export async function createImport(app: App, { kind, file, archive, name, confirm, actorId, record }: NewImport) {
  const id = uuidv7();
  const file_key = `${id}.${kind}`;
  await makeImportsFolder(app);
  const table = join(importsFolder(app), file_key);
  if (archive) await rename(archive, archiveOf(table));
  await rename(file, table);
  const later = await isForLater(table);
  await inTransaction(app.db, async (tx) => {
    const job = { id, kind, file_key, file_name: name, created_by: actorId, confirm };
    await record(tx, () => insertJob(tx, job).then(() => job));
    if (later) await enqueuePreview(app, tx, id);
  });
  if (!later) await previewUpload(app, id);
  return id;
}

/**
 * Confirms a previewed import. Throws `import_not_ready`, or `import_currency` if it has prices in another currency than
 * the shop's and nobody accepted that.
 */
export async function confirmImport(app: App, tx: Tx, id: string, { acceptCurrency = false } = {}): Promise<void> {
  const { mapping, columns, summary, status } = assertFound(await findJob(tx, id));
  const isForeign = Object.keys(summary.currencies ?? {}).length > 0;
  if (status === "preview" && isForeign && !acceptCurrency) throw new Problem("import_currency");
  if (mapping && columns.header && !isNumbered(columns.header))
    await saveMapping(tx, headingsKey(columns.header), mapping);
  if (!(await startJob(tx, id))) throw new Problem("import_not_ready");
  await enqueueRun(app, tx, id);
  await invalidate(tx, `imports:${id}`);
}

/**
 * Sets an upload back, to be read with other choices: by a job, or by `previewUpload` after the commit if it returns false.
 * Throws `import_not_ready` if it has been started.
 */
export async function previewAgain(app: App, tx: Tx, id: string, choices: Partial<ReadingChoices>): Promise<boolean> {
  const job = assertFound(await findJob(tx, id));
  const { encoding = job.encoding, has_headings = job.has_headings } = choices;
  // A mapping that was only suggested is not used, nor one of other headings.
  const before = job.status === "mapping" || has_headings !== job.has_headings ? null : job.mapping;
  const { mapping = before } = choices;
  const later = await isForLater(importFile(app, job));
  if (!(await resetPreview(tx, id, { encoding, has_headings, mapping }))) throw new Problem("import_not_ready");
  if (later) await enqueuePreview(app, tx, id);
  await invalidate(tx, `imports:${id}`);
  return later;
}

/**
 * Cancels an import; what it has imported so far stays. The file of one that had not started is deleted. Throws
 * `import_finished`.
 */
export async function cancelImport(app: App, tx: Tx, id: string): Promise<void> {
  const job = assertFound(await lockJob(tx, id));
  if (!(await cancelJob(tx, id))) throw new Problem("import_finished");
  await invalidate(tx, `imports:${id}`);
  // `imports.tidy` removes them if this process ends before.
  if (job.status !== "running") afterCommit(tx, () => removeFiles(importFile(app, job)));
}

/** The first rows of an uploaded table, read as chosen or detected. */
export async function readSample(app: App, id: string, chosen: FileEncoding | undefined): Promise<ImportSample> {
  const job = assertFound(await findJob(app.db, id));
  const hasHeadings = job.kind === "categories" || job.has_headings;
  const input = { file: importFile(app, job), encoding: chosen ?? job.encoding, hasHeadings };
  try {
    return (await startReading("sample", input)).opened;
  } catch (error) {
    const message = sampleProblem(error);
    if (message) throw new Problem("upload_unreadable", { message });
    throw error;
  }
}

function sampleProblem(error: unknown): string | undefined {
  if (error instanceof UnusableFileError) return error.message;
  if (isMissingFile(error)) return missingMessage;
  return error instanceof ReaderStoppedError ? stoppedMessage : undefined;
}

/** The folder of uploaded files, which other users of the machine can't open; made if it is missing. */
export async function makeImportsFolder(app: Pick<App, "config">): Promise<string> {
  const folder = importsFolder(app);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

export const importsFolder = ({ config }: Pick<App, "config">) => join(config.dataDir, "imports");

export function registerImportJobs(app: App) {
  app.jobs.define("imports.preview", ({ id }) => previewUpload(app, id), { isBulk: true });
  app.jobs.define("imports.run", ({ id }, signal) => runImport(app, id, signal), {
    isBulk: true,
    queue: "imports.run",
  });
  app.jobs.define("imports.undo", ({ id }, signal) => runUndo(app, id, signal), { isBulk: true });
  app.jobs.schedule("imports.resume", "* * * * *", () => resumeImports(app));
  app.jobs.schedule("imports.tidy", "37 3 * * *", async () => {
    await deleteOldJobs(app.db);
    await removeUnusedFiles(app);
    for (const file_key of await listFinishedFiles(app.db))
      await rm(archiveOf(join(importsFolder(app), file_key)), { force: true });
  });
}

/** Deletes uploads that no import will read again, such as those broken off by a restart. */
export async function removeUnusedFiles(app: App): Promise<void> {
  const folder = await makeImportsFolder(app);
  const tables = (await listFilesInUse(app.db)).map((file_key) => join(folder, file_key));
  const used = new Set(tables.flatMap((table) => [table, archiveOf(table)]));
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (!used.has(file) && age > orphanMs) await rm(file, { force: true });
  }
}

const removeFiles = async (table: string) => {
  for (const file of [table, archiveOf(table)]) await rm(file, { force: true });
};

/** Resumes interrupted imports; the queue itself would wait hours for a dead worker. */
export const resumeImports = (app: App) =>
  inTransaction(app.db, async (tx) => {
    for (const { id, status } of await listStalledJobs(tx))
      if (status === "running") await enqueueRun(app, tx, id);
      else if (status === "undoing") await enqueueUndo(app, tx, id);
      else await enqueuePreview(app, tx, id);
  });

/** Previews an upload that waits for it, and confirms one that was uploaded to be run at once. */
export async function previewUpload(app: App, id: string): Promise<void> {
  const job = assertFound(await findJob(app.db, id));
  if (job.status === "pending")
    await failOnError(app, job, async () => {
      await startAttempt(app, id);
      await previewImport(app, job, importFile(app, job));
    });
  const previewed = job.confirm ? await findJob(app.db, id) : undefined;
  // Prices in another currency wait for somebody to accept them.
  const isForeign = Object.keys(previewed?.summary.currencies ?? {}).length > 0;
  if (previewed?.status === "preview" && !isForeign) await inTransaction(app.db, (tx) => confirmImport(app, tx, id));
}

/** Counts an attempt to read the file before it begins, as it may end the process. Throws `UnusableFileError`. */
async function startAttempt({ db }: App, id: string) {
  if (((await countAttempt(db, id)) ?? 0) > maxAttempts) throw new UnusableFileError(stoppedMessage);
}

async function runImport(app: App, id: string, signal: AbortSignal) {
  const job = await findJob(app.db, id);
  if (job?.status !== "running") return;
  const file = importFile(app, job);
  await failOnError(app, job, async () => {
    await startAttempt(app, id);
    if (job.kind === "categories") await runCategories(app, job, file);
    else if ((await runProducts(app, job, file, { signal })) === "more") await enqueueRun(app, app.db, id);
  });
}

const enqueuePreview = ({ jobs }: Pick<App, "jobs">, tx: Tx | Db, id: string) =>
  jobs.add(tx, "imports.preview", { id }, { key: `imports.preview:${id}` });
const enqueueRun = ({ jobs }: Pick<App, "jobs">, tx: Tx | Db, id: string) =>
  jobs.add(tx, "imports.run", { id }, { key: `imports.run:${id}` });

/** The path of an import's file. Throws `not_found` for an unknown import. */
export const findImportFile = async (app: App, id: string) => importFile(app, assertFound(await findJob(app.db, id)));

const importFile = (app: App, { file_key }: JobRow) => join(importsFolder(app), file_key);

/** Fails the job with a message on unexpected errors; a lost database and a stopped reading are retried. */
async function failOnError(app: App, { id, kind, status }: JobRow, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (error instanceof ReaderStoppedError) {
      app.log.warn({ err: error, job: id }, "the reading of an import's file was stopped");
      return status === "pending" ? enqueuePreview(app, app.db, id) : enqueueRun(app, app.db, id);
    }
    if (toProblem(error)?.code === "busy" && !isMissingFile(error)) throw error;
    const message = error instanceof UnusableFileError ? error.message : failureMessage(error);
    if (!(error instanceof UnusableFileError)) app.log.error({ err: error, job: id }, "an import failed");
    await inTransaction(app.db, async (tx) => {
      if (!(await failJob(tx, id, message))) return;
      await app.events.emit(tx, "import.failed", { id, kind, message });
      await invalidate(tx, `imports:${id}`);
    });
  }
}

const isMissingFile = (error: unknown) => (error as { code?: string }).code === "ENOENT";
const missingMessage = "The uploaded file is no longer available. Upload it again.";
const stoppedMessage =
  "This file takes too much memory or time to read. Check that quotation marks are closed, or split it into smaller files.";
const failureMessage = (error: unknown) =>
  isMissingFile(error)
    ? missingMessage
    : "Something went wrong on our end. Rows imported so far are saved. Upload the file again to continue.";
