import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProducts } from "#server/catalogue/catalogue.ts";
import type { Config } from "#server/platform/config.ts";
import { type Connection, openDatabase } from "#server/platform/database/database.ts";
import { StartProblem } from "#server/platform/start-error.ts";
import { getSettings } from "#server/shop/shop.ts";
import { bringUpToDate } from "./database.ts";

/** Fills an empty shop with the demo world where that is wanted, before anybody can see it. Returns whether this is a demo shop. */
export async function seedWhenWanted(config: Config, connection: Connection): Promise<boolean> {
  const begun = join(config.dataDir, "demo.begun");
  if (existsSync(begun)) {
    await beginAgain(config, connection);
    // At once: what is in the shop from now on may be a merchant's own.
    rmSync(begun);
  }
  const { isDemo, isEmpty } = await found(connection);
  if (isDemo || config.demo === false) return isDemo;
  if (!(config.demo ?? config.databaseUrl === undefined) || !isEmpty) return false;
  console.log("Filling the shop with the demo world (once).");
  writeFileSync(begun, "");
  await seedApart(connection);
  rmSync(begun, { force: true });
  return true;
}

/** What the database holds by now. A whole shop is not opened for that: what it takes would stay with this process. */
async function found(connection: Connection) {
  const database = openDatabase(connection, { size: 1 });
  try {
    const { demo } = await getSettings(database.db);
    return { isDemo: demo, isEmpty: !(await hasProducts(database.db)) };
  } finally {
    await database.close();
  }
}

/** Makes the demo world in a process of its own, so that the shop's does not hold on to the memory that takes. */
async function seedApart(connection: Connection) {
  const env = { ...process.env, KIOSK_CONNECTION: JSON.stringify(connection) };
  const seeding = fork(fileURLToPath(new URL("./seeding.ts", import.meta.url)), { env, execArgv: [] });
  const [code, signal] = (await once(seeding, "exit")) as [number | null, string | null];
  if (code !== 0) throw new Error(`The demo world could not be made (${signal ?? code}). See the lines above.`);
}

/** A filling that was cut off left half a world nobody has seen yet: it is cleared away. */
async function beginAgain({ databaseUrl, dataDir }: Config, connection: Connection) {
  const database = openDatabase(connection, { size: 1 });
  try {
    if ((await getSettings(database.db)).demo) return;
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
