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
  /** Whether messages of other processes can be received: false while the connection is lost or silent. */
  isConnected(): boolean;
  close(): Promise<void>;
}

type Subscriber = (tags: CacheTag[], missed: boolean) => unknown;

const firstRetryMs = 100;
const longestRetryMs = 5_000;
/** Time limit of connecting, and of the statements that begin to listen. */
const defaultConnectMs = 5_000;
/** How often a listener sends a message to itself. */
const defaultBeatMs = 5_000;

interface Log {
  warn(details: object, line: string): void;
}

/** Connects the processes of one database by LISTEN and NOTIFY. */
export async function openBus(
  database: Database,
  log: Log,
  { beatMs = defaultBeatMs, connectMs = defaultConnectMs } = {},
): Promise<Bus> {
  const { subscribe, deliver, settled } = subscribers(log);
  const origin = randomUUID();
  /** Messages to this process alone: its own heartbeat, and what answers it. */
  const ownChannel = `kiosk_${origin.replaceAll("-", "")}`;
  const barrier = createInvalidationBarrier(database.db, ownChannel, log);
  const receive = (message: string) => {
    const received = parseMessage(message);
    if (received?.origin === origin) return;
    if (received === undefined) log.warn({ message }, "a message of the bus can't be read; anything may have changed");
    deliver(received?.tags ?? [], received === undefined);
  };
  let isClosed = false;
  let listener: Listener | undefined;

  const connect = async () => {
    const channels = {
      [tagsChannel]: receive,
      [barrierChannel]: barrier.receive,
      [ownChannel]: (message: string) => message !== beat && barrier.receive(message),
    };
    // Set last: while connecting, the caller of `connect` retries.
    listener = await openListener(database.connection, channels, {
      beatChannel: ownChannel,
      beatMs,
      connectMs,
    });
    listener.ended.then(() => {
      listener = undefined;
      if (!isClosed) void reconnect();
    });
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
    isConnected: () => listener?.isHeard() ?? false,
    close: async () => {
      isClosed = true;
      await flushPublished(database.db);
      await listener?.close();
      await settled();
    },
  };
}

const beat = "beat";

interface Listener {
  /** Whether its last message to itself came back in time. */
  isHeard(): boolean;
  ended: Promise<void>;
  close(): Promise<unknown>;
}

/**
 * A connection that listens to channels. A network that drops a silent connection tells neither end, so it sends itself a
 * message at each beat, and is closed when the second in a row did not arrive.
 */
async function openListener(
  connection: Database["connection"],
  channels: Record<string, (message: string) => unknown>,
  { beatChannel, beatMs, connectMs }: { beatChannel: string; beatMs: number; connectMs: number },
): Promise<Listener> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: listenerName,
  });
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  let unanswered = 0;
  client.on("error", () => undefined);
  client.on("notification", ({ channel, payload = "" }) => {
    if (channel === beatChannel) unanswered = 0;
    channels[channel]?.(payload);
  });
  try {
    await client.connect();
    await client.query(
      Object.keys(channels)
        .map((channel) => `listen ${channel}`)
        .join("; "),
    );
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  const timer = setInterval(() => {
    // Twice, as a process that was busy that long finds its messages after its timers.
    if (unanswered >= 2) return void client.end().catch(() => undefined);
    unanswered++;
    client.query("select pg_notify($1, $2)", [beatChannel, beat]).catch(() => undefined);
  }, beatMs).unref();
  void ended.then(() => clearInterval(timer));
  return { isHeard: () => unanswered < 2, ended, close: () => client.end().catch(() => undefined) };
}

/** Undefined for what no process of the shop has sent: anybody with access to the database may NOTIFY. */
function parseMessage(message: string): TagsMessage | undefined {
  try {
    return TagsMessage.parse(JSON.parse(message));
  } catch {
    return undefined;
  }
}

/** A subscriber that fails may have missed what it was called for; its error ends nothing else. */
function subscribers(log: Log) {
  const all: Subscriber[] = [];
  const running = new Set<Promise<unknown>>();
  const failed = "a subscriber of changes failed";
  const call = (subscriber: Subscriber, tags: CacheTag[], missed: boolean): unknown => {
    try {
      return subscriber(tags, missed);
    } catch (error) {
      log.warn({ err: error, tags }, failed);
      return missed ? undefined : call(subscriber, [], true);
    }
  };
  return {
    subscribe: (subscriber: Subscriber) => void all.push(subscriber),
    deliver: (tags: CacheTag[], missed = false) => {
      for (const subscriber of all) {
        const work = call(subscriber, tags, missed);
        if (!(work instanceof Promise)) continue;
        running.add(work);
        void work.catch((error: unknown) => log.warn({ err: error, tags }, failed)).finally(() => running.delete(work));
      }
    },
    /** Waits for the work of all subscribers, which may publish in turn. */
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
