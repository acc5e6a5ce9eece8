import type { FileEncoding, ImportSample } from "#contract/imports.ts";
import { openCsv } from "#server/imports/files/csv.ts";
import { isXmlFeed, openXmlFeed } from "#server/imports/files/xml-feed.ts";

const sampleRows = 10;
const sampleCellLength = 200;

/** The first rows of a table. Throws `UnusableFileError`. */
export async function readSample(file: string, encoding: FileEncoding | null): Promise<ImportSample> {
  const table = (await isXmlFeed(file)) ? await openXmlFeed(file, encoding) : await openCsv(file, encoding);
  const rows: ImportSample["rows"] = [];
  for await (const { row, cells } of table.rows()) {
    rows.push({ row, cells: cells.map((cell) => cell.slice(0, sampleCellLength)) });
    if (rows.length === sampleRows) break;
  }
  return { encoding: table.encoding, header: table.header, rows };
}
