import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

const maxNames = 300;

/** A pool for Kysely. Repeated statements get a name, so that each connection plans them once. */
export interface KyselyPool extends PostgresPool {
  /** Reserves a connection for a transaction. */
  reserve(): Promise<ReservedConnection>;
}

export interface ReservedConnection {
  /** Returns the same connection to every caller, so that pg pipelines concurrent statements. */
  pool: PostgresPool;
  /** The error that aborted the transaction; statements after it fail with "current transaction is aborted". */
  firstError(): unknown;
  release(discard: boolean): void;
}

export function kyselyPool(pool: pg.Pool): KyselyPool {
  const nameOf = statementNames();
  const open = async () => {
    const client = await pool.connect();
    return { client, ...guardedQuery(client, nameOf) };
  };
  return {
    options: pool.options,
    connect: async () => {
      const { client, query } = await open();
      return { query, release: (discard) => client.release(discard) };
    },
    end: () => pool.end(),
    reserve: async () => {
      const { client, query, firstError } = await open();
      const connection: PostgresPoolClient = { query, release: () => undefined };
      return {
        pool: { options: pool.options, connect: async () => connection, end: async () => undefined },
        firstError,
        release: (discard) => client.release(discard),
      };
    },
  };
}

/**
 * Rejects statements after the end of the transaction: a branch of a `Promise.all` that continues after another failed
 * would otherwise write outside it.
 */
function guardedQuery(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
  let hasEnded = false;
  let failure: { error: unknown } | undefined;
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (hasEnded && text !== "rollback") throw new Error("the transaction has ended");
    if (text === "commit" || text === "rollback") hasEnded = true;
    const name = values.length > 0 ? nameOf(text) : undefined;
    try {
      return await client.query({ text, values: [...values], ...(name && { name }) });
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  return { query: query as unknown as PostgresPoolClient["query"], firstError: () => failure?.error };
}

/** Names a statement from its second use on, up to a limit: the server stores it until the connection ends. */
function statementNames() {
  const names = new Map<string, string | undefined>();
  return (text: string): string | undefined => {
    if (!names.has(text)) {
      if (names.size < maxNames) names.set(text, undefined);
      return undefined;
    }
    const name = names.get(text) ?? createHash("sha1").update(text).digest("base64url");
    names.set(text, name);
    return name;
  };
}
