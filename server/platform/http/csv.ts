import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Call } from "#server/platform/app.ts";
import { assertFound } from "./problem.ts";

export type Cell = string | number | null;
/** The columns of a file: the heading of each, and its cell for a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

const batchSize = 500;

/** Answers a call with a CSV file of these lines, read while they are sent. */
export async function sendCsv({ http }: Call, name: string, lines: AsyncIterable<Cell[]>) {
  await assertFound(http)
    .reply.type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(csvStream(lines));
}

/** Lines as CSV text with a byte order mark; formulas are escaped. An error ends the stream with it. */
export function csvStream(lines: AsyncIterable<Cell[]>): Readable {
  const csv = stringify({ bom: true });
  return pipeline(Readable.from(escaped(lines)), csv, (error) => error && csv.destroy(error));
}

async function* escaped(lines: AsyncIterable<Cell[]>) {
  for await (const cells of lines) yield cells.map((cell) => (typeof cell === "string" ? escapeFormula(cell) : cell));
}

/** A heading and a line for each row. `batch` returns up to `limit` rows after the one with this id. */
export async function* tableLines<Row extends { id: number }>(
  columns: Columns<Row>,
  batch: (after: number | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Cell[]> {
  yield Object.keys(columns);
  for await (const rows of batches(batch))
    for (const row of rows) yield Object.values(columns).map((cell) => cell(row));
}

/** All rows of a list, in batches. `batch` returns up to `limit` rows after the one with this id. */
export async function* batches<Row extends { id: number }>(
  batch: (after: number | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: number | null = null; ; ) {
    const rows = await batch(after, batchSize);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}

/** Prefixes cells that a spreadsheet would run as a formula, also by a full-width sign. */
export const escapeFormula = (cell: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell);

/** Undoes `escapeFormula`. */
export const unescapeFormula = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, "");
