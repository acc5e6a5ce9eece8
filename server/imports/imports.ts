import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import type { ImportJob } from "#contract/imports.ts";
import type { House } from "#server/platform/house.ts";
import { found, Refusal, refusalOf } from "#server/platform/refusal.ts";
import { changed, inTransaction } from "#server/platform/transaction.ts";
import { failJob, forgetOldJobs, insertJob, type JobRow, jobById, stalledJobs, startJob } from "./imports.sql.ts";
import { previewImport } from "./preview.ts";
import { runCategories } from "./run-categories.ts";
import { runProducts } from "./run-products.ts";
import { UnusableFile } from "./unusable-file.ts";

declare module "#server/platform/jobs.ts" {
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
export async function beginImport(house: House, { kind, file, name, confirm, actorId }: NewImport): Promise<string> {
  const id = uuidv7();
  const file_key = `${id}.${kind}`;
  await mkdir(importsFolder(house), { recursive: true });
  await rename(file, join(importsFolder(house), file_key));
  const { size } = await stat(join(importsFolder(house), file_key));
  const later = size > atOnceBytes;
  await inTransaction(house.db, async (tx) => {
    await insertJob(tx, { id, kind, file_key, file_name: name, created_by: actorId });
    if (later) await house.jobs.add(tx, "imports.preview", { id, confirm });
  });
  if (!later) await look(house, { id, confirm });
  return id;
}

/** Lets an import that was looked at run; refuses (`import_not_ready`) any other. */
export async function confirmImport(house: House, id: string): Promise<void> {
  await inTransaction(house.db, async (tx) => {
    found(await jobById(tx, id));
    if (!(await startJob(tx, id))) throw new Refusal("import_not_ready");
    await house.jobs.add(tx, "imports.run", { id });
    await changed(tx, `imports:${id}`);
  });
}

export const importsFolder = ({ config }: Pick<House, "config">) => join(config.dataDir, "imports");

/** Lets imports be worked on in the background. */
export function importJobs(house: House) {
  house.jobs.define("imports.preview", (what) => look(house, what));
  house.jobs.define("imports.run", ({ id }) => run(house, id));
  house.jobs.repeat("imports.resume", "* * * * *", () => resumeImports(house));
  house.jobs.repeat("imports.tidy", "37 3 * * *", async () => {
    for (const file_key of await forgetOldJobs(house.db))
      await rm(join(importsFolder(house), file_key), { force: true });
  });
}

/** Has imports go on that were cut off: the queue itself waits hours before it gives up a worker for dead. */
export const resumeImports = ({ db, jobs }: House) =>
  inTransaction(db, async (tx) => {
    for (const { id, status } of await stalledJobs(tx))
      if (status === "running") await jobs.add(tx, "imports.run", { id });
      else await jobs.add(tx, "imports.preview", { id, confirm: false });
  });

async function look(house: House, { id, confirm }: { id: string; confirm: boolean }) {
  const job = found(await jobById(house.db, id));
  if (job.status === "pending") await orFail(house, job, () => previewImport(house, job, fileOf(house, job)));
  if (confirm && (await jobById(house.db, id))?.status === "preview") await confirmImport(house, id);
}

async function run(house: House, id: string) {
  const job = await jobById(house.db, id);
  if (job?.status !== "running") return;
  const file = fileOf(house, job);
  await orFail(house, job, () =>
    job.kind === "products" ? runProducts(house, job, file) : runCategories(house, id, file),
  );
}

const fileOf = (house: House, { file_key }: JobRow) => join(importsFolder(house), file_key);

/** A surprise ends the job with words for the merchant; only a lost database has it tried again. */
async function orFail(house: House, { id }: JobRow, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (refusalOf(error)?.code === "busy" && (error as { code?: string }).code !== "ENOENT") throw error;
    const message = error instanceof UnusableFile ? error.message : sayingOf(error);
    if (!(error instanceof UnusableFile)) house.log.error({ err: error, job: id }, "an import failed");
    await inTransaction(house.db, async (tx) => {
      await failJob(tx, id, message);
      await changed(tx, `imports:${id}`);
    });
  }
}

const sayingOf = (error: unknown) =>
  (error as { code?: string }).code === "ENOENT"
    ? "The uploaded file is not there any more. Upload it again."
    : "Something went wrong on our side. What was imported so far stays; upload the file again to go on.";
