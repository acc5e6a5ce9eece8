import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { StartProblem } from "#server/platform/start-error.ts";
import type { Running } from "./running.ts";

/** What a worker says once: that it listens, or why it can't. */
export type WorkerWord = { port: number } | { problem: string };

const restartAfterMs = 1000;

/** As many shop processes as WORKERS says, sharing one port and one database. One that ends is replaced. */
export async function runWorkers(config: Config, connection: Connection): Promise<Running> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./worker.ts", import.meta.url)), args: [], execArgv: [] });
  let stopping = false;
  const begin = () => cluster.fork({ KIOSK_CONNECTION: JSON.stringify(connection) });
  const words = await Promise.all(Array.from({ length: config.workers }, () => firstWord(begin())));
  const stop = async () => {
    stopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && ended(worker)));
  };
  const problem = words.find((word) => "problem" in word);
  if (problem) {
    await stop();
    throw new StartProblem(problem.problem);
  }
  cluster.on("exit", (worker, code, signal) => {
    if (stopping) return;
    console.error(`Shop process ${worker.process.pid} ended (${signal ?? code}); starting another.`);
    setTimeout(() => !stopping && begin(), restartAfterMs);
  });
  return { port: words.find((word) => "port" in word)?.port ?? config.port, stop };
}

function firstWord(worker: Worker): Promise<WorkerWord> {
  return new Promise((done) => {
    worker.once("message", done);
    worker.once("exit", () => done({ problem: "A shop process ended before it was ready. See the lines above." }));
  });
}

async function ended(worker: Worker) {
  if (worker.isDead()) return;
  const exit = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await exit;
}
