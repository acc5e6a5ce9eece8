import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { ImportJob } from "#contract/imports.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem, problemOf } from "#server/platform/http/problem.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { failJob, forgetOldJobs, insertJob, type JobRow, jobById, stalledJobs, startJob } from "./imports.sql.ts";
import { previewImport } from "./preview.ts";
import { runCategories } from "./run-categories.ts";
import { runProducts } from "./run-products.ts";
import { UnusableFile } from "./unusable-file.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "imports.preview": { id: string; confirm: boolean };
    "imports.run": { id: string };
  }
}

export interface NewImport {
  kind: ImportJob["kind"];
  /** Where the uploaded file lies now; it is moved. */
  file: string;
  /** What the merchant called it. */
  name: string;
  /** Run it as soon as it is understood. */
  confirm: boolean;
  actorId: number | null;
}

// Larger files take longer to look through than an answer may.
const atOnceBytes = 4 * 1024 * 1024;

/** Takes a file in and says, at once or for a large one later, what importing it would do. Answers the job's id. */
export async function beginImport(app: App, { kind, file, name, confirm, actorId }: NewImport): Promise<string> {
  const id = uuidv7();
  const file_key = `${id}.${kind}`;
  await mkdir(importsFolder(app), { recursive: true });
  await rename(file, join(importsFolder(app), file_key));
  const { size } = await stat(join(importsFolder(app), file_key));
  const later = size > atOnceBytes;
  await inTransaction(app.db, async (tx) => {
    await insertJob(tx, { id, kind, file_key, file_name: name, created_by: actorId });
    if (later) await app.jobs.add(tx, "imports.preview", { id, confirm });
  });
  if (!later) await look(app, { id, confirm });
  return id;
}

/** Lets an import that was looked at run; refuses (`import_not_ready`) any other. */
export async function confirmImport(app: App, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    assertFound(await jobById(tx, id));
    if (!(await startJob(tx, id))) throw new Problem("import_not_ready");
    await app.jobs.add(tx, "imports.run", { id });
    await changed(tx, `imports:${id}`);
  });
}

export const importsFolder = ({ config }: Pick<App, "config">) => join(config.dataDir, "imports");

/** Lets imports be worked on in the background. */
export function importJobs(app: App) {
  app.jobs.define("imports.preview", (what) => look(app, what));
  app.jobs.define("imports.run", ({ id }) => run(app, id));
  app.jobs.repeat("imports.resume", "* * * * *", () => resumeImports(app));
  app.jobs.repeat("imports.tidy", "37 3 * * *", async () => {
    for (const file_key of await forgetOldJobs(app.db)) await rm(join(importsFolder(app), file_key), { force: true });
  });
}

/** Has imports go on that were cut off: the queue itself waits hours before it gives up a worker for dead. */
export const resumeImports = ({ db, jobs }: App) =>
  inTransaction(db, async (tx) => {
    for (const { id, status } of await stalledJobs(tx))
      if (status === "running") await jobs.add(tx, "imports.run", { id });
      else await jobs.add(tx, "imports.preview", { id, confirm: false });
  });

async function look(app: App, { id, confirm }: { id: string; confirm: boolean }) {
  const job = assertFound(await jobById(app.db, id));
  if (job.status === "pending") await orFail(app, job, () => previewImport(app, job, fileOf(app, job)));
  if (confirm && (await jobById(app.db, id))?.status === "preview") await confirmImport(app, id);
}

async function run(app: App, id: string) {
  const job = await jobById(app.db, id);
  if (job?.status !== "running") return;
  const file = fileOf(app, job);
  await orFail(app, job, () => (job.kind === "products" ? runProducts(app, job, file) : runCategories(app, id, file)));
}

const fileOf = (app: App, { file_key }: JobRow) => join(importsFolder(app), file_key);

/** A surprise ends the job with words for the merchant; only a lost database has it tried again. */
async function orFail(app: App, { id }: JobRow, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (problemOf(error)?.code === "busy" && (error as { code?: string }).code !== "ENOENT") throw error;
    const message = error instanceof UnusableFile ? error.message : sayingOf(error);
    if (!(error instanceof UnusableFile)) app.log.error({ err: error, job: id }, "an import failed");
    await inTransaction(app.db, async (tx) => {
      await failJob(tx, id, message);
      await changed(tx, `imports:${id}`);
    });
  }
}

const sayingOf = (error: unknown) =>
  (error as { code?: string }).code === "ENOENT"
    ? "The uploaded file is not there any more. Upload it again."
    : "Something went wrong on our side. What was imported so far stays; upload the file again to go on.";
