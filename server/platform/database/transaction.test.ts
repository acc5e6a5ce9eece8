import { CompiledQuery, sql } from "kysely";
import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { openDatabase, openKysely, type Tx } from "./database.ts";
import { afterCommit, inTransaction, invalidate, notifyClients, sendWithCommit } from "./transaction.ts";

const { app } = await openTestShop();
const { db } = app;
await sql`create table things (name text primary key)`.execute(db);
beforeEach(() => sql`delete from things`.execute(db));
const put = (tx: Tx, name: string) => sql`insert into things (name) values (${name})`.execute(tx);
/** A row whose unique name is taken. */
const keep = (name: string) => inTransaction(db, (tx) => put(tx, name));
const names = async () =>
  (await sql<{ name: string }>`select name from things order by name`.execute(db)).rows.map(({ name }) => name);

test("statements used once take no names from those used often, and a lack of names is reported once", async () => {
  const reports: string[] = [];
  const own = openDatabase(app.database.connection, { size: 1, onNamesFull: () => reports.push("full") });
  const prepared = async () =>
    (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(own.db)).rows.length;
  const run = (text: string) => own.db.executeQuery(CompiledQuery.raw(text, [1]));
  try {
    for (let at = 0; at < 400; at++) await run(`select $1::int as once_${at}`);
    for (let at = 0; at < 3; at++) await run("select $1::int as often");
    expect(await prepared()).toBe(1);
    expect(reports).toEqual([]);
    for (let at = 0; at < 700; at++) await run(`select $1::int as twice_${at % 350}`);
    expect(await prepared()).toBe(300);
    expect(reports).toEqual(["full"]);
  } finally {
    await own.close();
  }
});

test("any failed statement rolls the whole transaction back and invalidates nothing", async () => {
  await keep("a");
  const before = await names();
  const received: string[] = [];
  app.bus.subscribe((tags) => received.push(...tags));
  const work = (...list: string[]) =>
    inTransaction(db, async (tx) => {
      await invalidate(tx, "things:failed");
      await Promise.all(list.map((name) => put(tx, name)));
    });
  await expect(work("e", "a", "f")).rejects.toMatchObject({ code: "23505" });
  const last = inTransaction(db, async (tx) => {
    await put(tx, "g");
    await invalidate(tx, "things:failed");
    await put(tx, "a");
  });
  await expect(last).rejects.toMatchObject({ code: "23505" });
  expect(await names()).toEqual(before);
  expect(received).not.toContain("things:failed");
  await work("h");
  expect(received).toContain("things:failed");
});

test("statements issued together are sent together, and the last ones with the commit", async () => {
  const { pool } = app.database;
  let waiting = 0;
  const trips: string[][] = [];
  const send = async (client: pg.PoolClient, query: pg.QueryConfig) => {
    if (waiting++ === 0) trips.push([]);
    trips.at(-1)?.push(query.text.trim().split(" ").slice(0, 2).join(" "));
    return client.query(query).finally(() => waiting--);
  };
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (query: pg.QueryConfig) => send(client, query),
      release: (error?: boolean) => client.release(error),
    };
  };
  const observed = openKysely({ options: pool.options, connect, end: async () => undefined } as unknown as pg.Pool);
  await inTransaction(observed, async (tx) => {
    await Promise.all(["o", "p"].map((name) => put(tx, name)));
    await sql`update things set name = 'q' where name = 'p'`.execute(tx);
    await sendWithCommit(tx, sql`delete from things where name = 'o'`);
    await invalidate(tx, "things:sent");
  });
  expect(trips).toEqual([
    ["begin", "insert into", "insert into"],
    ["update things"],
    ["delete from", "select pg_notify($1,", "commit"],
  ]);
  expect(await names()).toEqual(["q"]);
});

test("a statement sent with the commit that fails rolls the transaction back", async () => {
  await keep("a");
  const failing = inTransaction(db, async (tx) => {
    await put(tx, "r");
    await sendWithCommit(tx, sql`insert into things (name) values ('a')`);
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(await names()).toEqual(["a"]);
});

test("after a failed statement the others of its transaction fail too, and the connection stays usable", async () => {
  await keep("a");
  const statements: Promise<unknown>[] = [];
  const failing = inTransaction(db, async (tx) => {
    statements.push(...["l", "a", "m"].map((name) => put(tx, name)));
    statements.push(sql`select 1`.execute(tx), sql`select ${1}::int`.execute(tx));
    await Promise.allSettled(statements);
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  const outcomes = (await Promise.allSettled(statements)).map((one) =>
    one.status === "rejected" ? one.reason.code : "done",
  );
  expect(outcomes).toEqual(["done", "23505", "25P02", "25P02", "25P02"]);
  for (let time = 0; time < 3; time++) {
    const rows = await inTransaction(db, (tx) =>
      Promise.all([1, 2, 3].map((n) => sql<{ n: number; at: string }>`select ${n}::int as n, now() as at`.execute(tx))),
    );
    expect(rows.map((one) => one.rows[0]?.n)).toEqual([1, 2, 3]);
    expect(rows.every((one) => one.rows[0]?.at === rows[0]?.rows[0]?.at)).toBe(true);
  }
});

test("work after the commit is refused where nobody would run it", async () => {
  const refused = db.transaction().execute(async (tx) => afterCommit(tx, async () => undefined));
  await expect(refused).rejects.toThrow("only inTransaction");
});

test("a statement sent during the rollback is not committed", async () => {
  await keep("a");
  const before = await names();
  const failing = inTransaction(db, async (tx) => {
    const failed = put(tx, "a");
    await Promise.all([failed.catch(() => put(tx, "n")), failed]);
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(await names()).toEqual(before);
});

test("a branch that continues after another failed writes nothing", async () => {
  const before = await names();
  const concurrent = Promise.withResolvers<unknown>();
  const failing = inTransaction(db, async (tx) => {
    const slow = async () => {
      await put(tx, "i");
      await failed.promise;
      await put(tx, "j").catch(concurrent.resolve);
    };
    await Promise.all([slow(), put(tx, "k").then(() => Promise.reject(new Error("no")))]);
  });
  const failed = Promise.withResolvers<void>();
  await expect(failing).rejects.toThrow("no");
  failed.resolve();
  expect(await concurrent.promise).toMatchObject({ message: expect.stringMatching(/already rolled back|has ended/) });
  expect(await names()).toEqual(before);
});

test("a committed transaction rejects further statements", async () => {
  let ended: Tx | undefined;
  await inTransaction(db, async (tx) => void (ended = tx));
  await expect(put(ended as Tx, "late")).rejects.toThrow("has ended");
});

test("L6 notifyClients reaches this process with the commit, others soon after, and nobody after a rollback", async () => {
  const there = await openApp(app.config, app.database.connection);
  const [here, elsewhere]: [string[], string[]] = [[], []];
  app.bus.subscribe((tags) => here.push(...tags));
  const received = Promise.withResolvers<void>();
  there.app.bus.subscribe((tags) => elsewhere.push(...tags) && tags.includes("update:2") && received.resolve());
  const publish = (tag: string, fails = false) =>
    inTransaction(db, async (tx) => {
      await notifyClients(tx, tag);
      if (fails) throw new Error("no");
    });
  try {
    await publish("update:1");
    expect(here).toContain("update:1");
    await expect(publish("update:none", true)).rejects.toThrow("no");
    await publish("update:2");
    await received.promise;
    expect(elsewhere).toEqual(["update:1", "update:2"]);
    expect(here).not.toContain("update:none");
    await inTransaction(there.app.db, (tx) => notifyClients(tx, "update:last"));
  } finally {
    await there.close();
  }
  // Closing publishes what is still pending.
  await expect.poll(() => here).toContain("update:last");
});

test("statements waiting behind one whose caller failed are not run after the rollback", async () => {
  const before = await names();
  const failing = inTransaction(db, (tx) =>
    Promise.all([
      sql`select 1`.execute(tx).then(() => Promise.reject(new Error("no"))),
      sql`select pg_sleep(0.05)`.execute(tx),
      put(tx, "waiting").catch(() => undefined),
    ]),
  );
  await expect(failing).rejects.toThrow("no");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await names()).toEqual(before);
});

test("a connection whose server became read-only is not used again", async () => {
  const own = openDatabase(app.database.connection, { size: 1 });
  try {
    const write = () => inTransaction(own.db, (tx) => put(tx, "written"));
    const becomeStandby = sql`set session characteristics as transaction read only`;
    await becomeStandby.execute(own.db);
    await expect(write()).rejects.toMatchObject({ code: "25006" });
    await write();
    await becomeStandby.execute(own.db);
    await expect(sql`delete from things`.execute(own.db)).rejects.toMatchObject({ code: "25006" });
    await sql`delete from things`.execute(own.db);
  } finally {
    await own.close();
  }
});
