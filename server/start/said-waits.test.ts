import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#server/platform/config.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { migrationLock } from "#server/platform/database/migrate.ts";
import { freshDatabase, waitForLocks } from "#server/testing/shop.ts";
import { migrateDatabase } from "./database.ts";
import { seedDemoShop, seedingLock } from "./demo.ts";

afterEach(() => void vi.useRealTimers().restoreAllMocks());

const dataDir = mkdtempSync(join(tmpdir(), "kiosk-waits-"));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test.each([
  ["another one migrates", `select pg_advisory_lock(${migrationLock})`, "migrate the database"],
  ["another one seeds", `select pg_advisory_lock(${seedingLock})`, "see whether this is a demo shop"],
  ["a backup reads its tables", "begin; lock table migrations in access exclusive mode", "migrate the database"],
])("Ops: a start that waits while %s says so after five seconds, once", async (_what, lock, waiting) => {
  const { connection, drop } = await freshDatabase();
  const [holder, other] = [openDatabase(connection, { size: 1 }), openDatabase(connection, { size: 1 })];
  onTestFinished(async () => {
    await Promise.all([holder.close(), other.close()]);
    await drop();
  });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { rows } = await holder.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  await holder.pool.query(lock);
  const config = readConfig({ DATA_DIR: dataDir, SHOP_DEMO: "0" }, dataDir);
  const starting = migrateDatabase(connection).then(() => seedDemoShop(config, connection));
  await waitForLocks(other.db, 1);
  vi.advanceTimersByTime(4_999);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  vi.advanceTimersByTime(10_000);
  await sql`select`.execute(other.db);
  await holder.close();
  await starting;
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(new RegExp(`^Waiting to ${waiting}: PostgreSQL process ${rows[0]?.pid} .*kiosk, from `))],
  ]);
});
