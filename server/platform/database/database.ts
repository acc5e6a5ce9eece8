import { AbortedTransactionError, Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from "kysely";
import pg from "pg";
import { type KyselyPool, kyselyPool } from "./kysely-pool.ts";

/** Statements are SQL whose rows are typed where they are read, so the tables need no types. */
export type Db = Kysely<unknown>;
export type Tx = Transaction<unknown>;
/** How to connect: a URL, or the embedded server's socket. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

// int8 as number (ids and amounts are far below 2^53), timestamps as ISO text, as in the contract.
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    if (oid === pg.types.builtins.DATE) return String;
    if (oid === 1016) return (text: string) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number));
    return pg.types.getTypeParser(oid, format as "text");
  },
};

type Template = [fragments: TemplateStringsArray, ...values: unknown[]];

// Template tags that run a statement on a database or in a transaction: listRows<Order>(tx)`select …`.

/** The rows of a statement. */
export const listRows =
  <Row>(db: Db | Tx) =>
  async (...statement: Template): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows;

/** The first row of a statement. */
export const findRow =
  <Row>(db: Db | Tx) =>
  async (...statement: Template): Promise<Row | undefined> =>
    (await listRows<Row>(db)(...statement))[0];

/** The row of a statement that always has one. */
export const getRow =
  <Row>(db: Db | Tx) =>
  async (...statement: Template): Promise<Row> => {
    const row = await findRow<Row>(db)(...statement);
    if (row === undefined) throw new Error("a statement that always has a row had none");
    return row;
  };

/** The values of a statement with one column. */
export const listValues =
  <Value>(db: Db | Tx) =>
  async (...statement: Template): Promise<Value[]> =>
    (await listRows<Record<string, Value>>(db)(...statement)).flatMap((row) => Object.values(row));

/** The second column of a statement by its first. */
export const mapRows =
  <Key, Value>(db: Db | Tx) =>
  async (...statement: Template): Promise<Map<Key, Value>> =>
    new Map((await listRows<object>(db)(...statement)).map((row) => Object.values(row) as [Key, Value]));

/** The value of a statement with one column and at most one row. */
export const findValue =
  <Value>(db: Db | Tx) =>
  async (...statement: Template): Promise<Value | undefined> =>
    (await listValues<Value>(db)(...statement))[0];

/** The value of a statement that always has one row, with one column. */
export const getValue =
  <Value>(db: Db | Tx) =>
  async (...statement: Template): Promise<Value> =>
    Object.values(await getRow<Record<string, Value>>(db)(...statement))[0] as Value;

/** Whether a statement has or returns rows. */
export const hasRows =
  (db: Db | Tx) =>
  async (...statement: Template): Promise<boolean> =>
    (await listRows(db)(...statement)).length > 0;

/** The values of one column of rows. */
export const valuesOf = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][] =>
  rows.map((row) => row[name]);

/** Rows as a table of a statement: `from ${tableOf(lines, "l", { id: "bigint", quantity: "int" })}`. */
export const tableOf = <Row>(rows: readonly Row[], name: string, columns: { [Column in keyof Row]?: string }) =>
  sql`unnest(${sql.join(
    Object.entries(columns).map(
      ([column, type]) => sql`${rows.map((row) => row[column as keyof Row] ?? null)}::${sql.raw(`${type}[]`)}`,
    ),
  )}) as ${sql.ref(name)} (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})`;

/** How many rows a statement has changed. */
export const countAffected =
  (db: Db | Tx) =>
  async (...statement: Template): Promise<number> =>
    Number((await sql(...statement).execute(db)).numAffectedRows ?? 0n);

/** Whether a statement has changed rows. */
export const isAffected =
  (db: Db | Tx) =>
  async (...statement: Template): Promise<boolean> =>
    (await countAffected(db)(...statement)) > 0;

export interface Database {
  db: Db;
  pool: pg.Pool;
  connection: Connection;
  close(): Promise<void>;
}

export interface OpenOptions {
  size?: number;
  onError?: (error: Error) => void;
  /** Called once when no more statements can be named: others are planned each time. */
  onNamesFull?: () => void;
  /** Time limit of a statement and of waiting for a lock, in milliseconds; 0 for none. */
  timeoutMs?: number;
}

// If the server itself does not end the statement this long after its timeout, it or the network hangs.
const graceMs = 5_000;

/** Opens a connection pool to the embedded or an external server. */
export function openDatabase(
  connection: Connection,
  { size = 10, onError, onNamesFull, timeoutMs = 30_000 }: OpenOptions = {},
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    types: types as pg.CustomTypesConfig,
    // Statements of a transaction that are issued together are sent together.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(timeoutMs > 0
      ? {
          statement_timeout: timeoutMs,
          lock_timeout: timeoutMs,
          idle_in_transaction_session_timeout: timeoutMs * 2,
          query_timeout: timeoutMs + graceMs,
        }
      : {}),
    application_name: "kiosk",
  } as pg.PoolConfig);
  let closing = false;
  // Without a listener a lost connection would end the process.
  pool.on("error", (error) => !closing && onError?.(error));
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = openKysely(pool, onNamesFull);
  const close = () => {
    closing = true;
    return db.destroy();
  };
  return { db, pool, connection, close };
}

const poolOf = new WeakMap<Db, KyselyPool>();

/** Kysely on a pool of pg, with transactions of `runTransaction`. */
export function openKysely(pool: pg.Pool, onNamesFull = () => {}): Db {
  const connections = kyselyPool(pool, onNamesFull);
  const db = kyselyOn(connections);
  poolOf.set(db, connections);
  return db;
}

const kyselyOn = (pool: PostgresPool): Db => new Kysely({ dialect: new PostgresDialect({ pool }) });

/** Whether a statement failed only because an earlier one had aborted the transaction. */
const isAborted = (error: unknown) =>
  error instanceof AbortedTransactionError || (error as { code?: string }).code === "25P02";

/**
 * Runs `work` in a transaction. Unlike in Kysely's own transactions, statements issued together (`Promise.all`) are sent
 * together, and run in that order, the first ones with `begin`. `finish` issues the last statements, which are sent with
 * the commit: if one fails, the transaction is rolled back.
 */
export async function runTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  finish: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const pool = poolOf.get(db);
  if (!pool) throw new Error("this database was not opened with openKysely");
  const { pool: connection, firstError, nextSent, release } = await pool.reserve();
  const tx = kyselyOn(connection) as Tx;
  nextSentOf.set(tx, nextSent);
  let isBroken = false;
  try {
    const client = await connection.connect();
    // Not awaited before `work`: its first statements are sent with it.
    const begun = client.query("begin", []);
    const [result] = await Promise.all([work(tx), begun]);
    await Promise.all([finish(tx), commit(tx)]);
    return result;
  } catch (error) {
    await sql`rollback`.execute(tx).catch(() => (isBroken = true));
    throw isAborted(error) ? (firstError() ?? error) : error;
  } finally {
    release(isBroken);
  }
}

const nextSentOf = new WeakMap<Tx, () => Promise<void>>();

/**
 * Runs steps of a transaction in this order and returns their results. Each step is started as soon as the first
 * statement of the one before is sent, so that several take one round trip, and a step sees what those before it have
 * locked and written. Only the first statement of a step is ordered.
 */
export async function inOrder<const Steps extends readonly (() => PromiseLike<unknown>)[]>(
  tx: Tx,
  ...steps: Steps
): Promise<{ -readonly [Index in keyof Steps]: Awaited<ReturnType<Steps[Index]>> }> {
  const results: PromiseLike<unknown>[] = [];
  for (const step of steps) {
    const sent = nextSentOf.get(tx)?.();
    const result = step();
    results.push(result);
    // A transaction that was not opened by `runTransaction` waits for each step.
    await (sent ? Promise.race([sent, result]) : result);
  }
  return Promise.all(results) as never;
}

/** PostgreSQL answers a commit with ROLLBACK if a statement failed before it. */
async function commit(tx: Tx) {
  const { rows } = await sql<{ command: string }>`commit`.execute(tx);
  if (rows[0]?.command === "ROLLBACK") throw new AbortedTransactionError();
}
