import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, expect, inject, onTestFinished, TestRunner, vi } from "vitest";
import type { Role } from "#contract/accounts/accounts.ts";
import type { Permissions } from "#contract/resources/permissions.ts";
import { openApp } from "#server/app.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { type Config, readConfig } from "#server/platform/config.ts";
import type { Db } from "#server/platform/database/database.ts";
import { setLanguage } from "#words/say.ts";
import { template } from "./database.ts";
import { type ApiRequest, type ApiResponse, ask, person } from "./requests.ts";

export type { ApiRequest, ApiResponse };

export interface TestShop {
  app: App;
  /** Calls the shop's API: `ask("POST /cart", { body, token })`. The path is below /v1. */
  ask(route: string, sent?: ApiRequest): Promise<ApiResponse>;
  /** A new account and a token for it; permissions are those of staff. */
  person(role?: Role, permissions?: Permissions): Promise<{ id: number; token: string; email: string }>;
  close(): Promise<void>;
}

/** A shop of its own on a fresh database, closed after the test that opened it, or after the test file. */
export async function openTestShop(change: Partial<Config> = {}): Promise<TestShop> {
  const { connection, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-shop-"));
  // Failures that tests provoke are not logged; LOG_LEVEL=error shows them.
  const { LOG_LEVEL = "silent" } = process.env;
  const config = { ...readConfig({ LOG_LEVEL, DATA_DIR: dataDir, SHOP_DEMO: "1" }, dataDir), ...change };
  const shop = await openApp(config, connection);
  const undocumented = collectUndocumented(shop.app);
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    await shop.close();
    rmSync(dataDir, { recursive: true, force: true });
    await drop();
    // All shops of a process have one default language.
    setLanguage("en", undefined);
    if (undocumented.size > 0) throw new Error(`Not in the OpenAPI document: ${[...undocumented].join(", ")}`);
  };
  // Vitest never runs an `afterAll` that a running test registers.
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  else afterAll(close);
  return {
    app: shop.app,
    ask: (route, sent) => ask(shop.app, route, sent),
    person: (role, permissions) => person(shop.app, role, permissions),
    close,
  };
}

/** After each test of a file: `reset`, the real clock, and the figures of all orders agree. */
export function checkFiguresAfterEach({ app }: TestShop, reset?: () => unknown) {
  const realNow = app.now;
  afterEach(async () => {
    app.now = realNow;
    await reset?.();
    expect(await listInconsistencies(app.db)).toEqual([]);
  });
}

/** Waits until this many statements, with this text, wait for a lock that another transaction holds. */
export async function waitForLocks(db: Db, count: number, text = "") {
  const waiting = sql`
    select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like ${`%${text}%`}`;
  await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(count), 20_000);
}

/** Collects responses whose status is not in the OpenAPI document; test C12 expects none. */
function collectUndocumented({ http }: App): Set<string> {
  const undocumented = new Set<string>();
  http.addHook("onSend", async ({ method, routeOptions: { schema, url } }, { statusCode }) => {
    const response = schema?.response as object | undefined;
    if (response && !(statusCode in response)) undocumented.add(`${method} ${url} ${statusCode}`);
  });
  return undocumented;
}

/** An empty, migrated database of its own. */
export async function freshDatabase() {
  const at = inject("postgres");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  const run = async (text: string) => {
    const client = new pg.Client({ ...at, database: "postgres" });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  // Copied through the log (`wal_log`), PostgreSQL's default, it takes half as long again.
  await run(`create database ${database} template ${template} strategy file_copy`);
  return { connection: { ...at, database }, drop: () => run(`drop database if exists ${database} with (force)`) };
}
