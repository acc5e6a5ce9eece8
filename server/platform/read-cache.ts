import { LRUCache } from "lru-cache";
import type { Bus } from "./bus.ts";
import type { Topic } from "./transaction.ts";

/** Collects what an answer shows while it is made; the answer is dropped when one of these changes. */
export type Shows = (...topics: Topic[]) => void;

export interface ReadCache {
  /** The kept value of `key`, or the one `make` gives, kept until a topic it shows changes. `bytes` bounds memory. */
  read<T extends object>(
    key: string,
    make: (shows: Shows) => Promise<{ value: T; bytes: number }>,
  ): Promise<{ value: T; topics: Topic[] }>;
  clear(): void;
  readonly hits: number;
  readonly misses: number;
}

interface Entry {
  value: object;
  topics: Topic[];
}

/** Keeps answers that are the same for everybody in memory, dropped the moment something they show changes. */
export function readCache(bus: Bus, maxBytes: number): ReadCache {
  const byTopic = new Map<Topic, Set<string>>();
  const lastChange = new Map<Topic, number>();
  const making = new Map<string, Promise<Entry>>();
  let changes = 0;
  let forgotten = 0;
  let hits = 0;
  let misses = 0;
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    dispose: ({ topics }, key) => {
      for (const topic of topics) byTopic.get(topic)?.delete(key);
    },
  });
  const clear = () => {
    forgotten = ++changes;
    making.clear();
    entries.clear();
    byTopic.clear();
  };

  bus.listen((topics, missed) => {
    if (missed) return clear();
    changes++;
    for (const topic of topics) {
      lastChange.set(topic, changes);
      for (const key of byTopic.get(topic) ?? []) entries.delete(key);
    }
    // Readers that come after a change must not share an answer begun before it.
    making.clear();
    if (lastChange.size > 50_000) {
      lastChange.clear();
      forgotten = changes;
    }
  });

  const keep = (key: string, entry: Entry, bytes: number, begun: number) => {
    const outdated = forgotten > begun || entry.topics.some((topic) => (lastChange.get(topic) ?? 0) > begun);
    if (outdated || bytes > maxBytes / 4) return;
    entries.set(key, entry, { size: Math.max(1, bytes) });
    for (const topic of entry.topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(key));
  };
  const makeOnce = async (
    key: string,
    make: (shows: Shows) => Promise<{ value: object; bytes: number }>,
  ): Promise<Entry> => {
    const begun = changes;
    const topics = new Set<Topic>();
    const { value, bytes } = await make((...shown) => {
      for (const topic of shown) topics.add(topic);
    });
    const entry = { value, topics: [...topics] };
    keep(key, entry, bytes, begun);
    return entry;
  };

  return {
    async read<T extends object>(key: string, make: (shows: Shows) => Promise<{ value: T; bytes: number }>) {
      const kept = entries.get(key);
      if (kept) {
        hits++;
        return kept as { value: T; topics: Topic[] };
      }
      misses++;
      const running = making.get(key);
      if (running) return (await running) as { value: T; topics: Topic[] };
      const promise = makeOnce(key, make);
      making.set(key, promise);
      try {
        return (await promise) as { value: T; topics: Topic[] };
      } finally {
        if (making.get(key) === promise) making.delete(key);
      }
    },
    clear,
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
  };
}
