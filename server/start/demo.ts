import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProducts } from "#server/catalogue/catalogue.ts";
import type { Config } from "#server/platform/config.ts";
import { type Connection, openDatabase } from "#server/platform/database/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import { getSettings } from "#server/shop/shop.ts";
import { migrateDatabase } from "./database.ts";

/** Seeds an empty shop with the demo data if the configuration says so. Returns whether this is a demo shop. */
export async function seedDemoShop(config: Config, connection: Connection): Promise<boolean> {
  const marker = join(config.dataDir, "demo.begun");
  if (existsSync(marker)) {
    await clearDatabase(config, connection);
    // Before anything else: from now on the database may contain the merchant's data.
    rmSync(marker);
  }
  const { isDemo, isEmpty } = await inspectShop(connection);
  if (isDemo || config.demo === false) return isDemo;
  if (!(config.demo ?? config.databaseUrl === undefined) || !isEmpty) return false;
  console.log("Seeding the demo shop (once).");
  writeFileSync(marker, "");
  await seedInChild(connection);
  rmSync(marker, { force: true });
  return true;
}

/** Opens the database only: the memory of an app would stay with this process. */
async function inspectShop(connection: Connection) {
  const database = openDatabase(connection, { size: 1 });
  try {
    const { demo } = await getSettings(database.db);
    return { isDemo: demo, isEmpty: !(await hasProducts(database.db)) };
  } finally {
    await database.close();
  }
}

/** Seeds in a child process, so that its memory is released. */
async function seedInChild(connection: Connection) {
  const env = { ...process.env, KIOSK_CONNECTION: JSON.stringify(connection) };
  const seeding = fork(fileURLToPath(new URL("./seeding.ts", import.meta.url)), { env, execArgv: [] });
  const [code, signal] = (await once(seeding, "exit")) as [number | null, string | null];
  if (code !== 0) throw new Error(`The demo shop could not be seeded (${signal ?? code}). See the lines above.`);
}

/** Removes the data of an interrupted seed. */
async function clearDatabase({ databaseUrl, dataDir }: Config, connection: Connection) {
  const database = openDatabase(connection, { size: 1 });
  try {
    if ((await getSettings(database.db)).demo) return;
    if (databaseUrl)
      throw new StartError(
        "An earlier start was interrupted while it seeded this database with the demo shop. " +
          `Create the database again, delete ${join(dataDir, "demo.begun")}, then retry.`,
      );
    await database.pool.query(
      "drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public",
    );
  } finally {
    await database.close();
  }
  await migrateDatabase(connection);
}
