import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { detectEncoding, type Encoding, textOf } from "./encoding.ts";
import { UnusableFileError } from "./unusable-file.ts";

/** A row of a table, numbered as in a spreadsheet: the header is 1. */
export interface Row {
  row: number;
  cells: string[];
}
export interface Table {
  header: string[];
  /** Description: 'UTF-8, separated by commas'. */
  format: string;
  /** Every non-empty row below the header, one at a time. */
  rows: AsyncGenerator<Row>;
}

const separators = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" } as const;
const encodings: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Latin-1",
};
const maxCellSize = 200_000;

/** Opens a CSV file with any encoding, separator and line ends. Throws `UnusableFileError`. */
export async function openCsv(file: string): Promise<Table> {
  const encoding = await detectEncoding(file);
  const separator = await detectSeparator(file, encoding);
  const rows = read(file, encoding, separator);
  const first = await rows.next();
  if (first.done) throw new UnusableFileError("The file has no header row.");
  const header = first.value.cells.map((cell) => cell.trim());
  return { header, format: `${encodings[encoding]}, separated by ${separators[separator]}`, rows };
}

async function* read(file: string, encoding: Encoding, delimiter: string): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxCellSize * 10,
  });
  const text = Readable.from(textOf(file, encoding));
  text.on("error", (error) => parser.destroy(error));
  text.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<Parsed>) {
      const row = info.records + info.empty_lines;
      if (record.some((cell) => cell.trim() !== "")) yield { row, cells: record };
    }
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith("CSV_")) throw error;
    const { lines } = error as { lines?: number };
    throw new UnusableFileError(`The file is not a readable CSV: a quote is wrong near line ${lines ?? "1"}.`);
  } finally {
    text.destroy();
  }
}

interface Parsed {
  info: { records: number; empty_lines: number };
  record: string[];
}

/** The most frequent separator in the header, quoted cells excluded. */
async function detectSeparator(file: string, encoding: Encoding): Promise<keyof typeof separators> {
  let head = "";
  for await (const text of textOf(file, encoding)) {
    head += text;
    if (head.length > 65_536) break;
  }
  const [line = ""] = head
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (separator: string) => line.split(separator).length;
  const known = Object.keys(separators) as (keyof typeof separators)[];
  return known.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
