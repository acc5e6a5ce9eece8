import type { Config } from "#server/platform/config.ts";
import { StartError } from "#server/platform/start-error.ts";
import { readConfig } from "./platform/config.ts";
import { startDatabaseServer } from "./start/database-server.ts";
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

const demoSignIns = [
  ["admin", "admin", "admin-kiosk"],
  ["customer", "demo", "demo-kiosk"],
] as const;

/** Prints the shop's address and, for a demo shop, its sign-ins. */
function printGreeting({ host, publicUrl }: Config, port: number, demo: boolean) {
  const isOpen = !isLoopback(host);
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const lines = [`The shop is open: ${publicUrl ?? `http://${shown}:${port}`}`];
  if (demo) for (const [who, name, password] of demoSignIns) lines.push(`  ${who.padEnd(9)} ${name} / ${password}`);
  console.log(`\n${lines.join("\n")}\n`);
  if (!demo || !(publicUrl || isOpen)) return;
  const opens = publicUrl ? `PUBLIC_URL=${publicUrl} says that customers use it` : `HOST=${host} opens it to others`;
  console.warn(
    `WARNING: this is a demo shop with public passwords, and ${opens}. Anybody who can reach it can sign in as\n` +
      "administrator. For a real shop use SHOP_DEMO=0 with a new DATA_DIR.\n",
  );
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.");
