import type { ColumnMapping, FileEncoding } from "#contract/imports.ts";
import { parsePrice } from "#server/imports/cells/price.ts";
import { openCsv, type Table } from "#server/imports/files/csv.ts";
import { isXmlFeed, openXmlFeed } from "#server/imports/files/xml-feed.ts";
import { suggestMapping } from "./column-mapping.ts";

/** How a file is to be read; what is null is detected. */
export interface TableChoices {
  encoding?: FileEncoding | null;
  /** Whether the first row has the headings. */
  hasHeadings?: boolean | null;
}

/** Opens a table or an XML feed. Throws `UnusableFileError`. */
export async function openTable(file: string, { encoding, hasHeadings }: TableChoices): Promise<Table> {
  if (await isXmlFeed(file)) return openXmlFeed(file, encoding);
  const table = await openCsv(file, encoding, { hasHeadings: hasHeadings ?? true });
  const isRecord = (hasHeadings ?? null) === null && isFirstRecord(table.header);
  return isRecord ? openCsv(file, encoding, { hasHeadings: false }) : table;
}

/** Whether a first row has values where headings would be: a URL, a price or a long number, and no known heading. */
const isFirstRecord = (cells: string[]) =>
  cells.some(isValue) && Object.values(suggestMapping(cells)).every((heading) => heading === undefined);

const isValue = (cell: string) => /^https?:\/\/\S+$|^\d{5,}$/.test(cell) || isPrice(cell);
/** With decimals or a currency; a year is none. */
const isPrice = (cell: string) =>
  /^[^\d]{0,4}\d[\d.,\s]*[.,]\d{1,2}[^\d]{0,4}$/.test(cell) && parsePrice(cell, 2).kind === "price";

const samples = 50;

/** Suggests columns by what the first rows have in them, for a table without headings. */
export async function suggestByValues({ header, rows }: Table): Promise<ColumnMapping> {
  const some: string[][] = [];
  for await (const { cells } of rows()) if (some.push(cells) === samples) break;
  const columns = header.map((heading, at) => ({
    heading,
    values: some.map((cells) => (cells[at] ?? "").trim()).filter((text) => text !== ""),
  }));
  const mapping: ColumnMapping = {};
  for (const [field, fits] of Object.entries(fieldValues)) {
    const used = Object.values(mapping);
    const found = columns.find(({ heading, values }) => !used.includes(heading) && values.length > 0 && fits(values));
    if (found) mapping[field as keyof ColumnMapping] = found.heading;
  }
  return mapping;
}

const every = (pattern: RegExp) => (values: string[]) => values.every((value) => pattern.test(value));
const isDistinct = (values: string[]) => new Set(values).size > values.length * 0.8;
const lengthOf = (values: string[]) => values.join("").length / values.length;
const hasLetters = (value: string) => /\p{L}{3}/u.test(value) && !/^https?:/.test(value);

/** What the values of a field look like, in the order in which columns are given away. */
const fieldValues: Partial<Record<keyof ColumnMapping, (values: string[]) => boolean>> = {
  image: every(/^https?:\/\/\S+\.(jpe?g|png|webp|gif|avif)\b/i),
  barcode: (values) => every(/^(\d{8}|\d{12,14})$/)(values) && isDistinct(values),
  price: (values) => values.every((value) => isPrice(value) || /^\d{1,7}$/.test(value)) && values.some(isPrice),
  body: (values) => values.every(hasLetters) && lengthOf(values) > 120,
  title: (values) => values.every(hasLetters) && isDistinct(values) && lengthOf(values) > 5,
  sku: (values) => every(/^[\w.\-/]{2,40}$/)(values) && values.some((value) => /\d/.test(value)) && isDistinct(values),
};
