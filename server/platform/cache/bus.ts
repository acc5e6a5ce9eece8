import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "#server/platform/database/database.ts";
import {
  type CacheTag,
  deliverLocally,
  flushPublished,
  TagsMessage,
  tagsChannel,
} from "#server/platform/database/transaction.ts";
import { barrierChannel, createInvalidationBarrier, listenerName } from "./invalidation-barrier.ts";

export interface Bus {
  /**
   * Calls `subscriber` with the tags of every committed transaction of every process. `missed` means that some may have
   * been lost, so that anything may have changed. Closing the bus waits for promises that subscribers return.
   */
  subscribe(subscriber: Subscriber): void;
  /** Waits until every other process has received what was committed before this call. */
  invalidationBarrier(): Promise<void>;
  /** Whether messages of other processes can be received: false while the connection is lost. */
  isConnected(): boolean;
  close(): Promise<void>;
}

type Subscriber = (tags: CacheTag[], missed: boolean) => unknown;

const firstRetryMs = 100;
const longestRetryMs = 5_000;

/** Connects the processes of one database by LISTEN and NOTIFY. */
export async function openBus(database: Database, log: { warn(details: object, line: string): void }): Promise<Bus> {
  const { subscribe, deliver, settled } = subscribers();
  const barrier = createInvalidationBarrier(database.db);
  const origin = randomUUID();
  const receive = (message: string) => {
    const received = parseMessage(message);
    if (received?.origin === origin) return;
    if (received === undefined) log.warn({ message }, "a message of the bus can't be read; anything may have changed");
    deliver(received?.tags ?? [], received === undefined);
  };
  let isClosed = false;
  let isConnected = false;
  let client: pg.Client | undefined;

  const connect = async () => {
    const next = new pg.Client({
      ...database.connection,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: listenerName,
    });
    next.on("error", () => undefined);
    next.on("notification", ({ channel, payload = "" }) =>
      channel === tagsChannel ? receive(payload) : barrier.receive(payload),
    );
    await next.connect();
    await next.query(`listen ${tagsChannel}; listen ${barrierChannel}`);
    // Added last: while connecting, the caller of `connect` retries.
    next.on("end", () => {
      isConnected = false;
      if (!isClosed) void reconnect();
    });
    client = next;
    isConnected = true;
  };
  const reconnect = async (wait = firstRetryMs): Promise<void> => {
    deliver([], true);
    await new Promise((resolve) => setTimeout(resolve, wait).unref());
    if (isClosed) return;
    try {
      await connect();
      deliver([], true);
    } catch (error) {
      log.warn({ err: error }, "the database is unavailable; trying again");
      await reconnect(Math.min(wait * 2, longestRetryMs));
    }
  };

  await connect();
  deliverLocally(database.db, { origin, deliver: (tags) => deliver(tags) });
  return {
    subscribe,
    invalidationBarrier: barrier.wait,
    isConnected: () => isConnected,
    close: async () => {
      isClosed = true;
      await flushPublished(database.db);
      await client?.end().catch(() => undefined);
      await settled();
    },
  };
}

/** Undefined for what no process of the shop has sent: anybody with access to the database may NOTIFY. */
function parseMessage(message: string): TagsMessage | undefined {
  try {
    return TagsMessage.parse(JSON.parse(message));
  } catch {
    return undefined;
  }
}

function subscribers() {
  const all: Subscriber[] = [];
  const running = new Set<Promise<unknown>>();
  return {
    subscribe: (subscriber: Subscriber) => void all.push(subscriber),
    deliver: (tags: CacheTag[], missed = false) => {
      for (const subscriber of all) {
        const work = subscriber(tags, missed);
        if (!(work instanceof Promise)) continue;
        running.add(work);
        void work.catch(() => undefined).finally(() => running.delete(work));
      }
    },
    /** Waits for the work of all subscribers, which may publish in turn. */
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
