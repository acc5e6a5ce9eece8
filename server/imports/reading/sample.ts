import type { ImportSample } from "#contract/imports.ts";
import { openTable, type TableChoices } from "#server/imports/formats/open-table.ts";

const sampleRows = 10;
const sampleCellLength = 200;

/** The first rows of a table. Throws `UnusableFileError`. */
export async function readSample(file: string, choices: TableChoices): Promise<ImportSample> {
  const table = await openTable(file, choices);
  const rows: ImportSample["rows"] = [];
  for await (const { row, cells } of table.rows()) {
    rows.push({ row, cells: cells.map((cell) => cell.slice(0, sampleCellLength)) });
    if (rows.length === sampleRows) break;
  }
  const { encoding, header, hasHeadings: has_headings } = table;
  return { encoding, header, has_headings, rows };
}
