import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";

test("Ops: closing the app waits for database work of bus subscribers", async () => {
  const { app, close } = await openTestShop();
  const held = Promise.withResolvers<void>();
  let answer: unknown = "none yet";
  app.bus.subscribe(async (topics) => {
    if (!topics.includes("settings")) return;
    await held.promise;
    answer = await sql`select name from settings limit 1`
      .execute(app.db)
      .then(({ rows }) => rows)
      .catch((error: Error) => error.message);
  });
  await inTransaction(app.db, (tx) => invalidate(tx, "settings"));
  const closed = close();
  setImmediate(held.resolve);
  await closed;
  expect(answer).toEqual(expect.any(Array));
});
