import type { EventEmitter } from "node:events";
import type { Runner } from "graphile-worker";
import type pg from "pg";
import { expect, test, vi } from "vitest";
import { superviseRunner } from "./job-runner.ts";

const pool = { query: async () => ({ rows: [] }) } as unknown as pg.Pool;

test("C11 a job runner that is just starting again when the shop stops is stopped too", async () => {
  const runners: { events: EventEmitter; stop: () => Promise<void> }[] = [];
  const second = Promise.withResolvers<void>();
  const begin = async (events: EventEmitter) => {
    const stop = vi.fn(async () => void events.emit("stop"));
    runners.push({ events, stop });
    if (runners.length > 1) await second.promise;
    return { stop, promise: new Promise<void>(() => undefined) } as unknown as Runner;
  };
  const supervised = await superviseRunner(pool, { warn: () => undefined }, begin);
  runners[0]?.events.emit("pool:forcefulShutdown");
  await vi.waitFor(() => expect(runners).toHaveLength(2), 5_000);
  const stopping = supervised.stop();
  second.resolve();
  await stopping;
  expect(runners[1]?.stop).toHaveBeenCalled();
});
