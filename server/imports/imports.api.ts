import type { ImportJob } from "#contract/imports.ts";
import { userId } from "#server/platform/caller.ts";
import type { Db } from "#server/platform/db.ts";
import type { Call, House } from "#server/platform/house.ts";
import { found } from "#server/platform/refusal.ts";
import { errorFile } from "./error-file.ts";
import { firstRemarks, type JobRow, jobById, latestJobs } from "./imports.sql.ts";
import { beginImport, confirmImport, importJobs } from "./imports.ts";
import { storeUpload } from "./upload.ts";

const shown = 100;
const listed = 50;

/** Calls for bulk uploads, and the jobs behind them. */
export function importsRoutes(house: House) {
  const { db } = house;
  importJobs(house);
  const take = async (kind: ImportJob["kind"], confirm: boolean | undefined, { caller, http }: Call) => {
    const upload = await storeUpload(house, found(http).request);
    const id = await beginImport(house, { kind, ...upload, confirm: confirm ?? false, actorId: userId(caller) });
    return { job_id: id, data: await one(db, id) };
  };
  house.handle("POST /product/admin/upload", ({ query }, call) => take("products", query.confirm, call));
  house.handle("POST /categories/upload", ({ query }, call) => take("categories", query.confirm, call));
  house.handle("GET /imports", async () => ({ data: await described(db, await latestJobs(db, listed)) }));
  house.handle("GET /imports/:id", async ({ params }) => ({ data: await one(db, params.id) }));
  house.handle("POST /imports/:id/confirm", async ({ params }) => {
    await confirmImport(house, params.id);
    return { data: await one(db, params.id) };
  });
  house.handle("GET /imports/:id/errors", async ({ params }, { http }) => {
    const job = found(await jobById(db, params.id));
    const name = `${job.file_name.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "-")}-errors.csv`;
    await found(http)
      .reply.type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${name}"`)
      .send(errorFile(db, job));
  });
}

async function one(db: Db, id: string): Promise<ImportJob> {
  const [job] = await described(db, [found(await jobById(db, id))]);
  return found(job);
}

async function described(db: Db, jobs: JobRow[]): Promise<ImportJob[]> {
  const remarks = await firstRemarks(
    db,
    jobs.map(({ id }) => id),
    shown,
  );
  return jobs.map((job) => {
    const of = (kind: "error" | "note") => remarks.filter((remark) => remark.job_id === job.id && remark.kind === kind);
    const { id, kind, format, file_name, status, totals, columns, progress, message, created_at } = job;
    return {
      id,
      kind,
      format,
      file: file_name,
      status,
      totals,
      progress,
      message,
      created_at,
      columns: { known: columns.known, ignored: columns.ignored },
      errors: of("error"),
      notes: of("note"),
      errors_url: totals.error > 0 ? `/v1/imports/${id}/errors` : null,
    };
  });
}
