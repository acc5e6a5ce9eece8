import { z } from "zod";
import { notUndone, type Undo } from "#contract/resources/undo.ts";
import { ProductStatus } from "./catalogue/product-form.ts";
import { Flag, Instant, list, one, UuidParams } from "./endpoint.ts";
import type { ProblemCode } from "./problems.ts";
import { resource } from "./resources/resource.ts";

export const ImportStatus = z.enum([
  "pending",
  "mapping",
  "preview",
  "running",
  "done",
  "failed",
  "cancelled",
  "undoing",
  "undone",
]);

/** Encodings a text file can be read with. */
export const FileEncoding = z.enum([
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "macintosh",
  "shift_jis",
  "euc-kr",
  "gb18030",
  "big5",
]);
export type FileEncoding = z.infer<typeof FileEncoding>;

/** Product fields that a column of any table can be mapped to. */
export const mappableFields = [
  "handle",
  "title",
  "body",
  "vendor",
  "type",
  "category",
  "tags",
  "status",
  "option1",
  "option2",
  "option3",
  "sku",
  "barcode",
  "price",
  "compareAt",
  "cost",
  "quantity",
  "grams",
  "image",
  "seoTitle",
  "seoDescription",
] as const;
/** The heading of the file's column for each field. */
export const ColumnMapping = z.partialRecord(z.enum(mappableFields), z.string().min(1).max(1000));
export type ColumnMapping = z.infer<typeof ColumnMapping>;

export const ImportRowError = z.object({
  row: z.int(),
  column: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});
export type ImportRowError = z.infer<typeof ImportRowError>;

/** A kind of notes or errors of an import: how many there are, and whether they say that something is not imported. */
export const ImportNoteGroup = z.object({ code: z.string(), count: z.int(), is_loss: z.boolean() });
export type ImportNoteGroup = z.infer<typeof ImportNoteGroup>;

/** A product as it will be after its import, with amounts in the shop's currency. */
export const ImportPreviewProduct = z.object({
  row: z.int(),
  name: z.string(),
  is_new: z.boolean(),
  status: ProductStatus,
  min_price_amount: z.int(),
  max_price_amount: z.int(),
  compare_at_amount: z.int().nullable(),
  variations: z.int(),
  /** Units of all variations; null where stock is not counted. */
  stock: z.int().nullable(),
  is_sold_out: z.boolean(),
  images: z.int(),
  /** Its first image in the file, by URL or by name in the ZIP file; null without one. */
  image: z.string().nullish(),
});
export type ImportPreviewProduct = z.infer<typeof ImportPreviewProduct>;

/** What a preview found, in products. */
const ImportSummary = z.object({
  /** Products that can't be imported because of their errors. */
  left_out: z.int(),
  /** Products with a text that is cut to the longest the shop takes. */
  shortened: z.int(),
  /** Products whose handle is changed to be an address of the shop. */
  renamed: z.int(),
  /** Products to be updated, by changed field. */
  fields: z.record(z.string(), z.int()),
  /** Images in the ZIP file, and how many of them the table names; null without one. */
  images: z.object({ total: z.int(), matched: z.int() }).nullable(),
  /** Products that will be on sale for nothing, sold out, or not on sale. */
  free: z.int(),
  sold_out: z.int(),
  drafts: z.int(),
  /** The shop's currency, in which the products below have their amounts; null where nothing is sold. */
  currency: z.string().nullable(),
  /** Products with prices in another currency than the shop's, by its code or sign. Their import has to be accepted. */
  currencies: z.record(z.string(), z.int()),
  /** The first products as they will be. */
  products: z.array(ImportPreviewProduct),
});
export type ImportSummary = z.infer<typeof ImportSummary>;

export const ImportUndo = z.object({
  /** Until when it can be undone; null if it can't. */
  until: Instant.nullable(),
  /** What it created or updated, how many of them are undone, and of how many some or all of it stays. */
  total: z.int(),
  undone: z.int(),
  left: z.int(),
  /** The first 100 of the latter, with the reason. */
  failures: z.array(z.object({ id: z.int(), name: z.string(), message: z.string() })),
});
export type ImportUndo = z.infer<typeof ImportUndo>;

/**
 * A bulk import: first a dry run (`preview`) that reports the changes, then, once confirmed, the import itself. A table
 * whose columns are unknown waits in `mapping` for its column mapping.
 */
/** The images of the products an import created or updated. */
export const ImportImages = z.object({
  total: z.int(),
  ready: z.int(),
  failed: z.int(),
  /** The first that failed so far, with the reason; some are tried again. */
  failures: z.array(z.object({ product_id: z.int(), product: z.string(), url: z.string(), reason: z.string() })),
  /** Products on sale without any image that is or will be there: how many, and the first of them. */
  without: z.object({ count: z.int(), products: z.array(z.object({ id: z.int(), name: z.string() })) }),
});
export type ImportImages = z.infer<typeof ImportImages>;

export const ImportJob = z.object({
  id: z.uuid(),
  kind: z.enum(["products", "categories"]),
  format: z.string(),
  file: z.string(),
  status: ImportStatus,
  /**
   * `rows` and `error` (those not imported) count lines of the file, the others products or categories: planned in `preview`, completed in
   * `done`. Categories known only from the paths of others are included.
   */
  totals: z.object({ rows: z.int(), create: z.int(), update: z.int(), skip: z.int(), error: z.int() }),
  summary: ImportSummary,
  progress: z.number().min(0).max(1),
  /** The encoding the file is read with; null if it is detected. */
  encoding: FileEncoding.nullable(),
  /** Whether the first row of a table has the headings; null if that is detected. */
  has_headings: z.boolean().nullable(),
  /** The column mapping, used or suggested; null for a file whose columns are known. */
  mapping: ColumnMapping.nullable(),
  /** Recognized and ignored columns. */
  columns: z.object({ known: z.array(z.string()), ignored: z.array(z.string()) }),
  /** The first 100 failed rows; all of them are at `errors_url`. */
  errors: z.array(ImportRowError),
  /** Interpreted cells, such as the price "1.299,00", with the result: the first of each kind, 100 at most. */
  notes: z.array(ImportRowError),
  /** How many notes of each kind there are; empty in lists. */
  note_groups: z.array(ImportNoteGroup),
  errors_url: z.string().nullable(),
  /** All notes as CSV; null without any. */
  notes_url: z.string().nullable(),
  /** Null in lists, before it runs, and for categories. */
  images: ImportImages.nullable(),
  /** Null in lists, and before it has run. */
  undo: ImportUndo.nullable(),
  /** Why the whole file could not be used, if `failed`, or what its `mapping` lacks. */
  message: z.string().nullable(),
  created_at: Instant,
});
export type ImportJob = z.infer<typeof ImportJob>;

/** The first rows of an uploaded table. */
const ImportSample = z.object({
  encoding: FileEncoding,
  /** False where the first row is a product: the columns are numbered. */
  has_headings: z.boolean(),
  header: z.array(z.string()),
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
});
export type ImportSample = z.infer<typeof ImportSample>;

const importJob = resource("import", ["catalogue"]);

const upload = (summary: string) =>
  importJob.write({
    summary,
    undo: notUndone.stored,
    upload: true,
    query: z.object({ confirm: Flag.optional() }),
    reply: z.object({ job_id: z.uuid(), data: ImportJob }),
    status: 202,
    problems: ["upload_missing", "upload_too_large", "upload_unreadable"],
  });

const startJob = (summary: string, undo: Undo, problems: ProblemCode[] = []) =>
  importJob.write({ summary, undo, params: UuidParams, reply: one(ImportJob), status: 202, problems });

export const importsApi = {
  "POST /product/admin/upload": upload(
    "Upload products: a product file of Shopify, WooCommerce or Etsy, a Google product feed, or any table, " +
      "or a ZIP file of one and its images. `confirm=1` runs it at once.",
  ),
  "POST /categories/upload": upload(
    "Upload categories as JSON, CSV or a published taxonomy. `confirm=1` runs it at once.",
  ),
  "GET /imports": importJob.read({ summary: "List recent imports.", reply: list(ImportJob) }),
  "GET /imports/export": importJob.export("Download recent imports as CSV."),
  "GET /imports/:id": importJob.get("Retrieve an import.", ImportJob, UuidParams),
  "GET /imports/:id/sample": importJob.read({
    summary: "Retrieve the first ten rows of an uploaded table, read with an encoding of choice.",
    params: UuidParams,
    query: z.object({ encoding: FileEncoding.optional() }),
    reply: one(ImportSample),
    problems: ["upload_unreadable"],
  }),
  "POST /imports/:id/preview": importJob.write({
    summary:
      "Preview an upload again with another encoding, first row or column mapping. What is absent stays as it is.",
    undo: notUndone.unseen,
    params: UuidParams,
    body: z.object({
      encoding: FileEncoding.nullish(),
      has_headings: z.boolean().nullish(),
      mapping: ColumnMapping.optional(),
    }),
    reply: one(ImportJob),
    status: 202,
    problems: ["import_not_ready"],
  }),
  "POST /imports/:id/cancel": importJob.write({
    summary: "Discard an import that has not started, or cancel a running one. What it has imported stays.",
    undo: notUndone.anUndo,
    params: UuidParams,
    reply: one(ImportJob),
    problems: ["import_finished"],
  }),
  "POST /imports/:id/confirm": importJob.write({
    summary:
      "Confirm a previewed import. `accept_currency=1` imports prices in another currency as numbers of the shop's.",
    undo: { call: "POST /imports/:id/undo", within: "day" },
    params: UuidParams,
    query: z.object({ accept_currency: Flag.optional() }),
    reply: one(ImportJob),
    status: 202,
    problems: ["import_not_ready", "import_currency"],
  }),
  "POST /imports/:id/undo": startJob(
    "Undo an import within 24 hours: what it created is deleted unless it is used or was changed since, " +
      "and what it changed is set back unless it was changed since.",
    notUndone.anUndo,
    ["import_not_undoable"],
  ),
  "POST /imports/:id/retry-images": startJob(
    "Download the failed images of an import's products again.",
    notUndone.unseen,
  ),
  "GET /imports/:id/products/:row/image": importJob.read({
    summary: "Retrieve the first image of a product in the preview of an import, small.",
    params: UuidParams.extend({ row: z.coerce.number().int().min(1) }),
  }),
  "GET /imports/:id/notes": importJob.read({
    summary: "Retrieve all notes as CSV, with row, column and text next to the original cells.",
    params: UuidParams,
  }),
  "GET /imports/:id/errors": importJob.read({
    summary: "Retrieve the failed rows as CSV, with row, column and reason next to the original cells.",
    params: UuidParams,
  }),
};
