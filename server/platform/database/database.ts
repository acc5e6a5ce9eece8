import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, Transaction } from "kysely";
import pg from "pg";
import { AskingClient } from "./asking.ts";
import type { DB as Tables } from "./tables.ts";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** Where the database is: an address, or the embedded server's socket. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

// int8 as number (every amount and id of a shop is far below 2^53), instants as ISO text, as the contract has them.
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    if (oid === pg.types.builtins.DATE) return String;
    if (oid === 1016) return (text: string) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number));
    return pg.types.getTypeParser(oid, format as "text");
  },
};

export interface Database {
  db: Db;
  pool: pg.Pool;
  connection: Connection;
  close(): Promise<void>;
}

export interface OpenOptions {
  size?: number;
  onError?: (error: Error) => void;
  /** How long a statement, or a wait for a row somebody else has locked, may take, in milliseconds; 0 for as long as it takes. */
  patienceMs?: number;
}

// A server that is told to stop a statement and stays silent has hung, or the network between us has.
const silenceMs = 5_000;

/** Opens the pool. Nothing above this line knows whether the server is embedded or external. */
export function openDatabase(
  connection: Connection,
  { size = 10, onError, patienceMs = 30_000 }: OpenOptions = {},
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    types: types as pg.CustomTypesConfig,
    Client: AskingClient as unknown as new () => pg.Client,
    // Statements of a transaction go out as they are asked for; the answers come in the same order.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(patienceMs > 0
      ? {
          statement_timeout: patienceMs,
          lock_timeout: patienceMs,
          idle_in_transaction_session_timeout: patienceMs * 2,
          query_timeout: patienceMs + silenceMs,
        }
      : {}),
    application_name: "kiosk",
  } as pg.PoolConfig);
  let closing = false;
  // Without a listener a lost connection would end the process.
  pool.on("error", (error) => !closing && onError?.(error));
  pool.on("connect", (client) => client.on("error", () => undefined));
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({ dialect });
  parts.set(db, { config: { dialect }, dialect, driver: dialect.createDriver() });
  const close = () => {
    closing = true;
    return db.destroy();
  };
  return { db, pool, connection, close };
}

const parts = new WeakMap<Db, Omit<ConstructorParameters<typeof Transaction>[0], "executor">>();

/**
 * Runs `work` in one transaction and then `last`, which goes to the server together with the commit. Statements that are
 * not awaited one by one (`Promise.all`) share a round trip, as the beginning shares that of the first; whichever fails
 * takes back all of them.
 */
export function oneTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, last: (tx: Tx) => Promise<void>): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    let open = true;
    // What follows a statement that failed is refused as well, and which of them is heard first is chance.
    let cause: unknown;
    const kept: DatabaseConnection = {
      executeQuery: <R>(query: CompiledQuery) =>
        connection.executeQuery<R>(query).catch((error: unknown) => {
          if (!isAftermath(error)) cause = error;
          throw error;
        }),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
    const tx = new Transaction<Tables>({
      ...(parts.get(db) as NonNullable<ReturnType<typeof parts.get>>),
      executor: executor.withConnectionProvider({
        provideConnection: async (use) => {
          if (!open) throw new Error("asked of a transaction that has ended");
          return use(kept);
        },
      }),
    });
    const begun = tell(connection, "begin");
    // Without a beginning the first statement fails as well, and is heard.
    begun.catch(() => undefined);
    try {
      const done = await work(tx);
      const [, end] = await Promise.all([last(tx), tell(connection, "commit"), begun]);
      if (end === "ROLLBACK") throw new Error("the transaction was taken back");
      return done;
    } catch (error) {
      // Work that goes on beside what failed must not write once everything is taken back.
      open = false;
      // A connection that can't be told is broken, and its pool lets go of it.
      await tell(connection, "rollback").catch(() => undefined);
      throw isAftermath(error) ? (cause ?? error) : error;
    } finally {
      open = false;
    }
  });
}

/** "Current transaction is aborted": some statement before this one is the trouble. */
const isAftermath = (error: unknown) => (error as { code?: string }).code === "25P02";

async function tell(connection: DatabaseConnection, command: "begin" | "commit" | "rollback") {
  const { rows } = await connection.executeQuery<{ command?: string }>(CompiledQuery.raw(command));
  return rows[0]?.command;
}
