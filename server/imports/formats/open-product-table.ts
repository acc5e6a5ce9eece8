import { type ColumnMapping, mappableFields } from "#contract/imports.ts";
import type { Table } from "#server/imports/files/csv.ts";
import {
  findProductColumns,
  listMissingColumns,
  type ProductColumn,
  type ProductColumns,
  productColumnNames,
  shopifyColumns,
} from "#server/imports/products/reading/product-columns.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import { isUpdateMapping, mappingProblem, openMappedTable, suggestMapping } from "./column-mapping.ts";
import { etsy } from "./etsy.ts";
import { googleFeed } from "./google-feed.ts";
import { openTable, suggestByValues, type TableChoices } from "./open-table.ts";
import {
  type FileTime,
  localTime,
  type NamedCells,
  namedCells,
  type ProductFormat,
  type ProductTable,
} from "./product-format.ts";
import { translateEtsy, translateWooCommerce } from "./translated-headings.ts";
import { wix } from "./wix.ts";
import { wooCommerce } from "./woocommerce.ts";

export interface OpenedProducts extends ProductTable {
  /** What the file was recognized as: 'Shopify product CSV, UTF-8, separated by commas'. */
  format: string;
  /** `updates` changes prices and stock of products that the shop has. */
  kind: "products" | "updates";
  /** The column mapping in use. */
  mapping: ColumnMapping | null;
}

/** The columns of a table are unknown: it needs a column mapping. */
export class UnmappedColumnsError extends UnusableFileError {
  readonly format: string;
  readonly suggestion: ColumnMapping;
  constructor(message: string, format: string, suggestion: ColumnMapping) {
    super(message);
    this.format = format;
    this.suggestion = suggestion;
  }
}

export interface ReadingChoices extends TableChoices {
  mapping?: ColumnMapping | null;
  time?: FileTime;
  /** Of the shop. */
  currency?: string;
  /** Finds the mapping last used for these headings. */
  recallMapping?: (header: string[]) => Promise<ColumnMapping | undefined>;
}

const formats: ProductFormat[] = [wooCommerce, etsy, wix, googleFeed];
const updatedColumns: ProductColumn[] = ["price", "compareAt", "cost", "quantity"];

/** Opens a file of products in any known format. Throws `UnusableFileError`, or `UnmappedColumnsError`. */
export async function openProductTable(file: string, choices: ReadingChoices = {}): Promise<OpenedProducts> {
  const { mapping = null } = choices;
  const table = await openTable(file, choices);
  const { header } = table;
  const cells = namedCells(header);
  const known = await findFormat(table);
  const byMapping = (chosen: ColumnMapping): OpenedProducts => ({
    ...openMappedTable(table, cells, chosen),
    format: `Table, ${table.format}`,
    kind: isUpdateMapping(chosen) ? "updates" : "products",
    mapping: chosen,
  });
  if (mapping) {
    const problem = mappingProblem(mapping, header);
    if (problem) throw new UnmappedColumnsError(problem, `Table, ${table.format}`, mapping);
    return byMapping(mapping);
  }
  const { time = { now: Date.now(), localNow: localTime(new Date(), "UTC") }, currency = "EUR" } = choices;
  if (known)
    return {
      ...(await known.format.open(table, known.cells, { ...time, currency })),
      format: `${known.format.name}, ${table.format}`,
      kind: "products",
      mapping: null,
    };
  const other = otherFiles.find(({ headings }) => headings.some((some) => some.every(cells.has)));
  if (other) throw new UnusableFileError(`This is ${other.name}. Export the products instead.`);
  const found = findProductColumns(header);
  const missing = listMissingColumns(found);
  const columns = { columns: shopifyColumns(header, found), rows: table.rows, mapping: null };
  if (missing.length === 0 && isShopify(columns.columns))
    return { ...columns, format: `Shopify product CSV, ${table.format}`, kind: "products" };
  const recalled = table.hasHeadings ? await choices.recallMapping?.(header) : undefined;
  if (recalled && !mappingProblem(recalled, header)) return byMapping(recalled);
  if (!table.hasHeadings) {
    const suggestion = await suggestByValues(table);
    throw new UnmappedColumnsError(
      "The first row is read as a product, as it has no headings.",
      `Table, ${table.format}`,
      suggestion,
    );
  }
  const suggestion = suggestMapping(header);
  // A table with SKUs, prices and names may hold new products, so it is asked.
  if (isUpdate(found) && (found.has("title") || !suggestion.title))
    return { ...columns, mapping: suggestion, format: `Prices and stock, ${table.format}`, kind: "updates" };
  const foreign = foreignFormatName(header, cells);
  throw new UnmappedColumnsError(
    `${foreign ? `This is ${foreign}. ` : ""}${missingMessage(suggestion)}`,
    `Table, ${table.format}`,
    suggestion,
  );
}

const mappable: readonly string[] = mappableFields;
/**
 * Columns that only Shopify's files have, and all that a mapping can't take, as it would lose them: "Published" hides
 * products. Any table may have a handle, title, price, description, status or tags.
 */
const shopifyMarks: ProductColumn[] = [
  ...(["option1", "option2", "option3", "grams", "image"] as const),
  ...productColumnNames.filter((column) => !mappable.includes(column)),
];

/** Whether a table with Shopify's required columns is Shopify's, or has no other columns that would be left out. */
const isShopify = ({ has, known, ignored }: ProductColumns) =>
  shopifyMarks.some(has) ||
  known.some((heading) => /^variant |^body \(html\)$|url.?handle|handle.+url|identif.+url/i.test(heading)) ||
  ignored.length === 0;

/** What a suggested mapping lacks for new products. */
function missingMessage({ title, price }: ColumnMapping): string {
  if (title && price) return "Check the columns.";
  const missing = [...(title ? [] : ["title"]), ...(price ? [] : ["price"])].join(" and ");
  return `No column was recognized as the ${missing}.`;
}

/** The format that a table is in, by its headings, also as they are in other languages. */
async function findFormat(table: Table): Promise<{ format: ProductFormat; cells: NamedCells } | undefined> {
  for (const header of [table.header, translateWooCommerce(table.header), translateEtsy(table.header)]) {
    const cells = namedCells(header, table.header);
    const format = formats.find((one) => one.matches(cells));
    if (format) return { format, cells };
  }
  return undefined;
}

/** A file without titles or prices can still update products by handle or SKU. */
function isUpdate(found: ReadonlyMap<ProductColumn, number>): boolean {
  if (found.has("title") && found.has("price")) return false;
  return (found.has("handle") || found.has("sku")) && updatedColumns.some((column) => found.has(column));
}

/** Exports that hold no products. */
const otherFiles: { name: string; headings: string[][] }[] = [
  { name: "Shopify's order export", headings: [["financial status", "lineitem name"]] },
  { name: "Shopify's customer export", headings: [["accepts email marketing", "total spent"]] },
];

/** Exports of other systems, whose columns have to be chosen, with headings that only they have. */
const foreignFormats: { name: string; headings: string[][] }[] = [
  {
    name: "Magento's product export",
    headings: [
      ["sku", "attribute_set_code"],
      ["sku", "_attribute_set"],
    ],
  },
  {
    name: "PrestaShop's product export",
    headings: [
      ["active (0/1)", "reference #"],
      ["id_product", "id_shop_default"],
      ["product id", "active (0/1)", "name *"],
    ],
  },
  {
    name: "BigCommerce's product export",
    headings: [
      ["item type", "product code/sku"],
      ["product id", "product code/sku"],
    ],
  },
  {
    name: "Amazon's listing file",
    headings: [["item_sku", "item_name"], ["feed_product_type"], ["seller-sku", "asin1"], ["item-name", "seller-sku"]],
  },
  { name: "Squarespace's product export", headings: [["product id [non editable]"]] },
  { name: "Ecwid's product export", headings: [["product_sku", "product_internal_id"]] },
  {
    name: "Shopware's product export",
    headings: [
      ["ordernumber", "maindetail"],
      ["mainnumber", "ordernumber"],
    ],
  },
  {
    name: "eBay's listing file",
    headings: [
      ["item number", "custom label (sku)"],
      ["itemid", "startprice"],
    ],
  },
];

/** The name of another system's export; undefined if the headings are of none. */
function foreignFormatName(header: string[], cells: NamedCells): string | undefined {
  if (/^templatetype=/i.test(header[0] ?? "")) return "Amazon's listing file";
  if (/^\*?action\(/i.test(header[0] ?? "")) return "eBay's listing file";
  return foreignFormats.find(({ headings }) => headings.some((some) => some.every(cells.has)))?.name;
}
