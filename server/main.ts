import { StartError } from "#server/platform/start-error.ts";
import { readConfig } from "./platform/config.ts";
import { startDatabaseServer } from "./start/database-server.ts";
import { printGreeting } from "./start/greeting.ts";
import { startPreparation } from "./start/preparation.ts";
import { stopOnSignals } from "./start/stopping.ts";
import { runWorkers } from "./start/workers.ts";

/** Starts the configured shop and runs it until a signal. A StartError is printed and exits with code 1. */
export async function startShop(): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    for (const stopPart of stops.splice(0).reverse()) await withTimeout(stopPart());
  };
  // First, since seeding takes a while and Ctrl-C must not leave the database running.
  const end = stopOnSignals(stop);
  const fail = (error: StartError) => {
    console.error(`\n${error.message}\n`);
    end(1);
  };
  try {
    await start(stops, fail);
  } catch (error) {
    // The start failed because it was stopped.
    if (stopping) return;
    await stop().catch(() => undefined);
    if (!(error instanceof StartError)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}

const stopTimeoutMs = 15_000;

/** A part that does not stop must not keep the database from stopping. */
const withTimeout = (stopped: Promise<void>) =>
  Promise.race([stopped, new Promise<void>((done) => setTimeout(done, stopTimeoutMs).unref())]);

/**
 * Each part started adds its stop function; they run in reverse. This process stays as long as the shop does, so it loads
 * nothing that only its workers need.
 */
async function start(stops: (() => Promise<void>)[], fail: (error: StartError) => void) {
  const config = readConfig();
  const database = await startDatabaseServer(config, (line) => console.log(line));
  stops.push(database.stop);
  const preparation = startPreparation(database.connection);
  stops.push(preparation.stop);
  const { demo } = await preparation.done;
  // Vite compiles sources in this process.
  const shop = config.development
    ? await (await import("./start/running.ts")).runShop(config, database.connection)
    : await runWorkers(config, database.connection, fail);
  stops.push(shop.stop);
  printGreeting(config, shop.port, demo);
}
