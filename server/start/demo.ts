import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasUsers } from "#server/accounts/accounts.ts";
import { hasProducts } from "#server/catalogue/catalogue.ts";
import type { Config } from "#server/platform/config.ts";
import { type Connection, type Database, type Db, openDatabase, type Tx } from "#server/platform/database/database.ts";
import { sayWaits } from "#server/platform/database/said-waits.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { StartError } from "#server/platform/start-error.ts";
import { deleteDefaultShipping } from "#server/shipping/shipping.ts";
import {
  getSettings,
  isRecordedAsReal,
  listSavedGroups,
  recordRealShop,
  withdrawCashOnDelivery,
} from "#server/shop/shop.ts";
import { migrateDatabase } from "./database.ts";

/**
 * Seeds a new shop with the demo data if the configuration says so. Returns whether this is a demo shop. Never a shop
 * that somebody has begun to use: the accounts of the demo have public passwords. One process of a database at a time.
 */
export async function seedDemoShop(config: Config, connection: Connection): Promise<boolean> {
  const database = openDatabase(connection, { size: 3, timeoutMs: 0 });
  const endSaying = sayWaits(database.pool, "see whether this is a demo shop");
  const client = await database.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [seedingLock]);
    return await seedOnce(config, database);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [seedingLock]).catch(() => undefined);
    client.release();
    endSaying();
    await database.close();
  }
}

/** Any fixed number, the same for all processes of a database; not that of migrate.ts. */
export const seedingLock = 7_203_116;

async function seedOnce(config: Config, database: Database): Promise<boolean> {
  const marker = join(config.dataDir, "demo.begun");
  if (existsSync(marker)) {
    await clearDatabase(config, database);
    // Before anything else: from now on the database may contain the merchant's data.
    rmSync(marker);
  }
  const { db, connection } = database;
  if ((await getSettings(db)).demo) return true;
  if (!(await isSeedable(config, db))) return false;
  console.log("Seeding the demo shop (once).");
  writeFileSync(marker, "");
  await seedInChild(connection);
  rmSync(marker, { force: true });
  return true;
}

/** Whether a shop that is no demo shop becomes one. A shop started as a real one stays real unless SHOP_DEMO=1. */
async function isSeedable({ demo, databaseUrl, publicUrl }: Config, db: Db): Promise<boolean> {
  if (!(demo ?? (databaseUrl === undefined && publicUrl === undefined))) {
    await inTransaction(db, startRealShop);
    return false;
  }
  const isUsed = (await hasProducts(db)) || (await hasUsers(db)) || (await listSavedGroups(db)).size > 0;
  if (isUsed && demo) console.warn(realShopWarning);
  else if (isUsed) await inTransaction(db, startRealShop);
  return !isUsed && (demo === true || !(await isRecordedAsReal(db)));
}

/**
 * Records a real shop. A new one has no shipping rates and no cash on delivery yet: those of the demo are promises that
 * its merchant never made. A shop with products may rely on them since before this was recorded.
 */
async function startRealShop(tx: Tx) {
  if (!(await recordRealShop(tx)) || (await hasProducts(tx))) return;
  await deleteDefaultShipping(tx);
  await withdrawCashOnDelivery(tx);
}

const realShopWarning =
  "\nWARNING: SHOP_DEMO=1, but this shop has data of its own, so it was not filled with the demo data.\n" +
  "With SHOP_DEMO=1 customers can pay with the demo card, which moves no money. Start it with SHOP_DEMO=0.\n";

/** Seeds in a child process, so that its memory is released. */
async function seedInChild(connection: Connection) {
  const env = { ...process.env, KIOSK_CONNECTION: JSON.stringify(connection) };
  const seeding = fork(fileURLToPath(new URL("./seeding.ts", import.meta.url)), { env, execArgv: [] });
  const [code, signal] = (await once(seeding, "exit")) as [number | null, string | null];
  if (code !== 0) throw new Error(`The demo shop could not be seeded (${signal ?? code}). See the lines above.`);
}

/** Removes the data of an interrupted seed. */
async function clearDatabase({ databaseUrl, dataDir }: Config, { db, pool, connection }: Database) {
  if ((await getSettings(db)).demo) return;
  if (databaseUrl)
    throw new StartError(
      "An earlier start was interrupted while it seeded this database with the demo shop. " +
        `Create the database again, delete ${join(dataDir, "demo.begun")}, then retry.`,
    );
  await pool.query("drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public");
  await migrateDatabase(connection);
}
