import pg from "pg";
import { expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { barrierChannel, createInvalidationBarrier, listenerName } from "./invalidation-barrier.ts";

const shop = await openTestShop();
const { app } = shop;

test("L6 after the invalidation barrier every other process has received what was committed before", async () => {
  const there = await openApp(app.config, app.database.connection);
  const received: string[] = [];
  there.app.bus.subscribe((tags) => received.push(...tags));
  try {
    for (let round = 0; round < 20; round++) {
      await inTransaction(app.db, (tx) => invalidate(tx, `product:${round}`));
      await app.bus.invalidationBarrier();
      expect(received).toContain(`product:${round}`);
    }
  } finally {
    await there.close();
  }
});

test("L6 a process that does not acknowledge delays a write by half a second at most", async () => {
  const silent = new pg.Client({ ...app.database.connection, application_name: listenerName });
  await silent.connect();
  const begun = performance.now();
  await app.bus.invalidationBarrier();
  expect(performance.now() - begun).toBeGreaterThan(400);
  await silent.end();
});

test("L6 a barrier that the database refuses is over at once, as what it waits for is committed", async () => {
  const logged: object[] = [];
  const broken = {
    getExecutor: () => {
      throw Object.assign(new Error("terminated"), { code: "57P01" });
    },
  };
  const barrier = createInvalidationBarrier(broken as never, "own", { warn: (details) => logged.push(details) });
  await barrier.wait();
  expect(logged).toHaveLength(1);
});

test("L6 a barrier whose request fails is forgotten", async () => {
  const other = new pg.Client({ ...app.database.connection, application_name: listenerName });
  await other.connect();
  const received: string[] = [];
  other.on("notification", ({ payload = "" }) => void received.push(payload));
  await other.query(`listen ${barrierChannel}; listen own_channel`);
  // The request is sent, but its connection ends before PostgreSQL says so.
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => "pg_notify" in row)) throw new Error("terminated");
      return result;
    },
  });
  const barrier = createInvalidationBarrier(db, "own_channel", { warn: () => undefined });
  await barrier.wait();
  // Its request, and the acknowledgement of the shop's own process.
  await expect.poll(() => received).toHaveLength(2);
  const request = received.find((message) => message.startsWith("request")) ?? "";
  // A process acknowledges all requests but those it waits for.
  barrier.receive(request);
  await expect.poll(() => received).toHaveLength(3);
  await other.end();
});

test("L6 acknowledgements go to the process that asked, and older processes are understood", async () => {
  const client = new pg.Client(app.database.connection);
  await client.connect();
  const received: string[] = [];
  client.on("notification", ({ channel, payload }) => void received.push(`${channel} ${payload}`));
  await client.query(`listen own_channel; listen ${barrierChannel}`);
  await client.query(`notify ${barrierChannel}, 'request 1 own_channel'; notify ${barrierChannel}, 'request 2'`);
  await expect.poll(() => received).toContain(`${barrierChannel} ack 2`);
  expect(received).toContain("own_channel ack 1");
  expect(received).not.toContain(`${barrierChannel} ack 1`);
  await client.end();
});
