import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { FastifyReply } from "fastify";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { assertFound } from "#server/platform/http/problem.ts";

/** A decimal with all its digits, which is never escaped: a minus sign before a number begins no formula. */
interface Amount {
  decimal: string;
}
export type Cell = string | number | null | Amount;
type Value = Cell | boolean | readonly string[];
type Field<Row> = { [Name in keyof Row]: Row[Name] extends Value ? Name : never }[keyof Row];
/** The columns of a file: the heading of each, and the field of a row, or what is computed from the row, in its cells. */
export type Columns<Row> = Record<string, Field<Row> | ((row: Row) => Value)>;

/** The cell of an amount in minor units: "5.00", "-0.50", and "500" where the currency has no decimals. */
export const amountCell = (amount: number, currency: string): Amount => ({ decimal: decimalText(amount, currency) });

type Batch<Row> = (after: number | null, limit: number) => Promise<Row[]>;

/** Columns with the names of these fields. */
export const fields = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [One in Name]: One };

const batchSize = 1000;

/** A call that came by HTTP. */
interface HttpCall {
  http: { reply: FastifyReply } | undefined;
}

/** Answers a call with a CSV file of these lines, read while they are sent. Throws if the first lines can't be read. */
export async function sendCsv({ http }: HttpCall, name: string, lines: AsyncGenerator<Cell[]>) {
  const first = [await lines.next(), await lines.next()].flatMap(({ done, value }) => (done ? [] : [value]));
  await assertFound(http)
    .reply.type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(csvStream(inTurn(first, lines)));
}

async function* inTurn<T>(first: Iterable<T>, rest: AsyncIterable<T>) {
  yield* first;
  yield* rest;
}

/** Sends a CSV file with a line for each row of a table. `batch` returns up to `limit` rows after the one with this id. */
export const sendTable = <Row extends { id: number }>(
  call: HttpCall,
  name: string,
  columns: Columns<Row>,
  batch: Batch<Row>,
) => sendCsv(call, name, tableLines(columns, batches(batch)));

/** Lines as CSV text with a byte order mark; formulas are escaped. An error ends the stream with it. */
export function csvStream(lines: AsyncIterable<Cell[]>): Readable {
  const csv = stringify({ bom: true });
  return pipeline(Readable.from(escaped(lines)), csv, (error) => error && csv.destroy(error));
}

async function* escaped(lines: AsyncIterable<Cell[]>) {
  for await (const cells of lines) yield cells.map(cellText);
}

function cellText(cell: Cell) {
  if (typeof cell === "string") return escapeFormula(cell);
  return typeof cell === "object" && cell ? cell.decimal : cell;
}

/** A heading and a line for each of the rows, which are read in batches. */
export async function* tableLines<Row>(
  columns: Columns<Row>,
  rows: AsyncIterable<readonly Row[]> | readonly (readonly Row[])[],
): AsyncGenerator<Cell[]> {
  yield Object.keys(columns);
  for await (const batch of rows)
    for (const row of batch)
      yield Object.values(columns).map((column) =>
        toCell(typeof column === "function" ? column(row) : (row[column] as Value)),
      );
}

const toCell = (value: Value): Cell =>
  typeof value === "boolean" ? String(value) : isList(value) ? value.join(", ") : value;
const isList = (value: Value): value is readonly string[] => Array.isArray(value);

/** All rows of a list by the pages of its endpoint, of so many rows; one without pages is read at once. */
export async function* listPages<Row>(
  read: (page: { page: number; per_page: number }) => Promise<{ data: Row[]; meta?: unknown }>,
  perPage = batchSize,
): AsyncGenerator<Row[]> {
  for (let page = 1; ; page++) {
    const { data, meta } = await read({ page, per_page: perPage });
    yield data;
    if (!meta || data.length < perPage) return;
  }
}

/** All rows of a list, in batches. `batch` returns up to `limit` rows after the one with this id. */
export async function* batches<Row extends { id: number }>(batch: Batch<Row>): AsyncGenerator<Row[]> {
  for (let after: number | null = null; ; ) {
    const rows = await batch(after, batchSize);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}

/**
 * Prefixes what a spreadsheet would run as a formula, also by a full-width sign, and what has the prefix: at the
 * beginning of a cell, and after the separators of other countries, at which a spreadsheet there splits the cell.
 */
export const escapeFormula = (cell: string) =>
  cell.replace(/(?<!^)([;\t|])(?='*[=+\-@＝＋－＠])/g, "$1'").replace(/^(?='*[=+\-@\t\r\n＝＋－＠])/, "'");

/** Undoes `escapeFormula`. */
export const unescapeFormula = (cell: string) =>
  cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, "").replace(/(?<!^)([;\t|])'(?='*[=+\-@＝＋－＠])/g, "$1");
