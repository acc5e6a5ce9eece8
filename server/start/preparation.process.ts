// Prepares the database of a shop that starts: runs pending migrations, and seeds a new demo shop.
import { readConfig } from "#server/platform/config.ts";
import { warnOfShortage } from "#server/platform/database/connection-count.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { loggedError } from "#server/platform/http/logged-error.ts";
import { StartError } from "#server/platform/start-error.ts";
import { migrateOrExplain } from "./database.ts";
import { seedDemoShop } from "./demo.ts";
import type { PreparationMessage } from "./preparation.ts";

process.on("disconnect", () => process.exit(1));
// Ctrl-C reaches every process of the terminal; only the supervisor reacts.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
process.send?.(await prepare(), () => process.exit());

async function prepare(): Promise<PreparationMessage> {
  try {
    const config = readConfig();
    const connection = JSON.parse(process.env.KIOSK_CONNECTION ?? "{}") as Connection;
    await migrateOrExplain(config, connection);
    await warnOfShortage(config, connection, console.warn);
    return { demo: await seedDemoShop(config, connection) };
  } catch (error) {
    if (error instanceof StartError) return { problem: error.message };
    console.error(loggedError(error));
    return { problem: "The database could not be prepared. See the lines above." };
  }
}
