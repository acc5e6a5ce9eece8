import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Db, findValue } from "#server/platform/database/database.ts";

/** The application name of listening connections, by which they are counted. */
export const listenerName = "kiosk listener";
export const barrierChannel = "kiosk_barrier";
// A process that is gone or stuck must not block writes.
const timeoutMs = 500;

export interface InvalidationBarrier {
  /** Handles a message of the channel. */
  receive(message: string): void;
  /** Waits until every other process has received what was committed before, at most half a second. */
  wait(): Promise<void>;
}

/**
 * PostgreSQL delivers notifications in the order of their commits, so a process that acknowledges this one has received
 * every invalidation before it. With a single process there is nobody to wait for.
 */
export function createInvalidationBarrier(db: Db): InvalidationBarrier {
  const waiting = new Map<string, () => void>();
  const send = (message: string) => sql`select pg_notify(${barrierChannel}, ${message})`.execute(db);
  return {
    receive: (message) => {
      const [kind, id = ""] = message.split(" ");
      if (kind === "ack") waiting.get(id)?.();
      // A process receives its own requests too. An acknowledgement lost with its connection costs the sender the timeout.
      else if (!waiting.has(id)) send(`ack ${id}`).catch(() => undefined);
    },
    wait: async () => {
      let missing = await countOtherProcesses(db);
      if (missing === 0) return;
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, () => --missing === 0 && resolve());
      const timer = setTimeout(resolve, timeoutMs);
      await send(`request ${id}`);
      await promise;
      clearTimeout(timer);
      waiting.delete(id);
    },
  };
}

const countOtherProcesses = async (db: Db) =>
  (await findValue<number>(db)`
    select greatest(0, count(*) - 1)::int as others
    from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`) ?? 0;
