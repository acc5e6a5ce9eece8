import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type Db, findValue, listRows, type Tx } from "#server/platform/database/database.ts";
import { withoutPort } from "./client-address.ts";
import { Problem } from "./problem.ts";

/** Requests per minute and address by class, and how many a process counts before it adds them to the shared count. */
const classes = {
  "sign-in": { perMinute: 60, batch: 1 },
  write: { perMinute: 600, batch: 20 },
  /** Requests with a body of any kind, counted before that is read; those of webhooks have a limit of their own. */
  body: { perMinute: 1200, batch: 20 },
  read: { perMinute: 6000, batch: 200 },
  /** Documents, sitemaps and images that are made for the request, not those in a cache. */
  page: { perMinute: 600, batch: 20 },
  /** Emails that anybody can order for an address of anybody. */
  alert: { perMinute: 30, batch: 1 },
  /** Reads the whole catalogue. */
  feed: { perMinute: 10, batch: 1 },
  /** Connections of sockets: one for each window, again when it loses its own. */
  socket: { perMinute: 300, batch: 20 },
  /** Payment providers send bursts, and every message is signed. */
  webhook: { perMinute: 6000, batch: 200 },
  "webhook body": { perMinute: 6000, batch: 200 },
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
    const count = async (address: string, most: number) => {
      const key = `${kind} ${address}`;
      const counter = counterOf(counters, key, minuteOf(now()));
      counter.own++;
      if (counter.own >= batch) {
        const counted = counter.own;
        counter.own = 0;
        // Without the database this process goes on counting by itself, so that pages in its cache can be shown.
        counter.shared = await addToSharedCount(db, key, counted).catch(() => counter.shared + counted);
      }
      if (counter.shared + counter.own > most)
        throw new Problem("too_many_requests", { retryAfter: Math.max(1, 60 - Math.floor((now() % 60_000) / 1000)) });
    };
    await count(addressOf(request), perMinute);
    const wider = widerNetworkOf(withoutPort(request.ip));
    if (wider) await count(wider, perMinute * perWiderNetwork);
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
export function addressOf(request: Pick<FastifyRequest, "ip">): string {
  const ip = withoutPort(request.ip);
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return "parts" in address ? networkOf(address, 64) : address.toString();
}

/** The wider IPv6 network of an address, which one customer can have whole; undefined for IPv4. */
function widerNetworkOf(ip: string): string | undefined {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined;
  return address && "parts" in address ? networkOf(address, 48) : undefined;
}

/** The network that one customer can have whole, of an address as `addressOf` gives it; an IPv4 address itself. */
export const networkOfOne = (address: string): string => widerNetworkOf(address.replace(/\/64$/, "")) ?? address;

const networkOf = ({ parts }: ipaddr.IPv6, bits: 48 | 64) =>
  `${new ipaddr.IPv6(parts.map((part, at) => (at < bits / 16 ? part : 0)))}/${bits}`;

/** A /48 has 65,536 networks of 64 bits, and often one owner: it may do as much as this many of them. */
export const perWiderNetwork = 16;

export const isThisMachine = (ip: string) => ip === "127.0.0.1" || ip === "::1" || ip === "::ffff:127.0.0.1";

const maxWrongCodes = 20;
/**
 * Limits the wrong codes of an address per minute, against guessing. Call it when the code is checked, before the
 * response shows the result, so that bursts are limited too. Throws `too_many_requests`.
 */
export async function limitGuesses(db: Db, address: string, { isRight }: { isRight: boolean }) {
  await limitGuessesOf(db, address, { isRight, most: maxWrongCodes });
  const wider = networkOfOne(address);
  if (wider !== address) await limitGuessesOf(db, wider, { isRight, most: maxWrongCodes * perWiderNetwork });
}

async function limitGuessesOf(db: Db, address: string, { isRight, most }: { isRight: boolean; most: number }) {
  const key = `code ${address}`;
  const rows = await listRows<{ hits: number; wait: number }>(db)`
    insert into rate_counts as c (key, window_start, hits)
    values (${key}, date_trunc('minute', now()), ${isRight ? 0 : 1})
    on conflict (key, window_start) do update set hits = c.hits + excluded.hits
    returning hits, 60 - extract(second from now())::int as wait`;
  const [counted] = rows;
  if (counted && counted.hits > most) throw new Problem("too_many_requests", { retryAfter: Math.max(1, counted.wait) });
}

/** What a network may do to emails of any owners, in windows of so many seconds. */
const networkWindows = {
  guest: [
    { name: "guest", seconds: 600, most: 30 },
    { name: "guest of day", seconds: 86_400, most: 300 },
  ],
  email: [
    { name: "email", seconds: 600, most: 30 },
    { name: "email of day", seconds: 86_400, most: 300 },
  ],
  registration: [
    { name: "registration", seconds: 600, most: 30 },
    { name: "registration of day", seconds: 86_400, most: 300 },
  ],
};
type NetworkWindow = (typeof networkWindows)["guest"][number];
/**
 * Limits how many people of one network begin to buy without an account within ten minutes and a day, however many devices
 * and emails they enter. Throws `too_many_requests`.
 */
export const limitGuests = (db: Db, address: string) => limitNetwork(db, address, networkWindows.guest);

/**
 * Limits how many emails of one network go to whoever it names, such as sign-in codes, within ten minutes and a day. Throws
 * `too_many_requests`.
 */
export const limitEmails = (db: Db, address: string) => limitNetwork(db, address, networkWindows.email);

/**
 * Limits how many accounts with an email one network registers within ten minutes and a day; apart from `limitEmails`, so
 * that neighbours who request codes keep nobody from registering. Throws `too_many_requests`.
 */
export const limitRegistrations = (db: Db | Tx, address: string) =>
  limitNetwork(db, address, networkWindows.registration);

async function limitNetwork(db: Db | Tx, address: string, windows: readonly NetworkWindow[]) {
  // A proxy that isn't known serves everybody.
  if (isThisMachine(address)) return;
  const wider = networkOfOne(address);
  for (const window of windows) {
    await countInWindow(db, address, window);
    if (wider !== address) await countInWindow(db, wider, { ...window, most: window.most * perWiderNetwork });
  }
}

async function countInWindow(db: Db | Tx, address: string, { name, seconds, most }: NetworkWindow) {
  const [counted] = await listRows<{ hits: number; wait: number }>(db)`
    insert into rate_counts as c (key, window_start, hits)
    values (${`${name} ${address}`}, date_bin(make_interval(secs => ${seconds}), now(), 'epoch'), 1)
    on conflict (key, window_start) do update set hits = c.hits + 1
    returning hits, ceil(${seconds}::int - extract(epoch from now() - window_start))::int as wait`;
  if (counted && counted.hits > most) throw new Problem("too_many_requests", { retryAfter: Math.max(1, counted.wait) });
}

/** Deletes the counts of past windows. */
export const deleteOldCounts = (db: Db) =>
  sql`
    delete from rate_counts
    where window_start < now() - interval '10 minutes'
      and (key !~ '^(guest|email|registration) of day ' or window_start < now() - interval '1 day')`.execute(db);
