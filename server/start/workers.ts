import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import type { RunningShop } from "./running.ts";

/** Sent once by a worker: it listens, or why it cannot. */
export type WorkerMessage = { port: number } | { problem: string };

const restartAfterMs = 1000;

/** Runs WORKERS shop processes on one port and one database; one that ends is replaced. */
export async function runWorkers(config: Config, connection: Connection): Promise<RunningShop> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./worker.ts", import.meta.url)), args: [] });
  let stopping = false;
  const fork = () => cluster.fork({ KIOSK_CONNECTION: JSON.stringify(connection) });
  const messages = await Promise.all(Array.from({ length: config.workers }, () => firstMessage(fork())));
  const stop = async () => {
    stopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stopWorker(worker)));
  };
  const problem = messages.find((message) => "problem" in message);
  if (problem) {
    await stop();
    throw new StartError(problem.problem);
  }
  cluster.on("exit", (worker, code, signal) => {
    if (stopping) return;
    console.error(`Shop process ${worker.process.pid} ended (${signal ?? code}); starting another.`);
    setTimeout(() => !stopping && fork(), restartAfterMs);
  });
  return { port: messages.find((message) => "port" in message)?.port ?? config.port, stop };
}

const firstMessage = (worker: Worker): Promise<WorkerMessage> =>
  new Promise((done) => {
    worker.once("message", done);
    worker.once("exit", () => done({ problem: "A shop process ended before it was ready. See the lines above." }));
  });

async function stopWorker(worker: Worker) {
  if (worker.isDead()) return;
  const exit = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await exit;
}
