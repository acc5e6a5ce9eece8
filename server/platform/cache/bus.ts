import pg from "pg";
import type { Database } from "#server/platform/database/database.ts";
import { listenerName, rollCall, rollCallChannel } from "./invalidation-barrier.ts";
import { changesChannel, onCommit, type Topic, tellGathered } from "#server/platform/database/transaction.ts";

export interface Bus {
  /**
   * Hears every change of every process. `missed` means: some may not have been heard, take everything for changed.
   * Where it returns a promise, the shop does not let go of the database before that is kept.
   */
  listen(listener: Listener): void;
  /** Waits until every other process has heard what was committed before this call. */
  heardByAll(): Promise<void>;
  /** Whether changes are heard just now: not while the connection that brings them is lost. */
  hears(): boolean;
  close(): Promise<void>;
}

type Listener = (topics: Topic[], missed: boolean) => unknown;

function audience() {
  const listeners: Listener[] = [];
  const atWork = new Set<Promise<unknown>>();
  return {
    listen: (listener: Listener) => void listeners.push(listener),
    tell: (topics: Topic[], missed = false) => {
      for (const listener of listeners) {
        const work = listener(topics, missed);
        if (!(work instanceof Promise)) continue;
        atWork.add(work);
        void work.catch(() => undefined).finally(() => atWork.delete(work));
      }
    },
    /** Once nothing is done about what was told. What one does may be news to another. */
    atRest: async () => {
      while (atWork.size > 0) await Promise.allSettled(atWork);
    },
  };
}

/** Joins the processes of one database: changes committed anywhere are heard everywhere. */
export async function openBus(database: Database, log: { warn(details: object, line: string): void }): Promise<Bus> {
  const { listen, tell, atRest } = audience();
  const roll = rollCall(database.db);
  let closed = false;
  let hears = false;
  let client: pg.Client | undefined;

  const connect = async () => {
    const fresh = new pg.Client({
      ...database.connection,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: listenerName,
    });
    fresh.on("error", () => undefined);
    fresh.on("notification", ({ channel, payload = "" }) =>
      channel === changesChannel ? tell(JSON.parse(payload) as Topic[]) : roll.hear(payload),
    );
    await fresh.connect();
    await fresh.query(`listen ${changesChannel}; listen ${rollCallChannel}`);
    // From here on only: a connection that never came is tried again by whoever asked for it, and by nobody else.
    fresh.on("end", () => {
      hears = false;
      if (!closed) void reconnect();
    });
    client = fresh;
    hears = true;
  };
  const reconnect = async (wait = 100): Promise<void> => {
    tell([], true);
    await new Promise((done) => setTimeout(done, wait).unref());
    if (closed) return;
    try {
      await connect();
      tell([], true);
    } catch (error) {
      log.warn({ err: error }, "the database is not there; trying again");
      await reconnect(Math.min(wait * 2, 5000));
    }
  };

  await connect();
  onCommit(database.db, (topics) => tell(topics));
  return {
    listen,
    heardByAll: () => roll.ask(),
    hears: () => hears,
    close: async () => {
      closed = true;
      await tellGathered(database.db);
      await client?.end().catch(() => undefined);
      await atRest();
    },
  };
}
