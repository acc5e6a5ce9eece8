import pg from "pg";

type Connected = Parameters<pg.Pool["connect"]>[0];

/**
 * The pool as graphile-worker 0.18 needs it: timestamps are Dates instead of ISO text, and a connection may be released
 * twice. It does that when it is stopped while its LISTEN fails, and the second release would end the process.
 */
export const toRunnerPool = (pool: pg.Pool): pg.Pool =>
  new Proxy(pool, {
    get: (_, name) => {
      if (name === "query") return queryWithDates(pool);
      if (name === "connect") return connectReleasedOnce(pool);
      return Reflect.get(pool, name, pool);
    },
  });

const queryWithDates = (pool: pg.Pool) => (query: string | pg.QueryConfig, values?: unknown[]) =>
  pool.query({ ...(typeof query === "string" ? { text: query, values } : query), types: pg.types });

const connectReleasedOnce = (pool: pg.Pool) => (connected?: Connected) => {
  if (!connected) return pool.connect();
  return pool.connect((error, client, release) => {
    let isReleased = false;
    connected(error, client, (reason) => {
      if (!isReleased) release(reason);
      isReleased = true;
    });
  });
};
