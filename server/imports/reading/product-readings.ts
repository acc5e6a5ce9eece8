import { createHash } from "node:crypto";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { groupRows } from "#server/imports/files/group-rows.ts";
import { type ImageArchive, openImageArchive } from "#server/imports/files/image-archive.ts";
import type { Row } from "#server/imports/files/row.ts";
import { type OpenedProducts, openProductTable } from "#server/imports/formats/open-product-table.ts";
import type { Columns } from "#server/imports/imports.sql.ts";
import { findRespelled, type Spellings } from "#server/imports/products/option-spelling.ts";
import {
  type Claims,
  claimIdentifiers,
  createClaims,
  findRepeatedRow,
} from "#server/imports/products/planning/product-claims.ts";
import type { ProductReading } from "#server/imports/products/product-draft.ts";
import { createReadings } from "#server/imports/products/reading/column-readings.ts";
import type { ProductColumns } from "#server/imports/products/reading/product-columns.ts";
import { readProduct } from "#server/imports/products/reading/read-product.ts";
import { optionSlots } from "#server/imports/products/reading/read-variation.ts";
import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import { readUpdates, type UpdateReading } from "#server/imports/updates/read-updates.ts";
import type { ProductFileInput, ShopLookups } from "./product-file-input.ts";

/** A file of products, recognized. */
export interface OpenedProductFile extends Pick<OpenedProducts, "format" | "mapping"> {
  columns: Columns;
  /** The headings that remarks made without the columns at hand are about. */
  headings: Record<string, string>;
  /** How many images were uploaded with it; undefined without an archive. */
  images: number | undefined;
}

/** Some products of a file, and how many images of the archive the file has named so far. */
export interface ReadBatch {
  products: ProductReading[];
  updates: UpdateReading[];
  matched: number;
}

const batchSize = 100;
const maxHandleLength = 1000;

/** Opens a product file and reads it in batches, without the database. Throws `UnusableFileError`. */
export async function readProductFile(
  input: ProductFileInput,
  lookups: ShopLookups,
): Promise<{ opened: OpenedProductFile; parts: AsyncGenerator<ReadBatch> }> {
  const table = await openProductTable(input.file, { ...input, recallMapping: lookups.recallMapping });
  const { columns } = table;
  const archive = await openImageArchive(input.file);
  const opened: OpenedProductFile = {
    format: table.format,
    mapping: table.mapping,
    columns: {
      known: columns.known,
      ignored: columns.ignored,
      header: columns.header,
      hasImages: columns.has("image") || columns.has("variantImage"),
    },
    headings: {
      Handle: columns.heading(columns.has("handle") ? "handle" : "title"),
      SKU: columns.heading("sku"),
      Barcode: columns.heading("barcode"),
      ...Object.fromEntries(
        optionSlots.flatMap((slot, at) => [
          [`Option${at + 1} Name`, columns.heading(`${slot}Name`)],
          [`Option${at + 1} Value`, columns.heading(slot)],
        ]),
      ),
    },
    images: archive?.count,
  };
  const parts = table.kind === "updates" ? updateBatches(table, input, lookups) : productBatches(table, archive, input);
  return { opened, parts };
}

async function* updateBatches(table: OpenedProducts, input: ProductFileInput, lookups: ShopLookups) {
  for await (const updates of inBatches(readUpdates(table, input, lookups)))
    yield { products: [], updates, matched: 0 };
}

async function* productBatches(table: OpenedProducts, archive: ImageArchive | undefined, input: ProductFileInput) {
  for await (const products of inBatches(readProducts(table, archive, input)))
    yield { products, updates: [], matched: archive?.matched.size ?? 0 };
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* readProducts(
  { columns, rows }: OpenedProducts,
  archive: ImageArchive | undefined,
  { after, currency, reservedSlugs }: ProductFileInput,
): AsyncGenerator<ProductReading> {
  const slugOf = (handle: string) => slugOfHandle(handle, reservedSlugs);
  const readings = createReadings(columns, currency);
  const options = { columns, readings, currency, slugOf, archive };
  // All rows are seen once before the first product is read.
  const keyOf = ({ cells }: Row) => {
    readings.add(cells);
    return columns.cell(cells, "handle").toLowerCase();
  };
  const claims = createClaims();
  const spellings: Spellings = new Map();
  for await (const group of groupRows(rows, keyOf)) {
    const reading = claimReading(readProduct(withTitleFirst(group, columns), options), claims);
    if (reading.kind === "draft") reading.draft.respelled = findRespelled(reading.draft, spellings);
    if (lastRow(reading.rows) > after) yield { ...reading, notes: [...listConversionNotes(group), ...reading.notes] };
  }
}

/** The address of a handle: not one that means something else, and never empty. */
function slugOfHandle(handle: string, reservedSlugs: readonly string[]): string {
  const slug = slugify(handle.slice(0, maxHandleLength), productLimits.slug);
  if (slug === "") return `product-${createHash("sha256").update(handle).digest("hex").slice(0, 8)}`;
  return reservedSlugs.includes(slug) ? `${slug}-product` : slug;
}

/** The row with the title describes the product, wherever a sorted file has it. */
function withTitleFirst(rows: Row[], columns: ProductColumns): Row[] {
  const titled = rows.find(({ cells }) => columns.cell(cells, "title") !== "");
  return titled ? [titled, ...rows.filter((row) => row !== titled)] : rows;
}

const listConversionNotes = (rows: Row[]): RowRemark[] =>
  rows.flatMap((row) =>
    (row.source?.notes ?? []).map(({ column, code, message }) => toRemark(row, column, code, message)),
  );

export const lastRow = (rows: readonly number[]) => rows.reduce((last, row) => Math.max(last, row), 0);

function claimReading(reading: ProductReading, claims: Claims): ProductReading {
  if (reading.kind === "bad") return reading;
  const repeated = findRepeatedRow(reading.draft, claims);
  if (repeated !== undefined) {
    const message = `Row ${repeated} is the same product. This row is not imported.`;
    const { rows, notes, lost, currencies } = reading;
    return {
      kind: "bad",
      rows,
      notes,
      lost,
      currencies,
      errors: [toRemark(reading.draft.first, null, "row_repeated", message)],
    };
  }
  const { draft, notes } = claimIdentifiers(reading.draft, claims);
  return { ...reading, draft, notes: [...reading.notes, ...notes] };
}
