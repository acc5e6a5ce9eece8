import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { createJobs } from "./jobs.ts";
import { toRunnerPool } from "./runner-pool.ts";

declare module "./jobs.ts" {
  interface JobTable {
    "test.email": { text: string };
  }
}

const hourMs = 3_600_000;

test("Ops: a daily or hourly run missed while the shop was down is made once at the start", async () => {
  const { app } = await openTestShop();
  const { db, database, log } = app;
  const twoHoursAgo = new Date(Date.now() - 2 * hourMs);
  const minutes = new Date(Date.now() - 5 * 60_000).getUTCMinutes();
  const daily = `${twoHoursAgo.getUTCMinutes()} ${twoHoursAgo.getUTCHours()} * * *`;
  const crons = {
    "test.missed": daily,
    "test.hourly": `${minutes} * * * *`,
    "test.done": daily,
    "test.new": daily,
    "test.minutely": "* * * * *",
    "test.weekly": `${daily.slice(0, -1)}${twoHoursAgo.getUTCDay()}`,
  };
  // All but one were registered a week ago; one ran today.
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    select name, now() - interval '7 days', case when name = 'test.done' then now() - interval '1 hour' end
    from unnest(${Object.keys(crons).filter((name) => name !== "test.new")}::text[]) as name`.execute(db);
  const runs: string[] = [];
  const both = Promise.withResolvers<void>();
  const queue = createJobs(database.pool, log);
  for (const [name, cron] of Object.entries(crons))
    queue.schedule(name, cron, async () => {
      runs.push(name);
      if (runs.includes("test.missed") && runs.includes("test.hourly")) both.resolve();
    });
  onTestFinished(() => queue.stop());
  await queue.start();
  await both.promise;
  await queue.stop();
  const { rows } = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs where task_identifier like 'test.%'`.execute(db);
  const all = [...runs, ...rows.map(({ task }) => task)].filter((name) => name !== "test.minutely");
  expect(all.toSorted()).toEqual(["test.hourly", "test.missed"]);
  expect(runs.filter((name) => name === "test.minutely").length).toBeLessThan(3);
});

test("Ops: emails are sent while missed daily runs go on, one at a time", async () => {
  const { app } = await openTestShop();
  const { db, database, log } = app;
  const twoHoursAgo = new Date(Date.now() - 2 * hourMs);
  const nights = ["test.proof", "test.tidy", "test.sums"];
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since)
    select name, now() - interval '7 days' from unnest(${nights}::text[]) as name`.execute(db);
  let running = 0;
  const sent = new Map(nights.map((name) => [name, Promise.withResolvers<void>()]));
  const over = new Map(nights.map((name) => [name, Promise.withResolvers<void>()]));
  const queue = createJobs(database.pool, log);
  queue.define("test.email", async ({ text }) => sent.get(text)?.resolve());
  for (const name of nights)
    queue.schedule(name, `${twoHoursAgo.getUTCMinutes()} ${twoHoursAgo.getUTCHours()} * * *`, async () => {
      expect(++running).toBe(1);
      await queue.add(db, "test.email", { text: name });
      await sent.get(name)?.promise;
      running--;
      over.get(name)?.resolve();
    });
  onTestFinished(() => queue.stop());
  await queue.start();
  await Promise.all([...over.values()].map(({ promise }) => promise));
});

test("C11 jobs run although the runner's first query was cut off", async () => {
  const { app } = await openTestShop();
  const { db, database, log } = app;
  const sent = Promise.withResolvers<string>();
  const queue = createJobs(database.pool, log);
  queue.define("test.email", async ({ text }) => sent.resolve(text));
  await queue.add(db, "test.email", { text: "late" });
  onTestFinished(() => queue.stop());
  await db.transaction().execute(async (tx) => {
    await sql`lock table graphile_worker._private_tasks in access exclusive mode`.execute(tx);
    await queue.start();
    // The runner's query for known tasks waits for the table lock, and its connection is cut.
    const cut = async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_tasks%'`.execute(db);
      return rows.length > 0;
    };
    while (!(await cut())) await setTimeout(10);
  });
  expect(await sent.promise).toBe("late");
});

test("C11 a connection that the job runner releases twice, as it may in an outage, does not end the process", async () => {
  const { app } = await openTestShop();
  const { database } = app;
  const released = Promise.withResolvers<void>();
  toRunnerPool(database.pool).connect((error, _client, release) => {
    try {
      release();
      release();
      released.resolve();
    } catch (thrown) {
      released.reject(error ?? thrown);
    }
  });
  await released.promise;
  expect(await database.pool.query("select 1 as one")).toMatchObject({ rows: [{ one: 1 }] });
});
