import type { Row } from "#server/imports/files/row.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import { unescapeFormula } from "#server/platform/csv.ts";
import { productHeadings } from "./product-headings.ts";

export type ProductColumn = keyof typeof productHeadings;
export const productColumnNames = Object.keys(productHeadings) as ProductColumn[];

const required: ProductColumn[] = ["handle", "title", "price"];

export interface ProductColumns {
  header: string[];
  known: string[];
  ignored: string[];
  has(column: ProductColumn): boolean;
  /** The heading in the file, for messages. */
  heading(column: ProductColumn): string;
  cell(cells: string[], column: ProductColumn): string;
}

/** Finds columns by the headings of Shopify's product CSV. */
export function findProductColumns(header: string[]): Map<ProductColumn, number> {
  const places = new Map<string, number>();
  for (const [at, heading] of header.entries())
    if (!places.has(heading.toLowerCase())) places.set(heading.toLowerCase(), at);
  const found = new Map<ProductColumn, number>();
  for (const column of productColumnNames) {
    const names: readonly string[] = productHeadings[column];
    const at = names.map((name) => places.get(name.toLowerCase())).find((place) => place !== undefined);
    if (at !== undefined) found.set(column, at);
  }
  return found;
}

/** The headings of required columns that a file lacks. */
export const listMissingColumns = (found: ReadonlyMap<ProductColumn, number>): string[] =>
  required.filter((column) => !found.has(column)).map((column) => productHeadings[column][0]);

/** The columns of a file in Shopify's format. Throws `UnusableFileError` if one is there twice. */
export function shopifyColumns(header: string[], found: ReadonlyMap<ProductColumn, number>): ProductColumns {
  // Shopify's inventory export leaves the new quantity empty where it is to stay.
  const currentAt = header.findIndex((heading) => heading.toLowerCase() === "on hand (current)");
  const taken = new Set([...found.values(), ...(found.has("quantity") && currentAt >= 0 ? [currentAt] : [])]);
  const cellAt = (cells: string[], at: number) => unescapeFormula((cells[at] ?? "").trim());
  const firstPlace = (heading: string) => header.findIndex((other) => other.toLowerCase() === heading.toLowerCase());
  const twice = header.find((heading, at) => firstPlace(heading) < at && taken.has(firstPlace(heading)));
  if (twice) throw new UnusableFileError(`The column "${twice}" appears twice.`);
  return {
    header,
    known: header.filter((_, at) => taken.has(at)),
    ignored: header.filter((heading, at) => heading !== "" && !taken.has(at)),
    has: (column) => found.has(column),
    heading: (column) => header[found.get(column) ?? -1] ?? productHeadings[column][0],
    cell: (cells, column) =>
      cellAt(cells, found.get(column) ?? -1) || (column === "quantity" ? cellAt(cells, currentAt) : ""),
  };
}

/** The columns of rows converted by `toProductRow`; `headings` are those of the file. */
export function convertedColumns(
  header: string[],
  headings: Partial<Record<ProductColumn, string | undefined>>,
  alsoKnown: readonly string[] = [],
): ProductColumns {
  const places = new Map(productColumnNames.map((column, at) => [column, at]));
  const used = new Set([...Object.values(headings), ...alsoKnown]);
  return {
    header,
    known: header.filter((heading) => used.has(heading)),
    ignored: header.filter((heading) => heading !== "" && !used.has(heading)),
    has: (column) => headings[column] !== undefined,
    heading: (column) => headings[column] ?? productHeadings[column][0],
    cell: (cells, column) => (cells[places.get(column) ?? -1] ?? "").trim(),
  };
}

type Source = NonNullable<Row["source"]>;
export type ProductValues = Partial<Record<ProductColumn, string>>;

/** A row in the order of `productColumnNames`, converted from a row of the file. */
export const toProductRow = (
  { row, cells }: Row,
  values: ProductValues,
  notes: Source["notes"] = [],
  more: Omit<Source, "cells" | "notes"> = {},
): Row => ({
  row,
  cells: productColumnNames.map((column) => values[column] ?? ""),
  source: { cells, notes, ...more },
});
