import { UnusableFileError } from "#server/imports/remarks.ts";
import type { Row } from "./row.ts";

/** Characters of a row, of a cell and of a heading; a description may have 500,000. */
export const maxRecordLength = 2_000_000;
const maxCellLength = 500_000;
const maxHeadingLength = 1000;
const maxColumns = 1000;
/** Rows of a table, and categories of a file. */
const maxRows = 1_000_000;

/** The headings of a table. Throws `UnusableFileError` if there are too many. */
export function boundHeader(header: string[]): string[] {
  if (header.length > maxColumns)
    throw new UnusableFileError(
      `A table can have up to 1,000 columns. This one has ${header.length.toLocaleString("en")}.`,
    );
  return header.map((heading) => heading.slice(0, maxHeadingLength));
}

/** A row whose cells are cut to the longest, with a note, and of whose cells beyond the most one is kept. */
export function boundCells(row: Row): Row {
  const isLong = row.cells.some((cell) => cell.length > maxCellLength);
  if (!isLong && row.cells.length <= maxColumns) return row;
  const extra = row.cells.slice(maxColumns).find((cell) => cell.trim() !== "");
  const some = extra === undefined ? row.cells.slice(0, maxColumns) : [...row.cells.slice(0, maxColumns), extra];
  const cells = some.map((cell) => cell.slice(0, maxCellLength));
  const notes = row.source?.notes ?? [];
  return { row: row.row, cells, source: { cells, notes: isLong ? [...notes, cutNote] : notes } };
}

const cutNote = { column: null, code: "shortened", message: "A cell was shortened to 500,000 characters." };

/** Passes rows on. Throws `UnusableFileError` after the most that a file may have. */
export async function* countedRows(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    if (++count > maxRows)
      throw new UnusableFileError("A file can have up to 1,000,000 rows. Split it into smaller files.");
    yield row;
  }
}
