import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { CacheTag } from "#server/platform/database/transaction.ts";
import type { Bus } from "./bus.ts";

/** Names what a value depends on: it is dropped when one of these tags is invalidated. */
export type AddCacheTags = (...tags: CacheTag[]) => void;

export interface ResponseCache {
  /**
   * The value of `key`, computed if it is not cached, and cached until one of its tags is invalidated. Concurrent
   * requests share one computation. `kind` is its label in the metrics.
   */
  get<T extends object>(key: string, compute: Compute<T>, kind?: CacheKind): Promise<{ value: T; tags: CacheTag[] }>;
  /** Whether `get` would compute nothing, as the value is cached or being computed. */
  has(key: string): boolean;
  clear(): void;
  readonly counts: Record<CacheKind, { hits: number; misses: number }>;
}

type CacheKind = "document" | "answer" | "value";
type Compute<T> = (addCacheTags: AddCacheTags) => Promise<Computed<T>>;
interface Computed<T> {
  value: T;
  /** Approximate memory of the value; the sum is limited. */
  bytes: number;
  isCacheable?: boolean;
  /** Cached from the second time on: of addresses without number, such as searches, most are never asked for again. */
  isRare?: boolean;
  /** How long it is cached at most, in case an invalidation never arrives. */
  maxAgeMs?: number | undefined;
}
interface Entry {
  value: object;
  tags: CacheTag[];
}
/** A value being computed, and what was invalidated meanwhile. */
interface Computation {
  invalidated: Set<CacheTag>;
  isStale: boolean;
}
interface Log {
  info(details: object, line: string): void;
  warn(details: object, line: string): void;
}

/**
 * Caches documents, API responses, settings and account states in the memory of this process, and evicts the least
 * recently used. Nothing is cached while invalidations can't be received.
 */
export function createResponseCache(bus: Bus, maxBytes: number, log: Log): ResponseCache {
  const entries = taggedEntries(maxBytes, log);
  const computations = new Set<Computation>();
  const shared = new Map<string, Promise<Entry>>();
  const isRepeated = recentKeys();
  const count = () => ({ hits: 0, misses: 0 });
  const counts = { document: count(), answer: count(), value: count() };
  const clear = () => {
    for (const computation of computations) computation.isStale = true;
    shared.clear();
    entries.clear();
  };
  bus.subscribe((tags, missed) => {
    if (missed) return clear();
    for (const computation of computations) for (const tag of tags) computation.invalidated.add(tag);
    for (const tag of tags) entries.invalidate(tag);
    // Later requests must not share a computation that began before the invalidation.
    shared.clear();
  });

  const compute = async (key: string, make: Compute<object>): Promise<Entry> => {
    const computation: Computation = { invalidated: new Set(), isStale: false };
    computations.add(computation);
    try {
      const tags = new Set<CacheTag>();
      const { value, isCacheable, isRare, ...size } = await make((...added) => {
        for (const tag of added) tags.add(tag);
      });
      const isCurrent = !computation.isStale && ![...tags].some((tag) => computation.invalidated.has(tag));
      const entry = { value, tags: [...tags] };
      if (isCacheable !== false && isCurrent && bus.isConnected() && (!isRare || isRepeated(key)))
        entries.set(key, entry, size);
      return entry;
    } finally {
      computations.delete(computation);
    }
  };
  const share = (key: string, make: Compute<object>): Promise<Entry> => {
    const running = shared.get(key);
    if (running) return running;
    const started = compute(key, make).finally(() => shared.get(key) === started && shared.delete(key));
    shared.set(key, started);
    return started;
  };

  return {
    get: async <T extends object>(key: string, make: Compute<T>, kind: CacheKind = "value") => {
      const cached = entries.get(key);
      counts[kind][cached ? "hits" : "misses"]++;
      return (cached ?? (await share(key, make))) as { value: T; tags: CacheTag[] };
    },
    has: (key) => entries.has(key) || shared.has(key),
    clear,
    counts,
  };
}

/** Whether a key was seen before, among the latest ones. */
function recentKeys() {
  const seen = new LRUCache<string, true>({ max: 10_000 });
  return (key: string) => {
    // Keys contain whole addresses.
    const digest = hash("sha1", key, "base64");
    if (seen.has(digest)) return true;
    seen.set(digest, true);
    return false;
  };
}

/** Entries bounded in bytes and found by tag. The first eviction is logged. */
function taggedEntries(maxBytes: number, log: Log) {
  const keysByTag = new Map<CacheTag, Set<string>>();
  let wasFull = false;
  const untag = (tag: CacheTag, key: string) => {
    const keys = keysByTag.get(tag);
    keys?.delete(key);
    if (keys?.size === 0) keysByTag.delete(tag);
  };
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    dispose: ({ tags }, key, reason) => {
      for (const tag of tags) untag(tag, key);
      if (reason === "evict" && !wasFull)
        log.info({ maxBytes }, "the response cache is full: the least recently used answers are computed again");
      wasFull ||= reason === "evict";
    },
  });
  return {
    get: (key: string) => entries.get(key),
    has: (key: string) => entries.has(key),
    set: (key: string, entry: Entry, { bytes, maxAgeMs }: Pick<Computed<object>, "bytes" | "maxAgeMs">) => {
      if (bytes > maxBytes)
        return log.warn({ key: key.slice(0, 200), bytes, maxBytes }, "larger than the response cache and not cached");
      entries.set(key, entry, { size: Math.max(1, Math.ceil(bytes)), ...(maxAgeMs && { ttl: maxAgeMs }) });
      for (const tag of entry.tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key));
    },
    invalidate: (tag: CacheTag) => {
      for (const key of keysByTag.get(tag) ?? []) entries.delete(key);
    },
    clear: () => {
      entries.clear();
      keysByTag.clear();
    },
  };
}
