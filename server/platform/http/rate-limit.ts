import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type Db, findValue, listRows } from "#server/platform/database/database.ts";
import { Problem } from "./problem.ts";

/** Requests per minute and address by class, and how many a process counts before it adds them to the shared count. */
const classes = {
  "sign-in": { perMinute: 60, batch: 1 },
  write: { perMinute: 600, batch: 20 },
  read: { perMinute: 6000, batch: 200 },
  /** Payment providers send bursts, and every message is signed. */
  webhook: { perMinute: 6000, batch: 200 },
} as const;
export type RateClass = keyof typeof classes;

interface Counter {
  window: number;
  /** The shared count as last read, and the requests counted since. */
  shared: number;
  own: number;
}

/**
 * Limits the requests of an address; counts are shared by all processes through the database. Loopback addresses are
 * limited for "sign-in" only, as a proxy serves many customers. Throws `too_many_requests`. An evicted count of the
 * current minute is logged, once.
 */
export function createRateLimiter(db: Db, log: Pick<FastifyBaseLogger, "warn">, { now = Date.now, max = 50_000 } = {}) {
  let isFull = false;
  const counters = new LRUCache<string, Counter>({
    max,
    dispose: ({ window }, _key, reason) => {
      if (reason !== "evict" || isFull || window !== minuteOf(now())) return;
      isFull = true;
      log.warn({ max }, "more addresses send requests than are counted: some counts begin anew");
    },
  });
  return async (kind: RateClass, request: Pick<FastifyRequest, "ip">) => {
    const { perMinute, batch } = classes[kind];
    if (kind !== "sign-in" && isThisMachine(request.ip)) return;
    const key = `${kind} ${addressOf(request)}`;
    const counter = counterOf(counters, key, minuteOf(now()));
    counter.own++;
    if (counter.own >= batch) {
      const counted = counter.own;
      counter.own = 0;
      counter.shared = await addToSharedCount(db, key, counted);
    }
    if (counter.shared + counter.own > perMinute)
      throw new Problem("too_many_requests", { retryAfter: Math.max(1, 60 - Math.floor((now() % 60_000) / 1000)) });
  };
}

const minuteOf = (time: number) => Math.floor(time / 60_000);

export type RateLimiter = ReturnType<typeof createRateLimiter>;

function counterOf(counters: LRUCache<string, Counter>, key: string, window: number): Counter {
  const known = counters.get(key);
  if (known?.window === window) return known;
  const fresh = { window, shared: 0, own: 0 };
  counters.set(key, fresh);
  return fresh;
}

const addToSharedCount = async (db: Db, key: string, calls: number) =>
  (await findValue<number>(db)`
    insert into rate_counts as c (key, window_start, hits) values (${key}, date_trunc('minute', now()), ${calls})
    on conflict (key, window_start) do update set hits = c.hits + excluded.hits
    returning hits`) ?? 0;

/** What limits count as one address: of IPv6 the network of 64 bits, as its customer can use any address in it. */
export function addressOf({ ip }: Pick<FastifyRequest, "ip">): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return "parts" in address ? `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64` : address.toString();
}

const isThisMachine = (ip: string) => ip === "127.0.0.1" || ip === "::1" || ip === "::ffff:127.0.0.1";

const maxWrongCodes = 20;
/**
 * Limits the wrong codes of an address per minute, against guessing. Call it when the code is checked, before the
 * response shows the result, so that bursts are limited too. Throws `too_many_requests`.
 */
export async function limitGuesses(db: Db, address: string, { isRight }: { isRight: boolean }) {
  const key = `code ${address}`;
  const rows = await listRows<{ hits: number; wait: number }>(db)`
    insert into rate_counts as c (key, window_start, hits)
    values (${key}, date_trunc('minute', now()), ${isRight ? 0 : 1})
    on conflict (key, window_start) do update set hits = c.hits + excluded.hits
    returning hits, 60 - extract(second from now())::int as wait`;
  const [counted] = rows;
  if (counted && counted.hits > maxWrongCodes)
    throw new Problem("too_many_requests", { retryAfter: Math.max(1, counted.wait) });
}

/** Deletes the counts of past windows. */
export const deleteOldCounts = (db: Db) =>
  sql`delete from rate_counts where window_start < now() - interval '10 minutes'`.execute(db);
