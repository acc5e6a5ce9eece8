import { sql } from "kysely";
import { expect, test } from "vitest";
import { openShop } from "#server/app.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { countTrips } from "#server/testing/trips.ts";
import type { Tx } from "./db.ts";
import { changed, inTransaction, news, withCommit } from "./transaction.ts";

const { house } = await openTestShop();
const { db } = house;
await sql`create table things (name text primary key)`.execute(db);
const put = (tx: Tx, name: string) => sql`insert into things (name) values (${name})`.execute(tx);
const names = async () =>
  (await sql<{ name: string }>`select name from things order by name`.execute(db)).rows.map(({ name }) => name);

test("statements asked for together share one trip, and so do the last ones and the commit", async () => {
  const { trips } = await countTrips(() =>
    inTransaction(db, async (tx) => {
      await Promise.all([put(tx, "a"), put(tx, "b"), put(tx, "c")]);
      withCommit(tx, () => put(tx, "d"));
      await changed(tx, "things");
    }),
  );
  expect(trips).toBe(2);
  expect(await names()).toEqual(["a", "b", "c", "d"]);
});

test("whichever statement fails takes back all of them, those after it and those of the commit too", async () => {
  const before = await names();
  const heard: string[] = [];
  house.bus.listen((topics) => heard.push(...topics));
  const work = (...list: string[]) =>
    inTransaction(db, async (tx) => {
      await changed(tx, "things:failed");
      await Promise.all(list.map((name) => put(tx, name)));
    });
  await expect(work("e", "a", "f")).rejects.toMatchObject({ code: "23505" });
  const last = inTransaction(db, async (tx) => {
    await put(tx, "g");
    withCommit(tx, () => put(tx, "a"));
    await changed(tx, "things:failed");
  });
  await expect(last).rejects.toMatchObject({ code: "23505" });
  expect(await names()).toEqual(before);
  expect(heard).not.toContain("things:failed");
  await work("h");
  expect(heard).toContain("things:failed");
});

test("work that goes on beside what failed writes nothing more", async () => {
  const before = await names();
  const beside = Promise.withResolvers<unknown>();
  const failing = inTransaction(db, async (tx) => {
    const slow = async () => {
      await put(tx, "i");
      await failed.promise;
      await put(tx, "j").catch(beside.resolve);
    };
    await Promise.all([slow(), put(tx, "k").then(() => Promise.reject(new Error("no")))]);
  });
  const failed = Promise.withResolvers<void>();
  await expect(failing).rejects.toThrow("no");
  failed.resolve();
  expect(await beside.promise).toMatchObject({ message: expect.stringContaining("has ended") });
  expect(await names()).toEqual(before);
});

test("a transaction that has ended takes no more statements", async () => {
  let kept: Tx | undefined;
  await inTransaction(db, async (tx) => void (kept = tx));
  await expect(put(kept as Tx, "late")).rejects.toThrow("has ended");
});

test("L6 news are heard here with the commit, elsewhere soon after, and by nobody when there was none", async () => {
  const there = await openShop(house.config, house.database.connection);
  const [here, elsewhere]: [string[], string[]] = [[], []];
  house.bus.listen((topics) => here.push(...topics));
  const heard = Promise.withResolvers<void>();
  there.house.bus.listen((topics) => elsewhere.push(...topics) && topics.includes("news:2") && heard.resolve());
  const tell = (topic: string, fails = false) =>
    inTransaction(db, async (tx) => {
      await news(tx, topic);
      if (fails) throw new Error("no");
    });
  try {
    await tell("news:1");
    expect(here).toContain("news:1");
    await expect(tell("news:none", true)).rejects.toThrow("no");
    await tell("news:2");
    await heard.promise;
    expect(elsewhere).toEqual(["news:1", "news:2"]);
    expect(here).not.toContain("news:none");
    await inTransaction(there.house.db, (tx) => news(tx, "news:last"));
  } finally {
    await there.close();
  }
  // Whoever closes tells what it had not told yet.
  await expect.poll(() => here).toContain("news:last");
});
