import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { FileEncoding } from "#contract/imports.ts";
import { detectEncoding, textOf } from "./encoding.ts";
import { UnusableFileError } from "./unusable-file.ts";

/** A row of a table, numbered as in a spreadsheet: the header is 1. */
export interface Row {
  row: number;
  cells: string[];
  /** The cells as they are in the file, if `cells` were converted from them, with what the conversion could not keep. */
  source?: { cells: string[]; notes: { column: string | null; code: string; message: string }[] };
}
export interface Table {
  encoding: FileEncoding;
  header: string[];
  /** Description: 'UTF-8, separated by commas'. */
  format: string;
  /** Reads every non-empty row below the header, one at a time. */
  rows: () => AsyncGenerator<Row>;
}

const separators = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" } as const;
/** A file without any of them has one column, whose texts may hold commas. */
const noSeparator = "\u001f";
const encodings: Record<FileEncoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Latin-1",
  "windows-1250": "Windows-1250",
  "windows-1251": "Windows-1251",
  "windows-1254": "Windows-1254",
  macintosh: "Mac Roman",
  shift_jis: "Shift JIS",
  "euc-kr": "EUC-KR",
  gb18030: "GB 18030",
  big5: "Big5",
};
const maxCellSize = 200_000;

/** Opens a CSV file with any separator and line ends; its encoding is detected if not given. Throws `UnusableFileError`. */
export async function openCsv(file: string, chosen?: FileEncoding | null): Promise<Table> {
  const encoding = chosen ?? (await detectEncoding(file));
  const separator = await detectSeparator(file, encoding);
  const open = () => read(file, encoding, separator ?? noSeparator);
  const header = await readHeader(open());
  if (!header) throw new UnusableFileError("The file has no header row.");
  const layout = separator ? `separated by ${separators[separator]}` : "one column";
  return {
    encoding,
    header: header.cells.map((cell) => cell.trim()),
    format: `${encodings[encoding]}, ${layout}`,
    rows: () => rowsAfter(open(), header.row),
  };
}

async function readHeader(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  for await (const row of rows) if (!isSeparatorLine(row.cells)) return row;
  return undefined;
}

async function* rowsAfter(rows: AsyncGenerator<Row>, header: number): AsyncGenerator<Row> {
  for await (const row of rows) if (row.row > header) yield row;
}

/** The line "sep=;" that Excel reads and writes above the header. */
const isSeparatorLine = ([first = "", ...more]: string[]) =>
  /^sep=.?$/i.test(first.trim()) && more.every((cell) => cell === "");

async function* read(file: string, encoding: FileEncoding, delimiter: string): AsyncGenerator<Row> {
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

/** The separator named by a "sep=" line, else the most frequent one in the header, quoted cells excluded. */
async function detectSeparator(file: string, encoding: FileEncoding): Promise<keyof typeof separators | undefined> {
  let head = "";
  for await (const text of textOf(file, encoding)) {
    head += text;
    if (head.length > 65_536) break;
  }
  const [line = ""] = head
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/[\r\n]/, 1);
  const known = Object.keys(separators) as (keyof typeof separators)[];
  const named = known.find((separator) => line.trimEnd().toLowerCase() === `sep=${separator}`.trimEnd());
  const count = (separator: string) => line.split(separator).length - 1;
  const best = known.reduce((most, separator) => (count(separator) > count(most) ? separator : most));
  return named ?? (count(best) > 0 ? best : undefined);
}
