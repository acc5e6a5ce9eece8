import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "#server/platform/database/database.ts";
import { Problem } from "./problem.ts";

/**
 * Calls one address may make in a minute, by class, and how many of them a process counts by itself before it tells the
 * others: what is worth guessing is counted exactly, the rest at a cost nobody feels.
 */
const classes = {
  "sign-in": { perMinute: 60, together: 1 },
  write: { perMinute: 600, together: 20 },
  read: { perMinute: 6000, together: 200 },
  /** Payment providers send in bursts, and each message is checked by its signature. */
  webhook: { perMinute: 6000, together: 200 },
} as const;
export type RateClass = keyof typeof classes;

interface Tally {
  window: number;
  /** What all processes had counted when we last asked, and what we counted since. */
  shared: number;
  own: number;
}

/**
 * Counts calls of an address in the database, so that all processes share the count; one limiter for each process. This
 * machine itself is only held to "sign-in": what measures the shop, or a proxy that names nobody, is not one customer.
 * Throws `too_many_requests`.
 */
export function createRateLimiter(db: Db, now = Date.now) {
  const tallies = new LRUCache<string, Tally>({ max: 50_000 });
  return async (kind: RateClass, request: Pick<FastifyRequest, "ip">) => {
    const { perMinute, together } = classes[kind];
    if (kind !== "sign-in" && isThisMachine(request.ip)) return;
    const key = `${kind} ${request.ip}`;
    const tally = tallyOf(tallies, key, Math.floor(now() / 60_000));
    tally.own++;
    if (tally.own >= together) {
      const counted = tally.own;
      tally.own = 0;
      tally.shared = await share(db, key, counted);
    }
    if (tally.shared + tally.own > perMinute)
      throw new Problem("too_many_requests", { retryAfter: Math.max(1, 60 - Math.floor((now() % 60_000) / 1000)) });
  };
}

function tallyOf(tallies: LRUCache<string, Tally>, key: string, window: number): Tally {
  const known = tallies.get(key);
  if (known?.window === window) return known;
  const fresh = { window, shared: 0, own: 0 };
  tallies.set(key, fresh);
  return fresh;
}

async function share(db: Db, key: string, calls: number): Promise<number> {
  const { rows } = await sql<{ hits: number }>`
    insert into rate_counts as c (key, window_start, hits) values (${key}, date_trunc('minute', now()), ${calls})
    on conflict (key, window_start) do update set hits = c.hits + excluded.hits
    returning hits`.execute(db);
  return rows[0]?.hits ?? 0;
}

const isThisMachine = (ip: string) => ip === "127.0.0.1" || ip === "::1" || ip === "::ffff:127.0.0.1";

const wrongCodes = 20;
/**
 * Lets an address try a code unless too many of its codes were wrong this minute, so that none is found by trying all.
 * Throws `too_many_requests`; returns how to tell that this one was wrong too.
 */
export async function admitGuess(db: Db, address: string) {
  const key = `code ${address}`;
  const { rows } = await sql<{ hits: number; wait: number }>`
    select hits, 60 - extract(second from now())::int as wait
    from rate_counts
    where key = ${key} and window_start = date_trunc('minute', now())`.execute(db);
  if (rows[0] && rows[0].hits >= wrongCodes)
    throw new Problem("too_many_requests", { retryAfter: Math.max(1, rows[0].wait) });
  return () =>
    sql`
      insert into rate_counts as c (key, window_start, hits) values (${key}, date_trunc('minute', now()), 1)
      on conflict (key, window_start) do update set hits = c.hits + 1`.execute(db);
}

/** Forgets counts of windows gone by. */
export const deleteOldCounts = (db: Db) =>
  sql`delete from rate_counts where window_start < now() - interval '10 minutes'`.execute(db);
