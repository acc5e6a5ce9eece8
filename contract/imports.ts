import { z } from "zod";
import { endpoint, Flag, Instant, list, one, UuidParams } from "./endpoint.ts";

export const ImportStatus = z.enum(["pending", "preview", "running", "done", "failed"]);
export const ImportRowError = z.object({
  row: z.int(),
  column: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});
export type ImportRowError = z.infer<typeof ImportRowError>;

/** A bulk import: first a dry run (`preview`) that reports the changes, then, once confirmed, the import itself. */
export const ImportJob = z.object({
  id: z.uuid(),
  kind: z.enum(["products", "categories"]),
  format: z.string(),
  file: z.string(),
  status: ImportStatus,
  /**
   * `rows` and `error` count lines of the file, the others products or categories: planned in `preview`, completed in
   * `done`. Categories known only from the paths of others are included.
   */
  totals: z.object({ rows: z.int(), create: z.int(), update: z.int(), skip: z.int(), error: z.int() }),
  progress: z.number().min(0).max(1),
  /** Recognised and ignored columns. */
  columns: z.object({ known: z.array(z.string()), ignored: z.array(z.string()) }),
  /** The first 100 failed rows; all of them are at `errors_url`. */
  errors: z.array(ImportRowError),
  /** The first 100 interpreted cells, such as the price "1.299,00", with the result. */
  notes: z.array(ImportRowError),
  errors_url: z.string().nullable(),
  /** Why the whole file could not be used, if `failed`. */
  message: z.string().nullable(),
  created_at: Instant,
});
export type ImportJob = z.infer<typeof ImportJob>;

const upload = (summary: string) =>
  endpoint({
    summary,
    caller: "admin",
    upload: true,
    query: z.object({ confirm: Flag.optional() }),
    reply: z.object({ job_id: z.uuid(), data: ImportJob }),
    status: 202,
    problems: ["upload_missing", "upload_too_large", "upload_unreadable"],
  });

export const importsApi = {
  "POST /product/admin/upload": upload(
    "Upload products as CSV (Shopify's product CSV as it is). `confirm=1` runs it at once.",
  ),
  "POST /categories/upload": upload("Upload categories as JSON or CSV. `confirm=1` runs it at once."),
  "GET /imports": endpoint({ summary: "List recent imports.", caller: "admin", reply: list(ImportJob) }),
  "GET /imports/:id": endpoint({
    summary: "Retrieve an import.",
    caller: "admin",
    params: UuidParams,
    reply: one(ImportJob),
    problems: ["not_found"],
  }),
  "POST /imports/:id/confirm": endpoint({
    summary: "Confirm a previewed import.",
    caller: "admin",
    params: UuidParams,
    reply: one(ImportJob),
    status: 202,
    problems: ["not_found", "import_not_ready"],
  }),
  "GET /imports/:id/errors": endpoint({
    summary: "Retrieve the failed rows as CSV, with row, column and reason next to the original cells.",
    caller: "admin",
    params: UuidParams,
    problems: ["not_found"],
  }),
};
