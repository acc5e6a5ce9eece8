import { expect, onTestFinished, test, vi } from "vitest";
import type { Bus } from "./bus.ts";
import { createResponseCache } from "./response-cache.ts";

/** A bus whose messages the test sends. */
function handBus() {
  const listeners: Parameters<Bus["subscribe"]>[0][] = [];
  const bus: Bus = {
    subscribe: (listener) => void listeners.push(listener),
    invalidationBarrier: async () => undefined,
    isConnected: () => true,
    close: async () => undefined,
  };
  return {
    bus,
    say: (topics: string[], missed = false) => {
      for (const listener of listeners) listener(topics, missed);
    },
  };
}

const warnings: object[] = [];
const lines: string[] = [];
const log = {
  info: (_: object, line: string) => void lines.push(line),
  warn: (details: object) => void warnings.push(details),
};

function counting(...topics: string[]) {
  const made = { times: 0 };
  const make = async (shows: (...topics: string[]) => void) => {
    shows(...topics);
    return { value: { made: ++made.times }, bytes: 100 };
  };
  return { make, made };
}

test("an entry is cached until one of its tags is invalidated, and no other", async () => {
  const { bus, say } = handBus();
  const cache = createResponseCache(bus, 10_000, log);
  const mug = counting("product:1");
  const lamp = counting("product:2");
  await cache.get("mug", mug.make);
  await cache.get("lamp", lamp.make);
  expect((await cache.get("mug", mug.make)).value.made).toBe(1);
  say(["product:1"]);
  expect((await cache.get("mug", mug.make)).value.made).toBe(2);
  expect((await cache.get("lamp", lamp.make)).value.made).toBe(1);
  expect(cache.counts.value).toEqual({ hits: 2, misses: 3 });
});

test("a value begun before an invalidation is given but not cached", async () => {
  const { bus, say } = handBus();
  const cache = createResponseCache(bus, 10_000, log);
  const gate = Promise.withResolvers<void>();
  const early = cache.get("mug", async (shows) => {
    await gate.promise;
    shows("product:1");
    return { value: { price: "old" }, bytes: 1 };
  });
  say(["product:1"]);
  const late = cache.get("mug", async (shows) => {
    shows("product:1");
    return { value: { price: "new" }, bytes: 1 };
  });
  gate.resolve();
  expect((await early).value.price).toBe("old");
  expect((await late).value.price).toBe("new");
  const never = async () => {
    throw new Error("cached answers are not computed again");
  };
  expect((await cache.get<{ price: string }>("mug", never)).value.price).toBe("new");
});

test("concurrent requests share one computation", async () => {
  const { bus } = handBus();
  const cache = createResponseCache(bus, 10_000, log);
  const mug = counting("product:1");
  const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get("mug", mug.make)));
  expect(new Set(answers.map(({ value }) => value.made))).toEqual(new Set([1]));
  expect(mug.made.times).toBe(1);
});

test("a failed computation is not cached", async () => {
  const { bus } = handBus();
  const cache = createResponseCache(bus, 10_000, log);
  await expect(cache.get("mug", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect((await cache.get("mug", counting().make)).value.made).toBe(1);
});

test("memory is bounded: the least recently used entries go first", async () => {
  const { bus } = handBus();
  const cache = createResponseCache(bus, 1000, log);
  const all = Array.from({ length: 12 }, () => counting("catalogue"));
  for (const [at, one] of all.entries()) await cache.get(`page ${at}`, one.make);
  await cache.get("page 0", all[0]?.make ?? counting().make);
  await cache.get("page 11", all[11]?.make ?? counting().make);
  expect(all[0]?.made.times).toBe(2);
  expect(all[11]?.made.times).toBe(1);
  expect(lines).toEqual([expect.stringContaining("the response cache is full")]);
});

test("an entry as large as the cache is cached; one that is larger is logged and computed each time", async () => {
  const { bus } = handBus();
  const cache = createResponseCache(bus, 1000, log);
  let times = 0;
  const make = (bytes: number) => async () => ({ value: { made: ++times }, bytes });
  await cache.get("large", make(1000));
  await cache.get("large", make(1000));
  expect([times, warnings]).toEqual([1, []]);
  await cache.get("too large", make(1001));
  await cache.get("too large", make(1001));
  expect(times).toBe(3);
  expect(warnings[0]).toMatchObject({ key: "too large", bytes: 1001, maxBytes: 1000 });
});

test("nothing is cached while invalidations can't be received", async () => {
  const { bus } = handBus();
  const cache = createResponseCache({ ...bus, isConnected: () => false }, 1000, log);
  const mug = counting("product:1");
  await cache.get("mug", mug.make);
  await cache.get("mug", mug.make);
  expect(mug.made.times).toBe(2);
});

test("everything is dropped after invalidations may have been missed", async () => {
  const { bus, say } = handBus();
  const cache = createResponseCache(bus, 10_000, log);
  const mug = counting("product:1");
  await cache.get("mug", mug.make);
  say([], true);
  expect((await cache.get("mug", mug.make)).value.made).toBe(2);
});

test("a value of a rare key is cached from its second use on, and an old one is computed again", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1000);
  onTestFinished(() => clock.mockRestore());
  const cache = createResponseCache(handBus().bus, 10_000, log);
  let made = 0;
  const get = (key: string, options: { isRare?: boolean; maxAgeMs?: number }) =>
    cache.get(key, async () => ({ value: { made: ++made }, bytes: 10, ...options }));
  for (let times = 0; times < 3; times++) await get("a search", { isRare: true });
  expect(made).toBe(2);
  expect([cache.has("a search"), cache.has("another")]).toEqual([true, false]);
  await get("a short life", { maxAgeMs: 40 });
  await get("a short life", { maxAgeMs: 40 });
  expect(made).toBe(3);
  clock.mockReturnValue(1060);
  // The cache reads the clock again after a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 10));
  await get("a short life", { maxAgeMs: 40 });
  expect(made).toBe(4);
});
