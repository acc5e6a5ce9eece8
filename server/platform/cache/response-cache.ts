import { LRUCache } from "lru-cache";
import type { Bus } from "./bus.ts";
import type { Topic } from "#server/platform/database/transaction.ts";

/** Collects what an answer shows while it is made; the answer is dropped when one of these changes. */
export type Shows = (...topics: Topic[]) => void;

export interface ReadCache {
  /** The kept value of `key`, or the one `make` gives, kept until a topic it shows changes. `bytes` bounds memory. */
  read<T extends object>(key: string, make: Make<T>): Promise<{ value: T; topics: Topic[] }>;
  clear(): void;
  readonly hits: number;
  readonly misses: number;
}

type Make<T> = (shows: Shows) => Promise<{ value: T; bytes: number }>;
interface Entry {
  value: object;
  topics: Topic[];
}

/** Keeps answers that are the same for everybody in memory, dropped the moment something they show changes. */
export function readCache(bus: Bus, maxBytes: number): ReadCache {
  const changes = changeLog();
  const shelf = entryShelf(maxBytes);
  const making = new Map<string, Promise<Entry>>();
  const count = { hits: 0, misses: 0 };
  const clear = () => {
    changes.everything();
    making.clear();
    shelf.clear();
  };
  bus.listen((topics, missed) => {
    if (missed) return clear();
    changes.note(topics);
    for (const topic of topics) shelf.drop(topic);
    // Readers that come after a change must not share an answer begun before it.
    making.clear();
  });

  const makeOnce = async (key: string, make: Make<object>): Promise<Entry> => {
    const begun = changes.now();
    const { entry, bytes } = await noted(make);
    if (!changes.since(begun, entry.topics) && bytes <= maxBytes / 4) shelf.put(key, entry, bytes);
    return entry;
  };
  /** One maker for all who ask at once. */
  const together = async (key: string, make: Make<object>): Promise<Entry> => {
    const running = making.get(key);
    if (running) return running;
    const promise = makeOnce(key, make);
    making.set(key, promise);
    try {
      return await promise;
    } finally {
      if (making.get(key) === promise) making.delete(key);
    }
  };

  return {
    async read<T extends object>(key: string, make: Make<T>) {
      const kept = shelf.get(key);
      count[kept ? "hits" : "misses"]++;
      return (kept ?? (await together(key, make))) as { value: T; topics: Topic[] };
    },
    clear,
    get hits() {
      return count.hits;
    },
    get misses() {
      return count.misses;
    },
  };
}

/** Makes an answer and writes down what it shows. */
async function noted(make: Make<object>): Promise<{ entry: Entry; bytes: number }> {
  const topics = new Set<Topic>();
  const { value, bytes } = await make((...shown) => {
    for (const topic of shown) topics.add(topic);
  });
  return { entry: { value, topics: [...topics] }, bytes };
}

const rememberedTopics = 50_000;

/** Numbers every change, so that an answer begun before one of what it shows is not kept. */
function changeLog() {
  const last = new Map<Topic, number>();
  let number = 0;
  let forgotten = 0;
  return {
    now: () => number,
    since: (begun: number, topics: Topic[]) =>
      forgotten > begun || topics.some((topic) => (last.get(topic) ?? 0) > begun),
    everything: () => {
      forgotten = ++number;
    },
    note: (topics: Topic[]) => {
      number++;
      for (const topic of topics) last.set(topic, number);
      if (last.size <= rememberedTopics) return;
      last.clear();
      forgotten = number;
    },
  };
}

/** The entries, bounded in bytes and found by topic. */
function entryShelf(maxBytes: number) {
  const byTopic = new Map<Topic, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    dispose: ({ topics }, key) => {
      for (const topic of topics) leave(byTopic, topic, key);
    },
  });
  return {
    get: (key: string) => entries.get(key),
    put: (key: string, entry: Entry, bytes: number) => {
      entries.set(key, entry, { size: Math.max(1, bytes) });
      for (const topic of entry.topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(key));
    },
    drop: (topic: Topic) => {
      for (const key of byTopic.get(topic) ?? []) entries.delete(key);
    },
    clear: () => {
      entries.clear();
      byTopic.clear();
    },
  };
}

function leave(byTopic: Map<Topic, Set<string>>, topic: Topic, key: string) {
  const keys = byTopic.get(topic);
  keys?.delete(key);
  if (keys?.size === 0) byTopic.delete(topic);
}
