import type { Readable } from "node:stream";
import type { ImportJob } from "#contract/imports.ts";
import { retryFailedImages } from "#server/images/images.ts";
import { storeUpload } from "#server/imports/files/upload.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { csvStream, fields, sendCsv } from "#server/platform/csv.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { requestOrigin } from "#server/platform/http/request-origin.ts";
import { productLines } from "./export/product-lines.ts";
import { getImportImages, listProductsWithFailedImages } from "./import-images.sql.ts";
import {
  countNotes,
  findJob,
  type JobRow,
  listFirstRemarks,
  listLatestJobs,
  listRemarkRows,
  lossCodes,
} from "./imports.sql.ts";
import {
  cancelImport,
  confirmImport,
  createImport,
  findImportFile,
  previewAgain,
  previewUpload,
  readSample,
  registerImportJobs,
} from "./imports.ts";
import { noSummary } from "./preview.ts";
import { getPreviewImage } from "./preview-image.ts";
import { getImportUndo, undoImport } from "./undo.ts";

const shownRemarks = 100;
const listedJobs = 50;

const uploads = { "POST /product/admin/upload": "products", "POST /categories/upload": "categories" } as const;
type Upload = keyof typeof uploads;

/** What changes of an import record: where it is, and how its file is read. */
type ImportState = Pick<ImportJob, "file" | "kind" | "status" | "encoding" | "has_headings" | "mapping">;

async function readImportState(tx: Tx, id: string): Promise<ImportState | undefined> {
  const job = await findJob(tx, id);
  if (!job) return undefined;
  const { file_name: file, kind, status, encoding, has_headings, mapping } = job;
  return { file, kind, status, encoding, has_headings, mapping };
}

/** Import endpoints and jobs. */
export function importsRoutes(app: App) {
  const { db } = app;
  registerImportJobs(app);
  app.object<ImportState>("import", { read: readImportState, name: ({ file }) => file });
  uploadRoutes(app);
  app.handle("GET /product/admin/export", ({ query }, call) => {
    const origin = requestOrigin(app.config, assertFound(call.http).request) ?? "";
    return sendCsv(call, "products", productLines(db, query, origin));
  });
  app.answer("GET /imports", async () => toImport(db, await listLatestJobs(db, listedJobs)));
  app.handleExport("GET /imports", {
    ...fields("file", "kind", "format", "status"),
    rows: ({ totals }) => totals.rows,
    created: ({ totals }) => totals.create,
    updated: ({ totals }) => totals.update,
    skipped: ({ totals }) => totals.skip,
    failed_rows: ({ totals }) => totals.error,
    ...fields("message", "created_at"),
  });
  app.answer("GET /imports/:id", ({ params }) => toJob(app, params.id));
  app.answer("GET /imports/:id/sample", ({ params, query }) => readSample(app, params.id, query.encoding));
  app.write("POST /imports/:id/preview", (tx, { params, body }) => previewAgain(app, tx, params.id, body), {
    answer: async (isLater, { params: { id } }) => {
      if (!isLater) await previewUpload(app, id);
      return toJob(app, id);
    },
  });
  const answered = { answer: (_saved: unknown, { params }: { params: { id: string } }) => toJob(app, params.id) };
  app.write("POST /imports/:id/cancel", (tx, { params }) => cancelImport(app, tx, params.id), answered);
  app.write(
    "POST /imports/:id/confirm",
    (tx, { params, query }) => confirmImport(app, tx, params.id, { acceptCurrency: query.accept_currency ?? false }),
    answered,
  );
  app.write("POST /imports/:id/undo", (tx, { params }) => undoImport(app, tx, params.id), answered);
  app.write(
    "POST /imports/:id/retry-images",
    async (tx, { params: { id } }) => {
      assertFound(await findJob(tx, id));
      await retryFailedImages(app, tx, await listProductsWithFailedImages(tx, id));
    },
    answered,
  );
  app.handle("GET /imports/:id/products/:row/image", async ({ params }, { http }) => {
    const image = await getPreviewImage(db, await findImportFile(app, params.id), params);
    await assertFound(http).reply.type("image/webp").header("cache-control", "private, max-age=3600").send(image);
  });
  const sendRemarks = async (id: string, kind: "error" | "note", { http }: Call) => {
    const job = assertFound(await findJob(db, id));
    const name = `${job.file_name.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "-")}-${kind}s.csv`;
    await assertFound(http)
      .reply.type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${name}"`)
      .send(remarkFile(db, job, kind));
  };
  app.handle("GET /imports/:id/errors", ({ params }, call) => sendRemarks(params.id, "error", call));
  app.handle("GET /imports/:id/notes", ({ params }, call) => sendRemarks(params.id, "note", call));
}

/** Endpoints that create an import of a file. */
function uploadRoutes(app: App) {
  const take = async (action: Upload, confirm: boolean | undefined, call: Call) => {
    const kind = uploads[action];
    const upload = await storeUpload(app, assertFound(call.http).request, { unpacks: kind === "products" });
    const id = await createImport(app, {
      kind,
      ...upload,
      confirm: confirm ?? false,
      actorId: userId(call.caller),
      record: (tx, create) => app.change(tx, { object: "import", action }, call, create),
    });
    return { job_id: id, data: await toJob(app, id) };
  };
  for (const route of ["POST /product/admin/upload", "POST /categories/upload"] as const)
    app.handle(route, ({ query }, call) => take(route, query.confirm, call), { recordsItself: true });
}

async function toJob(app: App, id: string): Promise<ImportJob> {
  const { db } = app;
  const [job] = await toImport(db, [assertFound(await findJob(db, id))]);
  const groups = await countNotes(db, id);
  const shown: ImportJob = {
    ...assertFound(job),
    note_groups: groups.map(({ code, count }) => ({ code, count, is_loss: lossCodes.includes(code) })),
    notes_url: groups.length > 0 ? `/v1/imports/${id}/notes` : null,
  };
  if (["pending", "mapping", "preview"].includes(shown.status)) return shown;
  const hasImages = shown.kind === "products" && shown.status !== "failed";
  const images = hasImages ? await getImportImages(db, id) : null;
  return { ...shown, images, undo: await getImportUndo(app, id) };
}

async function toImport(db: Db, jobs: JobRow[]): Promise<ImportJob[]> {
  const remarks = await listFirstRemarks(db, valuesOf(jobs, "id"), shownRemarks);
  return jobs.map((job) => {
    const of = (kind: "error" | "note") => remarks.filter((remark) => remark.job_id === job.id && remark.kind === kind);
    const { file_name, columns, ...shown } = job;
    return {
      ...shown,
      summary: { ...noSummary(), ...shown.summary },
      file: file_name,
      columns: { known: columns.known, ignored: columns.ignored },
      errors: of("error"),
      notes: of("note"),
      note_groups: [],
      notes_url: null,
      errors_url: job.totals.error > 0 ? `/v1/imports/${job.id}/errors` : null,
      images: null,
      undo: null,
    };
  });
}

/** A row may have two million characters, so few are held in memory at a time. */
const remarkPageSize = 20;

/** The failed rows or the notes of an import as CSV: row, column and reason, then the original cells. */
const remarkFile = (db: Db, { id, columns }: JobRow, kind: "error" | "note"): Readable =>
  csvStream(remarkLines(db, { jobId: id, kind }, columns.header ?? []));

async function* remarkLines(
  db: Db,
  of: { jobId: string; kind: "error" | "note" },
  header: string[],
): AsyncGenerator<string[]> {
  yield ["row", "column", of.kind === "error" ? "reason" : "note", ...header];
  let after = { row_no: -1, seq: -1 };
  for (;;) {
    const some = await listRemarkRows(db, of, after, remarkPageSize);
    for (const { row_no, column_name, message, cells } of some)
      yield [String(row_no), column_name ?? "", message, ...cells];
    const last = some.at(-1);
    if (!last || some.length < remarkPageSize) return;
    after = last;
  }
}
