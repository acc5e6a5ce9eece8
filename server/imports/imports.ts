import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { FileEncoding, ImportJob, ImportSample } from "#contract/imports.ts";
import { runCategories } from "#server/imports/categories/run-categories.ts";
import { openCsv } from "#server/imports/files/csv.ts";
import { archiveOf } from "#server/imports/files/image-archive.ts";
import { isXmlFeed, openXmlFeed } from "#server/imports/files/xml-feed.ts";
import { headingsKey } from "#server/imports/formats/column-mapping.ts";
import { runProducts } from "#server/imports/products/run-products.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import {
  cancelJob,
  deleteOldJobs,
  failJob,
  findJob,
  insertJob,
  type JobRow,
  listStalledJobs,
  resetPreview,
  saveMapping,
  startJob,
} from "./imports.sql.ts";
import { previewImport } from "./preview.ts";
import { UnusableFileError } from "./remarks.ts";
import { deleteUndoFields } from "./undo.sql.ts";
import { enqueueUndo, runUndo, undoHours } from "./undo.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** An import stopped because of an error. */
    "import.failed": { id: string; kind: ImportJob["kind"]; message: string };
  }
}

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "imports.preview": { id: string; confirm: boolean };
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
}

// Larger files are previewed in the background.
const synchronousBytes = 4 * 1024 * 1024;
const sampleRows = 10;
const sampleCellLength = 200;

const isLarge = async (file: string) => (await stat(file)).size > synchronousBytes;

/** Creates an import and previews it, immediately or, for a large file, in the background. Returns the job's id. */
export async function createImport(app: App, { kind, file, archive, name, confirm, actorId }: NewImport) {
  const id = uuidv7();
  const file_key = `${id}.${kind}`;
  await mkdir(importsFolder(app), { recursive: true });
  const table = join(importsFolder(app), file_key);
  if (archive) await rename(archive, archiveOf(table));
  await rename(file, table);
  const later = await isLarge(table);
  await inTransaction(app.db, async (tx) => {
    await insertJob(tx, { id, kind, file_key, file_name: name, created_by: actorId });
    if (later) await app.jobs.add(tx, "imports.preview", { id, confirm });
  });
  if (!later) await preview(app, { id, confirm });
  return id;
}

/** Confirms a previewed import. Throws `import_not_ready`. */
export async function confirmImport(app: App, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { mapping, columns } = assertFound(await findJob(tx, id));
    if (mapping && columns.header) await saveMapping(tx, headingsKey(columns.header), mapping);
    if (!(await startJob(tx, id))) throw new Problem("import_not_ready");
    await enqueueRun(app, tx, id);
    await invalidate(tx, `imports:${id}`);
  });
}

/** Previews an upload again, read with other choices. Throws `import_not_ready` if it has been started. */
export async function previewAgain(app: App, id: string, choices: Partial<Pick<JobRow, "encoding" | "mapping">>) {
  const job = assertFound(await findJob(app.db, id));
  // A mapping that was only suggested is not used.
  const before = job.status === "mapping" ? null : job.mapping;
  const { encoding = job.encoding, mapping = before } = choices;
  const later = await isLarge(importFile(app, job));
  await inTransaction(app.db, async (tx) => {
    if (!(await resetPreview(tx, id, { encoding, mapping }))) throw new Problem("import_not_ready");
    if (later) await app.jobs.add(tx, "imports.preview", { id, confirm: false });
    await invalidate(tx, `imports:${id}`);
  });
  if (!later) await preview(app, { id, confirm: false });
}

/** Cancels an import; what it has imported so far stays. Throws `import_finished`. */
export async function cancelImport(app: App, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    assertFound(await findJob(tx, id));
    if (!(await cancelJob(tx, id))) throw new Problem("import_finished");
    await invalidate(tx, `imports:${id}`);
  });
}

/** The first rows of an uploaded table, read with the encoding chosen or detected. */
export async function readSample(app: App, id: string, chosen: FileEncoding | undefined): Promise<ImportSample> {
  const job = assertFound(await findJob(app.db, id));
  const file = importFile(app, job);
  const encoding = chosen ?? job.encoding;
  try {
    const table = (await isXmlFeed(file)) ? await openXmlFeed(file, encoding) : await openCsv(file, encoding);
    const rows: ImportSample["rows"] = [];
    for await (const { row, cells } of table.rows()) {
      rows.push({ row, cells: cells.map((cell) => cell.slice(0, sampleCellLength)) });
      if (rows.length === sampleRows) break;
    }
    return { encoding: table.encoding, header: table.header, rows };
  } catch (error) {
    if (error instanceof UnusableFileError) throw new Problem("upload_unreadable", { message: error.message });
    throw error;
  }
}

export const importsFolder = ({ config }: Pick<App, "config">) => join(config.dataDir, "imports");

export function registerImportJobs(app: App) {
  app.jobs.define("imports.preview", (what) => preview(app, what), { isBulk: true });
  app.jobs.define("imports.run", ({ id }, signal) => runImport(app, id, signal), {
    isBulk: true,
    queue: "imports.run",
  });
  app.jobs.define("imports.undo", ({ id }, signal) => runUndo(app, id, signal), { isBulk: true });
  app.jobs.schedule("imports.resume", "* * * * *", () => resumeImports(app));
  app.jobs.schedule("imports.tidy", "37 3 * * *", async () => {
    for (const file_key of await deleteOldJobs(app.db)) {
      const table = join(importsFolder(app), file_key);
      for (const file of [table, archiveOf(table)]) await rm(file, { force: true });
    }
    await deleteUndoFields(app.db, undoHours);
  });
}

/** Resumes interrupted imports; the queue itself would wait hours for a dead worker. */
export const resumeImports = (app: App) =>
  inTransaction(app.db, async (tx) => {
    for (const { id, status } of await listStalledJobs(tx))
      if (status === "running") await enqueueRun(app, tx, id);
      else if (status === "undoing") await enqueueUndo(app, tx, id);
      else await app.jobs.add(tx, "imports.preview", { id, confirm: false });
  });

async function preview(app: App, { id, confirm }: { id: string; confirm: boolean }) {
  const job = assertFound(await findJob(app.db, id));
  if (job.status === "pending") await failOnError(app, job, () => previewImport(app, job, importFile(app, job)));
  if (confirm && (await findJob(app.db, id))?.status === "preview") await confirmImport(app, id);
}

async function runImport(app: App, id: string, signal: AbortSignal) {
  const job = await findJob(app.db, id);
  if (job?.status !== "running") return;
  const file = importFile(app, job);
  await failOnError(app, job, async () => {
    if (job.kind === "categories") await runCategories(app, job, file);
    else if ((await runProducts(app, job, file, { signal })) === "more") await enqueueRun(app, app.db, id);
  });
}

const enqueueRun = ({ jobs }: Pick<App, "jobs">, tx: Tx | Db, id: string) =>
  jobs.add(tx, "imports.run", { id }, { key: `imports.run:${id}` });

const importFile = (app: App, { file_key }: JobRow) => join(importsFolder(app), file_key);

/** Fails the job with a message on unexpected errors; only a lost database is retried. */
async function failOnError(app: App, { id, kind }: JobRow, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (toProblem(error)?.code === "busy" && (error as { code?: string }).code !== "ENOENT") throw error;
    const message = error instanceof UnusableFileError ? error.message : failureMessage(error);
    if (!(error instanceof UnusableFileError)) app.log.error({ err: error, job: id }, "an import failed");
    await inTransaction(app.db, async (tx) => {
      await failJob(tx, id, message);
      await app.events.emit(tx, "import.failed", { id, kind, message });
      await invalidate(tx, `imports:${id}`);
    });
  }
}

const failureMessage = (error: unknown) =>
  (error as { code?: string }).code === "ENOENT"
    ? "The uploaded file is no longer available. Upload it again."
    : "Something went wrong on our end. Rows imported so far are saved. Upload the file again to continue.";
