import { type ChildProcess, fork } from "node:child_process";
import cluster from "node:cluster";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import type { RunningShop } from "./running.ts";

/** Sent once by a worker: it listens, or why it cannot. */
export type WorkerMessage = { port: number } | { problem: string };

const defaults = {
  program: fileURLToPath(new URL("./worker.ts", import.meta.url)),
  /** Within the ten seconds that Docker gives a container to stop, so that the database stops as well. */
  killAfterMs: 8_000,
  /** Waits before a worker that ended before it listened is started again; after the last one the shop stops. */
  retriesMs: [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000],
};
type Options = typeof defaults & {
  /** Starts a process; tests give one that fails. */
  forkProcess?: typeof fork;
};

/**
 * Runs WORKERS shop processes on one port and one database. One that ends is started again at once, however often it has
 * been; `fail` is called if it can't be. This process only supervises, so that no request can stop or freeze it.
 */
export async function runWorkers(
  config: Config,
  connection: Connection,
  fail: (error: StartError) => void,
  changes: Partial<Options> = {},
): Promise<RunningShop> {
  const options = { ...defaults, ...changes };
  const start = (config.workers > 1 ? inCluster : alone)(config, connection, options);
  const workers = Array.from({ length: config.workers }, () => keepRunning(start, fail, options));
  // A worker that hangs would outlive this process.
  process.once("exit", () => workers.forEach((worker) => worker.kill()));
  const stop = async () => void (await Promise.all(workers.map((worker) => worker.stop())));
  const messages = await Promise.all(workers.map((worker) => worker.first));
  const problem = messages.find((message) => "problem" in message);
  if (problem) {
    await stop();
    throw new StartError(problem.problem);
  }
  return { port: messages.find((message) => "port" in message)?.port ?? config.port, stop };
}

type StartWorker = (port: number | undefined) => ChildProcess;

/** Workers that share the port of this process, which hands connections to them. */
function inCluster(_config: Config, connection: Connection, { program }: Options): StartWorker {
  cluster.setupPrimary({ exec: program, args: [], execArgv: nodeOptions() });
  return () => cluster.fork({ KIOSK_CONNECTION: JSON.stringify(connection) }).process;
}

/** A worker that listens by itself: handing it each connection would cost time and has no use. */
const alone =
  (config: Config, connection: Connection, { program, forkProcess = fork }: Options): StartWorker =>
  (port = config.port) => {
    const env = { ...process.env, KIOSK_CONNECTION: JSON.stringify(connection), PORT: String(port) };
    return forkProcess(program, { env, execArgv: nodeOptions() });
  };

/** The options of this process, without the code of `node -e`. */
export const nodeOptions = () =>
  process.execArgv.filter((option, index, all) => !isEval.test(option) && !isEval.test(all[index - 1] ?? ""));
const isEval = /^(-e|--eval)$/;

/** Starts a worker, again whenever it ends, until it is stopped. `first` is what the first one sent. */
function keepRunning(start: StartWorker, fail: (error: StartError) => void, { killAfterMs, retriesMs }: Options) {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  /** Starts in a row that never listened. */
  let failures = 0;
  let port: number | undefined;
  const { promise: first, resolve } = Promise.withResolvers<WorkerMessage>();
  let worker = launch();

  function launch(): ChildProcess | undefined {
    try {
      return watch(start(port));
    } catch (error) {
      ended(false, notStarted(error));
      return undefined;
    }
  }

  function watch(next: ChildProcess) {
    let isListening = false;
    next.once("message", (message: WorkerMessage) => {
      isListening = "port" in message;
      if ("port" in message) ({ port } = message);
      else if (port !== undefined) console.error(message.problem);
      resolve(message);
    });
    // One that could not be started, as without memory or processes left, has no exit; after other errors it follows.
    next.on("error", (error) => next.pid === undefined && ended(false, notStarted(error)));
    next.once("exit", (code, signal) => ended(isListening, `Shop process ${next.pid} ended (${signal ?? code})`));
    return next;
  }

  function ended(hasListened: boolean, line: string) {
    const wasFirst = port === undefined;
    if (wasFirst) console.error(line);
    resolve({ problem: "A shop process ended before it was ready. See the lines above." });
    if (!stopping && !wasFirst) restart(hasListened, line);
  }

  function restart(hasListened: boolean, line: string) {
    failures = hasListened ? 0 : failures + 1;
    const wait = failures === 0 ? 0 : retriesMs[failures - 1];
    if (wait === undefined)
      return fail(new StartError(`${line}, as it did the last ${failures} times. The shop stops.`));
    console.error(`${line}; starting another${wait > 0 ? ` in ${wait / 1000} s` : ""}.`);
    timer = setTimeout(() => {
      worker = launch();
    }, wait);
  }

  return {
    first,
    kill: () => void worker?.kill("SIGKILL"),
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      if (worker) await stopWorker(worker, killAfterMs);
    },
  };
}

const notStarted = (error: unknown) => `A shop process could not be started (${(error as Error).message})`;

/** Asks a worker to stop, and ends one whose event loop hangs. */
async function stopWorker(worker: ChildProcess, killAfterMs: number) {
  if (worker.exitCode !== null || worker.signalCode !== null || worker.pid === undefined) return;
  const exit = once(worker, "exit");
  worker.kill("SIGTERM");
  const timer = setTimeout(() => {
    console.error(`Shop process ${worker.pid} does not stop and is ended.`);
    worker.kill("SIGKILL");
  }, killAfterMs);
  await exit;
  clearTimeout(timer);
}
