import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { ImportJob } from "#contract/imports.ts";
import { runCategories } from "#server/imports/categories/run-categories.ts";
import { UnusableFileError } from "#server/imports/files/unusable-file.ts";
import { runProducts } from "#server/imports/products/run-products.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { deleteOldJobs, failJob, findJob, insertJob, type JobRow, listStalledJobs, startJob } from "./imports.sql.ts";
import { previewImport } from "./preview.ts";

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
  /** Original file name. */
  name: string;
  /** Run it without confirmation. */
  confirm: boolean;
  actorId: number | null;
}

// Larger files are previewed in the background.
const synchronousBytes = 4 * 1024 * 1024;

/** Creates an import and previews it, immediately or, for a large file, in the background. Returns the job's id. */
export async function createImport(app: App, { kind, file, name, confirm, actorId }: NewImport): Promise<string> {
  const id = uuidv7();
  const file_key = `${id}.${kind}`;
  await mkdir(importsFolder(app), { recursive: true });
  await rename(file, join(importsFolder(app), file_key));
  const { size } = await stat(join(importsFolder(app), file_key));
  const later = size > synchronousBytes;
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
    assertFound(await findJob(tx, id));
    if (!(await startJob(tx, id))) throw new Problem("import_not_ready");
    await enqueueRun(app, tx, id);
    await invalidate(tx, `imports:${id}`);
  });
}

export const importsFolder = ({ config }: Pick<App, "config">) => join(config.dataDir, "imports");

/** Registers the import jobs. */
export function registerImportJobs(app: App) {
  app.jobs.define("imports.preview", (what) => preview(app, what), { isBulk: true });
  app.jobs.define("imports.run", ({ id }, signal) => runImport(app, id, signal), {
    isBulk: true,
    queue: "imports.run",
  });
  app.jobs.schedule("imports.resume", "* * * * *", () => resumeImports(app));
  app.jobs.schedule("imports.tidy", "37 3 * * *", async () => {
    for (const file_key of await deleteOldJobs(app.db)) await rm(join(importsFolder(app), file_key), { force: true });
  });
}

/** Resumes interrupted imports; the queue itself would wait hours for a dead worker. */
export const resumeImports = (app: App) =>
  inTransaction(app.db, async (tx) => {
    for (const { id, status } of await listStalledJobs(tx))
      if (status === "running") await enqueueRun(app, tx, id);
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
    if (job.kind === "categories") await runCategories(app, id, file);
    else if ((await runProducts(app, job, file, { signal })) === "more") await enqueueRun(app, app.db, id);
  });
}

const enqueueRun = ({ jobs }: Pick<App, "jobs">, tx: Tx | Db, id: string) =>
  jobs.add(tx, "imports.run", { id }, { key: `imports.run:${id}` });

const importFile = (app: App, { file_key }: JobRow) => join(importsFolder(app), file_key);

/** Fails the job with a message on unexpected errors; only a lost database is retried. */
async function failOnError(app: App, { id }: JobRow, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (toProblem(error)?.code === "busy" && (error as { code?: string }).code !== "ENOENT") throw error;
    const message = error instanceof UnusableFileError ? error.message : failureMessage(error);
    if (!(error instanceof UnusableFileError)) app.log.error({ err: error, job: id }, "an import failed");
    await inTransaction(app.db, async (tx) => {
      await failJob(tx, id, message);
      await invalidate(tx, `imports:${id}`);
    });
  }
}

const failureMessage = (error: unknown) =>
  (error as { code?: string }).code === "ENOENT"
    ? "The uploaded file is not there any more. Upload it again."
    : "Something went wrong on our side. What was imported so far stays; upload the file again to go on.";
