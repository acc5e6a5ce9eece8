import { createHash } from "node:crypto";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { listCurrentProducts, reservedSlugs, slugify } from "#server/catalogue/catalogue.ts";
import { imageUrl, listImageSources, listImagesForExport } from "#server/images/images.ts";
import type { Row } from "#server/imports/files/csv.ts";
import { groupRows } from "#server/imports/files/group-rows.ts";
import { type ImageArchive, openImageArchive } from "#server/imports/files/image-archive.ts";
import { headingsKey } from "#server/imports/formats/column-mapping.ts";
import { type OpenedProducts, openProductTable } from "#server/imports/formats/open-product-table.ts";
import { type Columns, findMapping, type JobRow } from "#server/imports/imports.sql.ts";
import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import { planUpdates } from "#server/imports/updates/plan-updates.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { sanitizeRichText } from "#server/platform/rich-text.ts";
import { getSettings } from "#server/shop/shop.ts";
import { type Claims, claimIdentifiers, createClaims } from "./product-claims.ts";
import type { ProductColumns } from "./product-columns.ts";
import type { ProductDraft, ProductReading } from "./product-draft.ts";
import { indexProducts, type KnownProducts, type PlannedProduct, planProduct } from "./product-plan.ts";
import { readProduct } from "./read-product.ts";

export interface ProductFile {
  format: string;
  columns: Columns;
  mapping: JobRow["mapping"];
  /** The images uploaded with it. */
  archive: ImageArchive | undefined;
  /** Planned batch by batch against the current shop. */
  batches: AsyncGenerator<PlannedProduct[]>;
}

const batchSize = 100;

/**
 * Opens a product file and plans it. Products whose last row is at most `after` are read for their identifiers but not
 * planned. Throws `UnusableFileError`.
 */
export async function openProductFile(
  db: Db,
  file: string,
  { after = 0, ...choices }: Partial<Pick<JobRow, "encoding" | "mapping">> & { after?: number } = {},
): Promise<ProductFile> {
  const recallMapping = (header: string[]) => findMapping(db, headingsKey(header));
  const table = await openProductTable(file, { ...choices, recallMapping });
  const { columns, format, mapping } = table;
  const archive = await openImageArchive(file);
  return {
    format,
    mapping,
    archive,
    columns: { known: columns.known, ignored: columns.ignored, header: columns.header },
    batches: table.kind === "updates" ? planUpdates(db, table, after) : planProducts(db, { ...table, archive }, after),
  };
}

/** The address of a handle: not one that means something else, and never empty. */
function slugOfHandle(handle: string): string {
  const slug = slugify(handle, productLimits.slug);
  if (slug === "") return `product-${createHash("sha256").update(handle).digest("hex").slice(0, 8)}`;
  return reservedSlugs.includes(slug) ? `${slug}-product` : slug;
}

async function* planProducts(
  db: Db,
  { columns, rows, archive }: Pick<OpenedProducts, "columns" | "rows"> & Pick<ProductFile, "archive">,
  after: number,
): AsyncGenerator<PlannedProduct[]> {
  const { currency } = await getSettings(db);
  const options = { columns, currency, slugOf: slugOfHandle, archive };
  const read = (group: Row[]) => readProduct(withTitleFirst(group, columns), options);
  const groups = groupRows(rows, (row) => columns.cell(row.cells, "handle").toLowerCase());
  for await (const batch of planned(db, groups, read, after))
    yield batch.map(({ rows: group, notes, plan }) => ({
      rows: group,
      notes: nameColumns([...listConversionNotes(group), ...notes, ...noteRename(plan, notes)], columns),
      plan: plan.kind === "error" ? { ...plan, errors: nameColumns(plan.errors, columns) } : plan,
    }));
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

/** A handle that can't be an address as it is. */
function noteRename(plan: PlannedProduct["plan"], notes: RowRemark[]): RowRemark[] {
  if (plan.kind !== "create" || notes.some(({ code }) => code === "handle_renamed")) return [];
  const { first, handle, slug } = plan.draft;
  if (handle === "" || handle === slug) return [];
  return [toRemark(first, "Handle", "handle_renamed", `The handle "${handle}" became "${slug}".`)];
}

/** Remarks made without the columns at hand carry plain names; they get the headings of the file. */
function nameColumns(remarks: RowRemark[], columns: ProductColumns): RowRemark[] {
  const names = new Map([
    ["Handle", columns.heading("handle")],
    ["SKU", columns.heading("sku")],
    ["Barcode", columns.heading("barcode")],
  ]);
  return remarks.map((remark) => ({ ...remark, column: names.get(remark.column ?? "") ?? remark.column }));
}

async function* planned(db: Db, groups: AsyncGenerator<Row[]>, read: (rows: Row[]) => ProductReading, after: number) {
  const claims = createClaims();
  let batch: ProductReading[] = [];
  for await (const rows of groups) {
    const reading = claimReading(read(rows), claims);
    if (lastRow(rows) <= after) continue;
    batch.push(reading);
    if (batch.length < batchSize) continue;
    yield planBatch(db, batch);
    batch = [];
  }
  if (batch.length > 0) yield planBatch(db, batch);
}

export const lastRow = (rows: readonly Row[]) => rows.reduce((last, { row }) => Math.max(last, row), 0);

function claimReading(reading: ProductReading, claims: Claims): ProductReading {
  if (reading.kind === "bad") return reading;
  const { draft, notes } = claimIdentifiers(reading.draft, claims);
  return { ...reading, draft, notes: [...reading.notes, ...notes] };
}

async function planBatch(db: Db, readings: ProductReading[]): Promise<PlannedProduct[]> {
  const known = await loadKnownProducts(
    db,
    readings.flatMap((reading) => (reading.kind === "draft" ? reading.draft : [])),
  );
  return readings.map((reading) => {
    const { rows, notes } = reading;
    if (reading.kind === "bad") return { rows, notes, plan: { kind: "error", errors: reading.errors } };
    const planned = planProduct(reading.draft, known, sanitizeRichText);
    return { rows, notes: [...notes, ...planned.notes], plan: planned.plan };
  });
}

/** Loads the products these drafts may match, with one query of each kind. */
async function loadKnownProducts(db: Db | Tx, drafts: readonly ProductDraft[]): Promise<KnownProducts> {
  const variations = drafts.flatMap((draft) => draft.variations);
  const products = await listCurrentProducts(db, {
    slugs: drafts.map(({ slug }) => slug),
    skus: variations.flatMap(({ sku }) => sku ?? []),
    barcodes: variations.flatMap(({ barcode }) => barcode ?? []),
  });
  const ids = products.map(({ id }) => id);
  const sources = Map.groupBy(await listImageSources(db, ids), ({ product_id }) => product_id);
  const images = Map.groupBy(await listImagesForExport(db, ids), ({ product_id }) => product_id);
  return indexProducts(
    products.map((product) => {
      const downloaded = sources.get(product.id) ?? [];
      return {
        ...product,
        sources: downloaded.map(({ source_url }) => source_url),
        ownPaths: (images.get(product.id) ?? []).flatMap(({ sha256 }) => (sha256 ? [imageUrl(sha256)] : [])),
        failedSources: downloaded.flatMap(({ source_url, status }) => (status === "failed" ? [source_url] : [])),
      };
    }),
  );
}
