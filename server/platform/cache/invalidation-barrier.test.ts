import pg from "pg";
import { expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { listenerName } from "./invalidation-barrier.ts";

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
