import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Db, findValue } from "#server/platform/database/database.ts";

/** The application name of listening connections, by which they are counted. */
export const listenerName = "kiosk listener";
export const barrierChannel = "kiosk_barrier";
// A process that is gone or stuck must not block writes.
const timeoutMs = 500;

export interface InvalidationBarrier {
  /** Handles a message of the channel, or of this process's own. */
  receive(message: string): void;
  /** Waits until every other process has received what was committed before, at most half a second. Never throws. */
  wait(): Promise<void>;
}

/**
 * PostgreSQL delivers notifications in the order of their commits, so a process that acknowledges this one has received
 * every invalidation before it. With a single process there is nobody to wait for. Acknowledgements go to the channel of
 * the sender alone: on a shared one each process would receive those of all others.
 */
export function createInvalidationBarrier(
  db: Db,
  ownChannel: string,
  log: { warn(details: object, line: string): void },
): InvalidationBarrier {
  const waiting = new Map<string, () => void>();
  const send = (channel: string, message: string) => sql`select pg_notify(${channel}, ${message})`.execute(db);
  const request = async (id: string, { promise, resolve }: PromiseWithResolvers<void>) => {
    let missing = await countOtherProcesses(db);
    if (missing === 0) return;
    waiting.set(id, () => --missing === 0 && resolve());
    await send(barrierChannel, `request ${id} ${ownChannel}`);
    await promise;
  };
  return {
    receive: (message) => {
      const [kind, id = "", sender = barrierChannel] = message.split(" ");
      if (kind === "ack") waiting.get(id)?.();
      // A process receives its own requests too. An acknowledgement lost with its connection costs the sender the timeout.
      else if (!waiting.has(id)) send(sender, `ack ${id}`).catch(() => undefined);
    },
    wait: async () => {
      const id = randomUUID();
      const answered = Promise.withResolvers<void>();
      const timer = setTimeout(answered.resolve, timeoutMs);
      // What it waits for is committed: an error here must not make the write look failed.
      const asked = request(id, answered).catch((error: unknown) =>
        log.warn({ err: error }, "other processes were not asked whether they received a change"),
      );
      await Promise.race([asked, answered.promise]);
      clearTimeout(timer);
      waiting.delete(id);
    },
  };
}

const countOtherProcesses = async (db: Db) => Math.max(0, (await countListeners(db)) - 1);

/** How many processes of the shop run on this database. */
export const countListeners = async (db: Db) =>
  (await findValue<number>(db)`
    select count(*)::int as listeners
    from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`) ?? 0;
