import { createHash } from "node:crypto";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { reservedSlugs, sanitizeDescription, slugify } from "#server/catalogue/catalogue.ts";
import { openCsv, type Row } from "#server/imports/files/csv.ts";
import type { Columns } from "#server/imports/imports.sql.ts";
import type { RowRemark } from "#server/imports/remarks.ts";
import type { Db } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";
import { loadKnownProducts } from "./known-products.ts";
import { type Claims, claimIdentifiers, createClaims } from "./product-claims.ts";
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
  const read = (rows: Row[]) => readProduct(rows, { columns, digits, slugOf: slugOfHandle });
  return {
    format: `Shopify product CSV, ${table.format}`,
    columns: { known: columns.known, ignored: columns.ignored, header: columns.header },
    batches: planned(db, groups, read, after),
  };
}

/** The address of a handle: not one that means something else, and never empty. */
function slugOfHandle(handle: string): string {
  const slug = slugify(handle, productLimits.slug);
  if (slug === "") return `product-${createHash("sha256").update(handle).digest("hex").slice(0, 8)}`;
  return reservedSlugs.includes(slug) ? `${slug}-product` : slug;
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
    const reading = claimReading(read(rows), claims);
    if (lastRow(rows) <= after) continue;
    batch.push(reading);
    if (batch.length < batchSize) continue;
    yield planBatch(db, batch);
    batch = [];
  }
  if (batch.length > 0) yield planBatch(db, batch);
}

export const lastRow = (rows: readonly Row[]) => rows.at(-1)?.row ?? 0;

function claimReading(reading: ProductReading, claims: Claims): ProductReading {
  if (reading.kind === "bad") return reading;
  const { rows } = reading;
  const { draft, notes, errors } = claimIdentifiers(reading.draft, claims);
  const all = [...reading.notes, ...notes];
  return errors.length > 0 ? { kind: "bad", rows, errors, notes: all } : { kind: "draft", rows, draft, notes: all };
}

async function planBatch(db: Db, readings: ProductReading[]): Promise<PlannedProduct[]> {
  const known = await loadKnownProducts(
    db,
    readings.flatMap((reading) => (reading.kind === "draft" ? reading.draft : [])),
  );
  return readings.map((reading) => {
    const { rows, notes } = reading;
    if (reading.kind === "bad") return { rows, notes, plan: { kind: "error", errors: reading.errors } };
    const planned = planProduct(reading.draft, known, sanitizeDescription);
    return { rows, notes: [...notes, ...planned.notes], plan: planned.plan };
  });
}
