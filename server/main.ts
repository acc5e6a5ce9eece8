import cluster from "node:cluster";
import { readConfig } from "./platform/config.ts";
import { StartProblem } from "#server/platform/start-error.ts";
import { prepareDatabase } from "./start/database.ts";
import { seedWhenWanted } from "./start/demo.ts";
import { greet } from "./start/greeting.ts";
import { runShop } from "./start/running.ts";
import { untilTold } from "./start/stopping.ts";
import { runWorkers } from "./start/workers.ts";

/** Starts the shop as the environment says and keeps it running until it is told to stop. A StartProblem is printed and ends the process with code 1. */
export async function startShop(): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    for (const one of stops.splice(0).reverse()) await inTime(one());
  };
  // From the beginning: making a demo shop takes a while, and Ctrl-C must not leave its database behind.
  untilTold(stop);
  try {
    await start(stops);
  } catch (error) {
    // What was being started fell because it was being stopped.
    if (stopping) return;
    await stop().catch(() => undefined);
    if (!(error instanceof StartProblem)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}

const patienceMs = 15_000;

/** What will not end must not keep the database from being stopped well. */
const inTime = (stopped: Promise<void>) =>
  Promise.race([stopped, new Promise<void>((done) => setTimeout(done, patienceMs).unref())]);

/** Each thing started says how to stop it; they are stopped last first. */
async function start(stops: (() => Promise<void>)[]) {
  const config = readConfig();
  const database = await prepareDatabase(config, (line) => console.log(line));
  stops.push(database.stop);
  const demo = await seedWhenWanted(config, database.connection);
  if (config.workers > 1 && cluster.isPrimary) {
    const workers = await runWorkers(config, database.connection);
    stops.push(workers.stop);
    return greet(config, workers.port, demo);
  }
  const shop = await runShop(config, database.connection);
  stops.push(shop.stop);
  greet(config, shop.port, demo);
}
