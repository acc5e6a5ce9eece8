import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openShop } from "#server/app.ts";
import type { Config } from "#server/platform/config.ts";
import { type Connection, openDatabase } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { StartProblem } from "#server/platform/start-problem.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { changeSettings, shopSettings } from "#server/shop/shop.ts";
import { bringUpToDate } from "./database.ts";

/** Fills an empty shop with the demo world where that is wanted, before anybody can see it. Returns whether this is a demo shop. */
export async function seedWhenWanted(config: Config, connection: Connection): Promise<boolean> {
  const begun = join(config.dataDir, "demo.begun");
  if (existsSync(begun)) await beginAgain(config, connection);
  const shop = await openShop(config, connection);
  const { house } = shop;
  try {
    const settings = await shopSettings(house.db);
    if (settings.demo || config.demo === false) return settings.demo;
    if (!(config.demo ?? config.databaseUrl === undefined) || (await hasProducts(house))) return false;
    console.log("Filling the shop with the demo world (once).");
    writeFileSync(begun, "");
    await seedApart(connection);
    await inTransaction(house.db, (tx) => changeSettings(tx, { demo: true, bank_account: demoAccount }));
    rmSync(begun, { force: true });
    return true;
  } finally {
    await shop.close();
  }
}

/** Makes the demo world in a process of its own, so that the shop's does not hold on to the memory that takes. */
async function seedApart(connection: Connection) {
  const env = { ...process.env, KIOSK_CONNECTION: JSON.stringify(connection) };
  const seeding = fork(fileURLToPath(new URL("./seeding.ts", import.meta.url)), { env, execArgv: [] });
  const [code, signal] = (await once(seeding, "exit")) as [number | null, string | null];
  if (code !== 0) throw new Error(`The demo world could not be made (${signal ?? code}). See the lines above.`);
}

// The IBAN the standard itself gives as its example. It belongs to nobody.
const demoAccount = {
  account_holder: "Kiosk demo shop",
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  bank_name: "Example Bank",
};

/** A filling that was cut off left half a world nobody has seen yet: it is cleared away. */
async function beginAgain({ databaseUrl, dataDir }: Config, connection: Connection) {
  const database = openDatabase(connection, { size: 1 });
  try {
    if ((await shopSettings(database.db)).demo) return rmSync(join(dataDir, "demo.begun"), { force: true });
    if (databaseUrl)
      throw new StartProblem(
        `An earlier start was cut off while it filled this database with the demo shop. Make the database anew, delete ${join(dataDir, "demo.begun")}, then try again.`,
      );
    await database.pool.query(
      "drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public",
    );
  } finally {
    await database.close();
  }
  await bringUpToDate(connection);
}

async function hasProducts(house: House) {
  return (await house.call("GET /product", { query: { page: 1, per_page: 1 } })).meta.total > 0;
}
