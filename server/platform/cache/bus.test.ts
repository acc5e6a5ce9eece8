import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction, invalidate, tagsChannel } from "#server/platform/database/transaction.ts";
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

test("Ops: messages that no process of the shop sent count as lost changes, and later ones arrive", async () => {
  const { app, close } = await openTestShop({ logLevel: "silent" });
  const received: { tags: string[]; missed: boolean }[] = [];
  const last = Promise.withResolvers<void>();
  app.bus.subscribe((tags, missed) => {
    received.push({ tags, missed });
    if (tags.includes("product:7")) last.resolve();
  });
  const notify = (message: string) => sql`select pg_notify(${tagsChannel}, ${message})`.execute(app.db);
  for (const message of ["not JSON", "null", '{"tags":"product:1"}', "", '{"tags":["product:7"]}'])
    await notify(message);
  await last.promise;
  expect(received.filter(({ missed }) => missed)).toHaveLength(4);
  expect(received.at(-1)).toEqual({ tags: ["product:7"], missed: false });
  await close();
});
