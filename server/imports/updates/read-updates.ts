import { productLimits } from "#contract/catalogue/product-limits.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { groupRows } from "#server/imports/files/group-rows.ts";
import type { Row } from "#server/imports/files/row.ts";
import type { OpenedProducts } from "#server/imports/formats/open-product-table.ts";
import { createReadings } from "#server/imports/products/reading/column-readings.ts";
import { type CellReader, cellReader } from "#server/imports/products/reading/product-cells.ts";
import type { ProductColumns } from "#server/imports/products/reading/product-columns.ts";
import { optionSlots, readQuantity } from "#server/imports/products/reading/read-variation.ts";
import type { ProductFileInput, ShopLookups } from "#server/imports/reading/product-file-input.ts";
import type { RowRemark } from "#server/imports/remarks.ts";

/** What a row of a file of prices and stock says about a variation; what it leaves empty is undefined. */
export interface UpdateLine {
  row: Row;
  handle: string;
  sku: string;
  /** In lower case, without "Default Title". */
  options: string[];
  price: number | undefined;
  compareAt: number | undefined;
  cost: number | undefined;
  quantity: number | undefined;
  /** Where the quantity is; '' if the file has no column for it. */
  location: string;
}
/** The rows about a product of the shop, by its slug; '' if the file names none that it has. */
export interface UpdateReading {
  slug: string;
  rows: number[];
  lines: UpdateLine[];
  errors: RowRemark[];
  notes: RowRemark[];
  currencies: string[];
  /** The headings of the columns that problems are reported at. */
  headings: { handle: string; sku: string; option1: string; compareAt: string };
}

const lookupSize = 1000;
const locationHeadings = new Set(
  `location standort lagerort lager emplacement ubicación sucursal ubicazione locatie localização local warehouse depot
    filiale magazyn sklad склад`.split(/\s+/),
);

/** Reads a file of prices and stock, the rows of a product together, found by handle or SKU. */
export async function* readUpdates(
  { columns, rows }: OpenedProducts,
  { after, currency }: ProductFileInput,
  lookups: ShopLookups,
): AsyncGenerator<UpdateReading> {
  const slugs = await listSlugsBySku(columns, rows, lookups);
  const readings = createReadings(columns, currency);
  // All rows are seen once before the first product is read.
  const keyOf = (row: Row) => {
    readings.add(row.cells);
    return productKey(row, columns, slugs);
  };
  const locationAt = columns.header.findIndex((heading) => locationHeadings.has(heading.trim().toLowerCase()));
  const headings = {
    handle: columns.heading("handle"),
    sku: columns.heading("sku"),
    option1: columns.heading("option1"),
    compareAt: columns.heading("compareAt"),
  };
  for await (const group of groupRows(rows, keyOf)) {
    const [first] = group as [Row, ...Row[]];
    if ((group.at(-1)?.row ?? 0) <= after) continue;
    const cells = cellReader(columns, currency, readings);
    const lines = group.map((row) => readLine(row, cells, { columns, locationAt }));
    const { errors, notes } = cells;
    yield {
      slug: keyOf(first),
      rows: group.map(({ row }) => row),
      lines,
      errors,
      notes,
      headings,
      currencies: [...cells.currencies],
    };
  }
}

/** The slug of the product a row is about: by its handle, else by its SKU. */
function productKey(row: Row, columns: ProductColumns, slugs: ReadonlyMap<string, string>): string {
  const handle = slugify(columns.cell(row.cells, "handle"), productLimits.slug);
  return handle || (slugs.get(skuOf(row, columns)) ?? "");
}

const skuOf = (row: Row, columns: ProductColumns) => columns.cell(row.cells, "sku").replace(/^'/, "");

async function listSlugsBySku(columns: ProductColumns, rows: () => AsyncIterable<Row>, lookups: ShopLookups) {
  const slugs = new Map<string, string>();
  const find = async (skus: string[]) => {
    for (const [sku, slug] of await lookups.slugsBySku(skus)) slugs.set(sku, slug);
  };
  let skus: string[] = [];
  for await (const row of rows()) {
    if (columns.cell(row.cells, "handle") === "") skus.push(skuOf(row, columns));
    if (skus.length < lookupSize) continue;
    await find(skus);
    skus = [];
  }
  if (skus.length > 0) await find(skus);
  return slugs;
}

function readLine(
  row: Row,
  cells: CellReader,
  { columns, locationAt }: { columns: ProductColumns; locationAt: number },
): UpdateLine {
  // Shopify writes "not stocked" for a location that does not hold an item.
  const isStocked = cells.text(row, "quantity").toLowerCase() !== "not stocked";
  return {
    row,
    handle: cells.text(row, "handle"),
    sku: skuOf(row, columns),
    options: optionSlots
      .map((slot) => columns.cell(row.cells, slot).toLowerCase())
      .filter((label) => label !== "" && label !== "default title"),
    price: cells.price(row, "price"),
    compareAt: cells.price(row, "compareAt"),
    cost: cells.price(row, "cost"),
    quantity: isStocked ? readQuantity(row, cells) : undefined,
    location: (row.source?.cells ?? row.cells)[locationAt]?.trim().toLowerCase() ?? "",
  };
}
