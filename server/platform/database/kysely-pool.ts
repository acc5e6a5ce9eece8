import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { LRUCache } from "lru-cache";
import type pg from "pg";

const maxNames = 300;
/** Texts remembered to recognize their second use. */
const maxUsedOnce = 2000;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const readOnlyTransaction = "25006";

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
  /** Resolves when the next statement is handed to pg, which sends statements in this order. */
  nextSent(): Promise<void>;
  release(discard: boolean): void;
}

export function kyselyPool(pool: pg.Pool, onNamesFull: () => void): KyselyPool {
  const nameOf = statementNames(onNamesFull);
  const open = async () => {
    const client = await pool.connect();
    return { client, ...guardedQuery(client, nameOf) };
  };
  return {
    options: pool.options,
    connect: async () => {
      const { client, query, isReadOnly } = await open();
      return { query, release: (discard) => client.release(discard || isReadOnly()) };
    },
    end: () => pool.end(),
    reserve: async () => {
      const { client, query, firstError, nextSent, isReadOnly } = await open();
      const connection: PostgresPoolClient = { query, release: () => undefined };
      return {
        pool: { options: pool.options, connect: async () => connection, end: async () => undefined },
        firstError,
        nextSent,
        release: (discard) => client.release(discard || isReadOnly()),
      };
    },
  };
}

/** Rejects statements after the transaction's end: a branch of a failed `Promise.all` would write outside of it. */
function guardedQuery(client: pg.PoolClient, nameOf: (text: string) => string | undefined) {
  let hasEnded = false;
  let failure: { error: unknown } | undefined;
  let sent = Promise.withResolvers<void>();
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (hasEnded && text !== "rollback") throw new Error("the transaction has ended");
    if (text === "commit" || text === "rollback") hasEnded = true;
    const name = values.length > 0 ? nameOf(text) : undefined;
    try {
      const result = client.query({ text, values: [...values], ...(name && { name }) });
      sent.resolve();
      sent = Promise.withResolvers();
      return await result;
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    firstError: () => failure?.error,
    nextSent: () => sent.promise,
    /** Whether its server refuses writes: after a failover it is a standby, and another one is the primary. */
    isReadOnly: () => (failure?.error as { code?: string } | undefined)?.code === readOnlyTransaction,
  };
}

/** Names texts from their second use on, up to a number that servers can hold; `onFull` is called once there. */
function statementNames(onFull: () => void) {
  const names = new Map<string, string>();
  const usedOnce = new LRUCache<string, true>({ max: maxUsedOnce });
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size === maxNames) return known;
    if (!usedOnce.has(text)) return void usedOnce.set(text, true);
    const name = createHash("sha1").update(text).digest("base64url");
    names.set(text, name);
    if (names.size === maxNames) onFull();
    return name;
  };
}
