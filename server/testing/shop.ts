import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, inject } from "vitest";
import type { Role } from "#contract/accounts.ts";
import { openShop } from "#server/app.ts";
import { type Config, readConfig } from "#server/platform/config.ts";
import type { House } from "#server/platform/house.ts";
import { template } from "./database.ts";

export interface Sent {
  body?: unknown;
  token?: string | undefined;
  guestId?: string | undefined;
  headers?: Record<string, string>;
}
export interface Answered {
  status: number;
  // Tests read answers freely; their shapes are the contract's business.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, unknown>;
}
export interface TestShop {
  house: House;
  /** Calls the shop's API: `ask("POST /cart", { body, token })`. The path is below /v1. */
  ask(route: string, sent?: Sent): Promise<Answered>;
  /** A new account and a token for it. */
  person(role?: Role): Promise<{ id: number; token: string; email: string }>;
  close(): Promise<void>;
}

/** A shop of its own on a fresh database, closed after the test file. */
export async function openTestShop(change: Partial<Config> = {}): Promise<TestShop> {
  const { connection, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-shop-"));
  const config = { ...readConfig({ LOG_LEVEL: "error", DATA_DIR: dataDir }, dataDir), ...change };
  const shop = await openShop(config, connection);
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    await shop.close();
    rmSync(dataDir, { recursive: true, force: true });
    await drop();
  };
  afterAll(close);
  return {
    house: shop.house,
    ask: (route, sent) => ask(shop.house, route, sent),
    person: (role) => person(shop.house, role),
    close,
  };
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
  await run(`create database ${database} template ${template}`);
  return { connection: { ...at, database }, drop: () => run(`drop database if exists ${database} with (force)`) };
}

async function ask({ http }: House, route: string, { body, token, guestId, headers }: Sent = {}): Promise<Answered> {
  const [method, path] = route.split(" ") as [string, string];
  const answer = await http.inject({
    method: method as "GET",
    url: `/v1${path}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(guestId ? { cookie: `guest_id=${guestId}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const json = String(answer.headers["content-type"]).includes("json");
  return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: answer.headers };
}

async function person({ db, tokens }: House, role: Role = "customer") {
  const email = `${randomUUID()}@example.com`;
  const { rows } = await sql<{
    id: number;
  }>`insert into users (email, fullname, role) values (${email}, 'Test Person', ${role}) returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  return { id, email, token: await tokens.sign({ userId: id, role, sessionFamily: randomUUID(), epoch: 0 }) };
}
