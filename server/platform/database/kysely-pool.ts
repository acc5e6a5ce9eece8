import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

const maxNames = 300;

/**
 * The pool as Kysely uses it, with two additions: a statement seen before gets a name, so that each connection plans it
 * once; and a connection whose transaction has ended refuses further statements until it is released, since a branch of
 * a `Promise.all` that outlives a failure would otherwise write outside the transaction.
 */
export function kyselyPool(pool: pg.Pool): PostgresPool {
  const nameOf = statementNames();
  return {
    options: pool.options,
    connect: async () => poolClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

function poolClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let hasEnded = false;
  const query = (text: string, values: readonly unknown[] = []) => {
    if (hasEnded && text !== "rollback") return Promise.reject(new Error("the transaction has ended"));
    if (text === "commit" || text === "rollback") hasEnded = true;
    const name = values.length > 0 ? nameOf(text) : undefined;
    return client.query({ text, values: [...values], ...(name && { name }) });
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: (discard) => client.release(discard) };
}

/** Names texts from their second use on. The number of names is bounded: servers keep them until the connection ends. */
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
