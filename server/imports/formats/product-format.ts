import type { Row, Table } from "#server/imports/files/csv.ts";
import type { ProductColumns } from "#server/imports/products/product-columns.ts";

/** A table of products whose rows are read by the columns of Shopify's product CSV. */
export interface ProductTable {
  columns: ProductColumns;
  /** Reads the rows from the start; can be called more than once. */
  rows: () => AsyncIterable<Row>;
}

/** A foreign format, recognized by its headings and converted to the columns of Shopify's product CSV. */
export interface ProductFormat {
  name: string;
  matches(cells: NamedCells): boolean;
  open(table: Table, cells: NamedCells): Promise<ProductTable>;
}

const gramsPer: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592_37, lb: 453.592_37, oz: 28.349_523_125 };

/** A weight as whole grams; `otherwise` are those of an unknown unit. */
export const toGrams = (weight: string, unit: string, otherwise: number) =>
  String(Math.round(Number(weight) * (gramsPer[unit] ?? otherwise)));

/** Plain text as HTML: paragraphs at blank lines, line breaks elsewhere. */
export const textToHtml = (text: string) =>
  /<(p|br|div|ul|ol|li|strong|em|b|i|h\d)\b[^>]*>/i.test(text)
    ? text
    : text
        .replace(/&/g, "&amp;")
        .replace(/</g, "&lt;")
        .split(/(?:\r?\n){2,}/)
        .filter((paragraph) => paragraph.trim() !== "")
        .map((paragraph) => `<p>${paragraph.trim().replace(/\r?\n/g, "<br>")}</p>`)
        .join("");

/** Reads cells by heading, whatever the capitals. */
export interface NamedCells {
  has(heading: string): boolean;
  get(row: Row, heading: string): string;
  /** The heading as the file writes it; undefined if there is none. */
  heading(name: string): string | undefined;
}

/** The items of a list in a cell. */
export const splitList = (text: string, separator: string | RegExp = ",") =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== "");

export function namedCells(header: string[]): NamedCells {
  const places = new Map([...header.entries()].reverse().map(([at, heading]) => [heading.toLowerCase(), at]));
  return {
    has: (heading) => places.has(heading.toLowerCase()),
    get: ({ cells }, heading) => (cells[places.get(heading.toLowerCase()) ?? -1] ?? "").trim(),
    heading: (name) => header[places.get(name.toLowerCase()) ?? -1],
  };
}
