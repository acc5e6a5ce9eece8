import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Connection, startEmbedded } from "./embedded.ts";
import { isRunning } from "./orphan.ts";

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const isRoot = process.getuid?.() === 0;
let dataDir: string;
let shops: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kiosk-embedded-"));
  shops = [];
});

afterEach(async () => {
  for (const shop of shops) await killed(shop);
  const left = postmasterOf(dataDir);
  if (left !== undefined && isRunning(left)) process.kill(left, "SIGQUIT");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test("a first start creates a UTF-8 database with Unicode case mapping and ICU collations", async () => {
  const embedded = await startEmbedded({ dataDir, durable: false });
  try {
    const [row] = await query(
      embedded.connection,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider, current_database() as database,
              current_user as role, upper('éß') as upper, current_setting('listen_addresses') as listens,
              (select rolsuper from pg_roles where rolname = current_user) as super
         from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      encoding: "UTF8",
      datlocprovider: "b",
      database: "shop",
      role: "shop",
      upper: "Éß",
      listens: "",
      super: true,
    });
    const sorted = await query(
      embedded.connection,
      `select name from (values ('Zebra'), ('Äpfel'), ('apfel')) as t(name) order by name collate "de-x-icu"`,
    );
    expect(sorted.map((found) => found.name)).toEqual(["apfel", "Äpfel", "Zebra"]);
    await query(
      embedded.connection,
      `create collation case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
    );
    expect(await query(embedded.connection, `select 'ABC' = 'abc' collate case_insensitive as same`)).toEqual([
      { same: true },
    ]);
    await query(embedded.connection, "create extension pg_trgm; create extension unaccent; create extension btree_gin");
  } finally {
    await embedded.stop();
  }
});

test("durability is on by default: fsync, synchronous commit and full page writes", async () => {
  const embedded = await startEmbedded({ dataDir });
  try {
    const settings = await query(
      embedded.connection,
      "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name",
    );
    expect(settings.map(({ setting }) => setting)).toEqual(["on", "on", "on"]);
  } finally {
    await embedded.stop();
  }
});

test("a clean stop leaves no process, and the next start finds the data", async () => {
  const first = await startEmbedded({ dataDir, durable: false });
  await query(first.connection, "create table orders (number int); insert into orders values (7)");
  const pid = postmasterOf(dataDir);
  await first.stop();
  await first.stop();
  expect(pid).toBeGreaterThan(0);
  expect(isRunning(pid ?? 0)).toBe(false);
  expect(postmasterOf(dataDir)).toBeUndefined();
  const second = await startEmbedded({ dataDir, durable: false });
  expect(await query(second.connection, "select number from orders")).toEqual([{ number: 7 }]);
  await second.stop();
});

test("a second shop on the same folder fails with an explanation, and the first keeps running", async () => {
  const first = await startEmbedded({ dataDir, durable: false });
  try {
    const { problem } = await startProcess(dataDir);
    expect(problem).toContain(`Another shop (process ${process.pid}) is already running on the data folder`);
    expect(problem).toContain("set DATA_DIR to another folder");
    await expect(startEmbedded({ dataDir })).rejects.toThrow("Another shop");
    expect(await query(first.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  } finally {
    await first.stop();
  }
});

test("a shop that starts while another is stopping on the folder waits for it", async () => {
  const first = await startEmbedded({ dataDir, durable: false });
  const stopping = first.stop();
  const second = await startEmbedded({ dataDir, durable: false });
  await stopping;
  expect(await query(second.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("a shop in another container on the same folder is respected while it runs, and ignored once it was killed", async () => {
  const owner = join(dataDir, "pg18.owner");
  // Its own network and host name, as in a container; only root may do that.
  const container = isRoot ? ["unshare", "--net", "--uts", "--"] : [];
  const { shop } = await startProcess(dataDir, process.cwd(), container);
  writeFileSync(owner, readFileSync(owner, "utf8").replace(/"host":"[^"]*"/, '"host":"othermachine"'));
  await expect(startEmbedded({ dataDir })).rejects.toThrow("Another shop (on othermachine) is already running");
  await killed(shop);
  const embedded = await startEmbedded({ dataDir, durable: false });
  expect(await query(embedded.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await embedded.stop();
  expect(existsSync(owner)).toBe(false);
});

test("after kill -9 of the shop the next start restarts its database, and every committed row is there", async () => {
  const { shop, connection } = await startProcess(dataDir);
  if (connection === undefined) throw new Error("the first shop did not start");
  await query(connection, "create table orders (number int)");
  for (let number = 1; number <= 20; number += 1) await query(connection, `insert into orders values (${number})`);
  const orphan = postmasterOf(dataDir) ?? 0;
  await killed(shop);
  expect(isRunning(orphan)).toBe(true);
  const second = await startEmbedded({ dataDir });
  expect(postmasterOf(dataDir)).not.toBe(orphan);
  expect(isRunning(orphan)).toBe(false);
  expect(await query(second.connection, "select count(*)::int as orders from orders")).toEqual([{ orders: 20 }]);
  await second.stop();
});

test("after kill -9 of the shop and of its database, the next start recovers", async () => {
  const { shop, connection } = await startProcess(dataDir);
  if (connection === undefined) throw new Error("the first shop did not start");
  await query(connection, "create table orders (number int); insert into orders values (1)");
  await killed(shop);
  process.kill(postmasterOf(dataDir) ?? 0, "SIGKILL");
  const second = await startEmbedded({ dataDir });
  expect(await query(second.connection, "select number from orders")).toEqual([{ number: 1 }]);
  await second.stop();
});

test("a database killed under a running shop is restarted", async () => {
  const lines: string[] = [];
  const embedded = await startEmbedded({ dataDir, print: (line) => lines.push(line) });
  await query(embedded.connection, "create table orders (number int); insert into orders values (1)");
  process.kill(postmasterOf(dataDir) ?? 0, "SIGKILL");
  await expect
    .poll(() => query(embedded.connection, "select number from orders").catch(() => "not yet"))
    .toEqual([{ number: 1 }]);
  expect(lines).toContain("The database ended unexpectedly. Starting it again.");
  await embedded.stop();
});

test("an incomplete database of a killed first start is removed", async () => {
  const partial = join(dataDir, "pg18.0badcafe.tmp");
  mkdirSync(join(partial, "base"), { recursive: true });
  writeFileSync(join(partial, "PG_VERSION"), "18\n");
  const embedded = await startEmbedded({ dataDir, durable: false });
  expect(existsSync(partial)).toBe(false);
  expect(await query(embedded.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await embedded.stop();
});

test("unknown files in the database's folder are never deleted", async () => {
  mkdirSync(join(dataDir, "pg18", "base"), { recursive: true });
  await expect(startEmbedded({ dataDir })).rejects.toThrow("is not a complete database");
  expect(existsSync(join(dataDir, "pg18", "base"))).toBe(true);
});

test("another program with the process id of the dead database is left alone", async () => {
  const first = await startEmbedded({ dataDir, durable: false });
  const pidFile = readFileSync(join(dataDir, "pg18", "postmaster.pid"), "utf8");
  await first.stop();
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  shops.push(other);
  writeFileSync(join(dataDir, "pg18", "postmaster.pid"), pidFile.replace(/^\d+/, String(other.pid)));
  const second = await startEmbedded({ dataDir, durable: false });
  expect(isRunning(other.pid ?? 0)).toBe(true);
  expect(await query(second.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("a folder whose path is too long for a socket works", async () => {
  chmodSync(dataDir, 0o755);
  const deep = join(dataDir, "a-shop-in-a-rather-long-folder".repeat(3), "data");
  const embedded = await startEmbedded({ dataDir: deep, durable: false });
  expect(embedded.connection.host.startsWith(deep)).toBe(false);
  expect(statSync(embedded.connection.host).mode & 0o777).toBe(0o700);
  expect(await query(embedded.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  await embedded.stop();
  expect(existsSync(embedded.connection.host)).toBe(false);
});

test("a data folder that cannot be created is explained", async () => {
  writeFileSync(join(dataDir, "file"), "");
  await expect(startEmbedded({ dataDir: join(dataDir, "file", "data") })).rejects.toThrow(
    "or set DATA_DIR to another folder",
  );
});

test("no empty database is made beside one of another major version", async () => {
  mkdirSync(join(dataDir, "pg17"));
  writeFileSync(join(dataDir, "pg17", "PG_VERSION"), "17\n");
  await expect(startEmbedded({ dataDir })).rejects.toThrow("is that of PostgreSQL 17");
  expect(existsSync(join(dataDir, "pg18"))).toBe(false);
});

test.skipIf(!isRoot)(
  "root keeps the database elsewhere when PostgreSQL's account cannot reach the default folder",
  async () => {
    const home = join(dataDir, "home");
    mkdirSync(join(home, "data"), { recursive: true });
    chmodSync(home, 0o700);
    const { lines, connection, shop } = await startProcess("data", home);
    const place = readFileSync(join(home, "data", "pg18.place"), "utf8").trim();
    try {
      expect(place).toMatch(/^\/var\/lib\/kiosk-[0-9a-f]{8}$/);
      expect(lines.join("\n")).toContain(`The database is in ${place}`);
      expect(await query(connection as Connection, "select 1 as one")).toEqual([{ one: 1 }]);
      await stopped(shop);
      const again = await startProcess("data", home);
      expect(again.connection?.host).toBe(connection?.host);
      await stopped(again.shop);
      rmSync(place, { recursive: true, force: true });
      expect((await startProcess("data", home)).problem).toContain("which is gone. Restore it");
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
);

test.skipIf(!isRoot)("root lets PostgreSQL's account pass through a private data folder, and says so", async () => {
  const lines: string[] = [];
  const embedded = await startEmbedded({ dataDir, durable: false, print: (line) => lines.push(line) });
  await embedded.stop();
  expect(statSync(dataDir).mode & 0o777).toBe(0o701);
  expect(lines[0]).toContain("its own account may now pass through");
});

test.skipIf(!isRoot)("root gets an explanation when PostgreSQL's account cannot reach a chosen folder", async () => {
  const home = join(dataDir, "home");
  mkdirSync(home, { mode: 0o700 });
  await expect(startEmbedded({ dataDir: join(home, "data") })).rejects.toThrow(
    "Set DATA_DIR to a folder every user may pass through",
  );
});

async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

type Started = { shop: ChildProcess; lines: string[]; connection?: Connection; problem?: string };

/** Starts the embedded database in a process of its own, run by `prefix`, and waits for its first line. */
async function startProcess(folder: string, cwd = process.cwd(), prefix: string[] = []): Promise<Started> {
  const fixture = join(import.meta.dirname, "embedded-process.fixture.ts");
  const [command = "", ...args] = [...prefix, process.execPath, fixture, folder];
  const shop = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  shops.push(shop);
  let printed = "";
  await new Promise<void>((done) => {
    shop.stdout.on("data", (part) => {
      printed += part;
      if (printed.includes("\n")) done();
    });
    shop.stdout.on("close", done);
  });
  return { shop, ...JSON.parse(printed) };
}

function killed(shop: ChildProcess): Promise<void> {
  return ended(shop, "SIGKILL");
}

function stopped(shop: ChildProcess): Promise<void> {
  return ended(shop, "SIGTERM");
}

async function ended(shop: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return;
  const gone = new Promise<void>((done) => shop.once("exit", () => done()));
  shop.kill(signal);
  await gone;
}

function postmasterOf(folder: string): number | undefined {
  const file = join(folder, "pg18", "postmaster.pid");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
}
