import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { FileEncoding } from "#contract/imports.ts";
import { UnusableFileError } from "#server/imports/remarks.ts";
import { detectEncoding, textOf } from "./encoding.ts";
import type { Row } from "./row.ts";
import { hasStrayQuote, splitWithStrayQuotes } from "./stray-quotes.ts";
import { boundCells, boundHeader, countedRows, maxRecordLength } from "./table-limits.ts";

export interface Table {
  encoding: FileEncoding;
  header: string[];
  /** False where the first row is a record, and `header` has numbers instead. */
  hasHeadings: boolean;
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

/**
 * Opens a CSV file with any separator and line ends; its encoding is detected if not given. Without headings its columns
 * are numbered. Throws `UnusableFileError`.
 */
export async function openCsv(
  file: string,
  chosen?: FileEncoding | null,
  { hasHeadings = true }: { hasHeadings?: boolean } = {},
): Promise<Table> {
  const encoding = chosen ?? (await detectEncoding(file));
  const head = await readHead(file, encoding);
  refuseOtherKinds(head);
  const separator = detectSeparator(head);
  const open = () => read(file, encoding, separator ?? noSeparator);
  const header = await readHeader(open());
  if (!header) throw new UnusableFileError("The file has no header row.");
  const layout = separator ? `separated by ${separators[separator]}` : "one column";
  const cells = boundHeader(header.cells.map((cell) => cell.trim()));
  return {
    encoding,
    header: hasHeadings ? cells : cells.map((_, at) => columnName(at)),
    hasHeadings,
    format: `${encodings[encoding]}, ${layout}${hasHeadings ? "" : ", without headings"}`,
    rows: () => countedRows(rowsAfter(open(), hasHeadings ? header.row : header.row - 1)),
  };
}

const columnName = (at: number) => `Column ${at + 1}`;

/** Whether these are the numbers that the columns of a table without headings get. */
export const isNumbered = (header: readonly string[]) => header.every((heading, at) => heading === columnName(at));

const maxTitleLines = 10;

/** The first row that is not a title above a table: a title has one cell where the table has several. */
async function readHeader(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  let title: Row | undefined;
  let looked = 0;
  for await (const row of rows) {
    if (isSeparatorLine(row.cells)) continue;
    if (row.cells.filter((cell) => cell.trim() !== "").length > 1) return row;
    title ??= row;
    if (++looked > maxTitleLines) break;
  }
  return title;
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
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
  });
  const text = Readable.from(withoutNulls(textOf(file, encoding)));
  text.on("error", (error) => parser.destroy(error));
  text.pipe(parser);
  let row = 0;
  try {
    for await (const { info, record, raw } of parser as AsyncIterable<Parsed>) {
      row = info.records + info.empty_lines;
      if (record.every((cell) => cell.trim() === "")) continue;
      if (!hasStrayQuote(raw, delimiter)) yield boundCells({ row, cells: record });
      else {
        const cells = splitWithStrayQuotes(raw, delimiter);
        yield boundCells({ row, cells, source: { cells, notes: strayQuoteNotes } });
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnusableFileError(csvMessages[error.code]?.(row + 1) ?? "The file isn't a valid CSV.");
  } finally {
    text.destroy();
  }
}

interface Parsed {
  info: { records: number; empty_lines: number };
  record: string[];
  raw: string;
}

const strayQuoteNotes = [
  { column: null, code: "quote_read", message: "A quotation mark was imported as part of the text." },
];
const csvMessages: Record<string, (row: number) => string> = {
  CSV_QUOTE_NOT_CLOSED: (row) =>
    `A quotation mark in row ${row} isn't closed. Write quotation marks inside text twice: "".`,
  CSV_MAX_RECORD_SIZE: (row) => `Row ${row} is too long. A quotation mark may not be closed.`,
};

/** PostgreSQL can't store the character NUL. */
async function* withoutNulls(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield text.replaceAll("\0", "");
}

const otherKinds: { pattern: RegExp; message: string }[] = [
  {
    pattern: /^<(!doctype html|html|head|body|table|\?xml[^>]*>\s*<\?mso-application)/i,
    message: "This is a web page. Open it in a spreadsheet app and save it as CSV.",
  },
  { pattern: /^[[{]/, message: "This is a JSON file. Save the products as CSV and upload the file again." },
  { pattern: /^\{\\rtf/, message: "This is a text document. Save it as CSV and upload it again." },
  { pattern: /^ID;P/, message: "This is a SYLK workbook. Open it in a spreadsheet app and save it as CSV." },
];

function refuseOtherKinds(head: string) {
  const start = head.replace(/^\ufeff/, "").trimStart();
  // A brace is JSON's and RTF's.
  const kind = otherKinds.toReversed().find(({ pattern }) => pattern.test(start));
  if (kind) throw new UnusableFileError(kind.message);
}

async function readHead(file: string, encoding: FileEncoding): Promise<string> {
  let head = "";
  for await (const text of textOf(file, encoding)) {
    head += text;
    if (head.length > 65_536) break;
  }
  return head;
}

/** The separator named by a "sep=" line, else the most frequent one in the header, quoted cells excluded. */
function detectSeparator(head: string): keyof typeof separators | undefined {
  const known = Object.keys(separators) as (keyof typeof separators)[];
  const count = (line: string, separator: string) => line.split(separator).length - 1;
  const mostIn = (line: string) =>
    known.reduce((most, separator) => (count(line, separator) > count(line, most) ? separator : most));
  const [first = "", ...others] = head
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/\r\n|\r|\n/, maxTitleLines);
  const named = known.find((separator) => first.trimEnd().toLowerCase() === `sep=${separator}`.trimEnd());
  if (named) return named;
  // Above the header there may be a title, with less of them than a table has.
  const header = [first, ...others].find((line) => count(line, mostIn(line)) > 1) ?? first;
  const separator = mostIn(header);
  return count(header, separator) > 0 ? separator : undefined;
}
