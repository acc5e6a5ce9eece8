import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Db } from "#server/platform/database/database.ts";
import { type JobRow, listErrorRows } from "./imports.sql.ts";

const pageSize = 1000;

/** The failed rows of an import as CSV: row, column and reason, then the original cells. */
export function errorFile(db: Db, { id, columns }: JobRow): Readable {
  const csv = stringify({ bom: true });
  const source = Readable.from(lines(db, id, columns.header ?? []));
  source.on("error", (error) => csv.destroy(error));
  return source.pipe(csv);
}

async function* lines(db: Db, id: string, header: string[]): AsyncGenerator<string[]> {
  yield ["row", "column", "reason", ...header].map(escapeFormula);
  let after = { row_no: -1, seq: -1 };
  for (;;) {
    const some = await listErrorRows(db, id, after, pageSize);
    for (const { row_no, column_name, message, cells } of some)
      yield [String(row_no), column_name ?? "", message, ...cells].map(escapeFormula);
    const last = some.at(-1);
    if (!last || some.length < pageSize) return;
    after = last;
  }
}

/** Prefixes cells that a spreadsheet would run as a formula, also by a full-width sign. */
export const escapeFormula = (cell: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell);
