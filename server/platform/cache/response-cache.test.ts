import { expect, test } from "vitest";
import type { Bus } from "./bus.ts";
import { readCache } from "./response-cache.ts";

/** A bus spoken to by hand. */
function handBus() {
  const listeners: Parameters<Bus["listen"]>[0][] = [];
  const bus: Bus = {
    listen: (listener) => void listeners.push(listener),
    heardByAll: async () => undefined,
    hears: () => true,
    close: async () => undefined,
  };
  return {
    bus,
    say: (topics: string[], missed = false) => {
      for (const listener of listeners) listener(topics, missed);
    },
  };
}

function counting(...topics: string[]) {
  const made = { times: 0 };
  const make = async (shows: (...topics: string[]) => void) => {
    shows(...topics);
    return { value: { made: ++made.times }, bytes: 100 };
  };
  return { make, made };
}

test("an answer is kept until what it shows changes, and no other", async () => {
  const { bus, say } = handBus();
  const cache = readCache(bus, 10_000);
  const mug = counting("product:1");
  const lamp = counting("product:2");
  await cache.read("mug", mug.make);
  await cache.read("lamp", lamp.make);
  expect((await cache.read("mug", mug.make)).value.made).toBe(1);
  say(["product:1"]);
  expect((await cache.read("mug", mug.make)).value.made).toBe(2);
  expect((await cache.read("lamp", lamp.make)).value.made).toBe(1);
  expect({ hits: cache.hits, misses: cache.misses }).toEqual({ hits: 2, misses: 3 });
});

test("an answer begun before a change is given but not kept", async () => {
  const { bus, say } = handBus();
  const cache = readCache(bus, 10_000);
  const gate = Promise.withResolvers<void>();
  const early = cache.read("mug", async (shows) => {
    await gate.promise;
    shows("product:1");
    return { value: { price: "old" }, bytes: 1 };
  });
  say(["product:1"]);
  const late = cache.read("mug", async (shows) => {
    shows("product:1");
    return { value: { price: "new" }, bytes: 1 };
  });
  gate.resolve();
  expect((await early).value.price).toBe("old");
  expect((await late).value.price).toBe("new");
  const never = async () => {
    throw new Error("kept answers are not made again");
  };
  expect((await cache.read<{ price: string }>("mug", never)).value.price).toBe("new");
});

test("one maker serves all who ask at once", async () => {
  const { bus } = handBus();
  const cache = readCache(bus, 10_000);
  const mug = counting("product:1");
  const answers = await Promise.all(Array.from({ length: 20 }, () => cache.read("mug", mug.make)));
  expect(new Set(answers.map(({ value }) => value.made))).toEqual(new Set([1]));
  expect(mug.made.times).toBe(1);
});

test("a failing maker keeps nothing", async () => {
  const { bus } = handBus();
  const cache = readCache(bus, 10_000);
  await expect(cache.read("mug", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect((await cache.read("mug", counting().make)).value.made).toBe(1);
});

test("memory is bounded: the least used answers go first, and one too large is never kept", async () => {
  const { bus } = handBus();
  const cache = readCache(bus, 1000);
  const all = Array.from({ length: 12 }, () => counting("catalogue"));
  for (const [at, one] of all.entries()) await cache.read(`page ${at}`, one.make);
  await cache.read("page 0", all[0]?.make ?? counting().make);
  await cache.read("page 11", all[11]?.make ?? counting().make);
  expect(all[0]?.made.times).toBe(2);
  expect(all[11]?.made.times).toBe(1);
  const big = { times: 0 };
  const makeBig = async () => ({ value: { made: ++big.times }, bytes: 251 });
  await cache.read("big", makeBig);
  await cache.read("big", makeBig);
  expect(big.times).toBe(2);
});

test("changes that may have been missed drop everything", async () => {
  const { bus, say } = handBus();
  const cache = readCache(bus, 10_000);
  const mug = counting("product:1");
  await cache.read("mug", mug.make);
  say([], true);
  expect((await cache.read("mug", mug.make)).value.made).toBe(2);
});
