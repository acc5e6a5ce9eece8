import type { Readable } from "node:stream";
import type { Db } from "#server/platform/database/database.ts";
import { csvStream } from "#server/platform/http/csv.ts";
import { type JobRow, listErrorRows } from "./imports.sql.ts";

const pageSize = 1000;

/** The failed rows of an import as CSV: row, column and reason, then the original cells. */
export const errorFile = (db: Db, { id, columns }: JobRow): Readable => csvStream(lines(db, id, columns.header ?? []));

async function* lines(db: Db, id: string, header: string[]): AsyncGenerator<string[]> {
  yield ["row", "column", "reason", ...header];
  let after = { row_no: -1, seq: -1 };
  for (;;) {
    const some = await listErrorRows(db, id, after, pageSize);
    for (const { row_no, column_name, message, cells } of some)
      yield [String(row_no), column_name ?? "", message, ...cells];
    const last = some.at(-1);
    if (!last || some.length < pageSize) return;
    after = last;
  }
}
