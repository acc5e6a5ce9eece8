import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";

/** A statement that ran: its text, its columns, and which of them were null in a row. */
export interface RecordedStatement {
  text: string;
  columns: { name: string; type: number; table: number; column: number; null: boolean }[];
}
type Recorded = Map<string, RecordedStatement>;
type Result = pg.QueryResult<Record<string, unknown>>;

const { RECORD_STATEMENTS: folder } = process.env;
/** Of the whole worker, as this file runs anew for each test file. */
const worker = globalThis as { recordedStatements?: Recorded };

/** Notes the columns of every statement of the worker, for scripts/statements.mjs. */
function recordStatements(): Recorded {
  const recorded: Recorded = new Map();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const answered: unknown = Reflect.apply(query, this, sent);
    const [statement] = sent as [string | { text?: string }];
    const text = typeof statement === "string" ? statement : statement.text;
    if (answered instanceof Promise && text)
      answered.then(
        (result: Result) => record(recorded, text, result),
        () => undefined,
      );
    return answered;
  } as typeof query;
  return recorded;
}

function record(recorded: Recorded, text: string, { fields = [], rows }: Result) {
  // A text of several statements has no result of its own.
  if (fields.length === 0) return;
  const statement = recorded.get(text) ?? {
    text,
    columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: dataTypeID,
      table: tableID,
      column: columnID,
      null: false,
    })),
  };
  recorded.set(text, statement);
  for (const column of statement.columns) column.null ||= rows.some((row) => row[column.name] === null);
}

if (folder) {
  worker.recordedStatements ??= recordStatements();
  const { recordedStatements } = worker;
  // Workers are ended without an exit event, so each test file saves what its worker has seen so far.
  afterAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...recordedStatements.values()]));
  });
}
