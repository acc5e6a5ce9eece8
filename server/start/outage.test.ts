import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { toProblem } from "#server/platform/http/problem.ts";
import { startEmbedded } from "#server/platform/postgres/embedded.ts";
import { crowd } from "#server/testing/crowd.ts";
import { checkCrowd, findUnknownOrders } from "#server/testing/crowd-checks.ts";
import { selling } from "#server/testing/selling.ts";
import type { TestShop } from "#server/testing/shop.ts";
import { migrateDatabase } from "./database.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "test.note": { word: string };
    "test.hang": object;
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "kiosk-outage-"));
const server = await startEmbedded({ dataDir });
await migrateDatabase(server.connection);
const { app, close } = await openApp(
  readConfig({ LOG_LEVEL: "silent", DATA_DIR: dataDir, SHOP_DEMO: "1" }, dataDir),
  server.connection,
);
const received: string[] = [];
const noted: string[] = [];
const hanging = Promise.withResolvers<void>();
const begun = Promise.withResolvers<void>();
app.bus.subscribe((tags) => received.push(...tags));
app.jobs.define("test.note", async ({ word }) => void noted.push(word));
app.jobs.define("test.hang", async () => {
  begun.resolve();
  await hanging.promise;
});
await app.http.listen({ host: "127.0.0.1", port: 0 });
await app.jobs.start();
const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
const { product } = selling({ app } as TestShop);
afterAll(async () => {
  await close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Cuts every connection to the database but the one that does it. */
async function cutConnections() {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid()",
  );
  await client.end();
}

const postmaster = () => Number(readFileSync(join(dataDir, "pg18", "postmaster.pid"), "utf8").split("\n")[0]);

/** Kills PostgreSQL and waits until it has ended. It may be restarted before the first check. */
async function end(signal: "SIGKILL" | "SIGINT") {
  const pid = postmaster();
  process.kill(pid, signal);
  await until(() => !isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await pause(20);
}
const isReady = async () => (await fetch(`${url}/readyz`)).status === 200;

test("C11 when connections are cut and PostgreSQL is killed, requests end, no order is lost and the shop recovers", async () => {
  const made = [await product({ stock: 10_000 }), await product({ stock: 10_000 }), await product({ stock: 30 })];
  const customers = crowd(
    6,
    made.map(({ id }) => id),
  );
  const [trade, look] = [new AbortController(), new AbortController()];
  const shopping = customers.shopAt(url, trade.signal);
  const watching = watch(look.signal);
  const moreOrders = async (count = 3) => {
    const goal = customers.log.orders.size + count;
    await until(() => customers.log.orders.size >= goal);
  };
  for (let cut = 0; cut < 3; cut++) {
    await moreOrders();
    await cutConnections();
  }
  await moreOrders();
  await end("SIGKILL");
  await until(isReady);
  await moreOrders();
  await end("SIGINT");
  await until(isReady);
  await moreOrders();
  trade.abort();
  await shopping;
  await customers.finish(url);
  look.abort();
  const { answers, slowestMs } = await watching;

  expect(await checkCrowd(app.db, customers)).toEqual([]);
  expect(await findUnknownOrders(app.db, customers)).toEqual([]);
  // Lists wait for the product index to load again, so that most of them are answered late rather than refused.
  expect(answers.get("200")).toBeGreaterThan(0);
  expect([...answers.keys()].filter((kind) => kind !== "200" && kind !== "503 busy, again in 1 s")).toEqual([]);
  expect(slowestMs).toBeLessThan(hangsMs);
  // Any response that is neither a result nor a 503 counts as a broken promise.
  const { busy, disconnected, slowest } = customers.log;
  expect(busy).toBeGreaterThan(0);
  expect(disconnected).toEqual([]);
  expect(customers.waiting()).toBe(0);
  expect(slowest.ms, slowest.route).toBeLessThan(hangsMs);
}, 180_000);

/** A longer request counts as hanging. */
const hangsMs = 20_000;

/** Requests a page of products repeatedly; returns the statuses and the longest duration. */
async function watch(signal: AbortSignal) {
  const answers = new Map<string, number>();
  let slowestMs = 0;
  while (!signal.aborted) {
    const began = performance.now();
    const response = await fetch(`${url}/v1/product?per_page=1&page=${1 + Math.floor(Math.random() * 50)}`);
    const { code } = (await response.json()) as { code?: string };
    const wait = response.headers.get("retry-after");
    const kind = response.ok ? "200" : `${response.status} ${code}, again in ${wait} s`;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    await pause(150);
  }
  return { answers, slowestMs };
}

test("C11 after PostgreSQL was unavailable, invalidations arrive and jobs run again, interrupted ones included", async () => {
  await app.jobs.add(app.db, "test.hang", {});
  await begun.promise;
  await end("SIGKILL");
  hanging.resolve();
  await until(isReady);
  await inTransaction(app.db, (tx) => app.jobs.add(tx, "test.note", { word: "after" }));
  await until(() => noted.includes("after"));
  const other = openDatabase(server.connection, { size: 1 });
  try {
    await until(async () => {
      await other.pool.query("select pg_notify('kiosk_tags', $1)", [JSON.stringify({ tags: ["product:1"] })]);
      return received.includes("product:1");
    });
  } finally {
    await other.close();
  }
}, 120_000);

test("C11 a database that does not answer is a 503, and the next request succeeds", async () => {
  const database = openDatabase(server.connection, { size: 1, timeoutMs: 200 });
  try {
    const slow = await database.pool.query("select pg_sleep(20)").catch((error: unknown) => error);
    expect(toProblem(slow)).toMatchObject({ code: "busy", status: 503 });
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
  }
});
