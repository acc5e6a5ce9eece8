import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { sanitizeDescription, slugify } from "#server/catalogue/catalogue.ts";
import { openCsv, type Row } from "#server/imports/files/csv.ts";
import type { Columns } from "#server/imports/imports.sql.ts";
import type { RowRemark } from "#server/imports/remarks.ts";
import type { Db } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";
import { loadKnownProducts } from "./known-products.ts";
import { claimIdentifiers, createClaims } from "./product-claims.ts";
import { productColumns } from "./product-columns.ts";
import type { ProductReading } from "./product-draft.ts";
import { productGroups } from "./product-groups.ts";
import { type ProductPlan, planProduct } from "./product-plan.ts";
import { readProduct } from "./read-product.ts";

/** The rows of a product and its plan. */
export interface PlannedProduct {
  rows: Row[];
  notes: RowRemark[];
  plan: ProductPlan;
}
export interface ProductFile {
  format: string;
  columns: Columns;
  /** Planned batch by batch against the current shop. */
  batches: AsyncGenerator<PlannedProduct[]>;
}

const batchSize = 100;

/**
 * Opens a product CSV and plans it. Products up to row `after` are read for their identifiers but not planned. Throws
 * `UnusableFileError`.
 */
export async function openProductFile(db: Db, file: string, { after = 0 } = {}): Promise<ProductFile> {
  const table = await openCsv(file);
  const columns = productColumns(table.header);
  const digits = minorDigits((await getSettings(db)).currency);
  const groups = productGroups(table.rows, columns);
  const read = (rows: Row[]) => readProduct(rows, { columns, digits, slugOf: slugify });
  return {
    format: `Shopify product CSV, ${table.format}`,
    columns: { known: columns.known, ignored: columns.ignored, header: columns.header },
    batches: planned(db, groups, read, after),
  };
}

async function* planned(
  db: Db,
  groups: AsyncGenerator<Row[]>,
  read: (rows: Row[]) => ProductReading,
  after: number,
): AsyncGenerator<PlannedProduct[]> {
  const claims = createClaims();
  let batch: ProductReading[] = [];
  for await (const rows of groups) {
    const reading = collectClaims(read(rows), claims);
    if (lastRow(rows) <= after) continue;
    batch.push(reading);
    if (batch.length < batchSize) continue;
    yield planBatch(db, batch);
    batch = [];
  }
  if (batch.length > 0) yield planBatch(db, batch);
}

export const lastRow = (rows: readonly Row[]) => rows.at(-1)?.row ?? 0;

function collectClaims(reading: ProductReading, claims: ReturnType<typeof createClaims>): ProductReading {
  if (reading.kind === "bad") return reading;
  const errors = claimIdentifiers(reading.draft, claims);
  return errors.length > 0 ? { ...reading, kind: "bad", errors } : reading;
}

async function planBatch(db: Db, readings: ProductReading[]): Promise<PlannedProduct[]> {
  const known = await loadKnownProducts(
    db,
    readings.flatMap((reading) => (reading.kind === "draft" ? reading.draft : [])),
  );
  return readings.map((reading) => ({
    rows: reading.rows,
    notes: reading.notes,
    plan:
      reading.kind === "bad"
        ? { kind: "error", errors: reading.errors }
        : planProduct(reading.draft, known, sanitizeDescription),
  }));
}
