import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "#server/platform/database/database.ts";

export interface ShopProcess {
  url: string;
  /** The embedded database it runs on. */
  connection(): Connection;
  /** The ids of the process that serves the shop, and of its database's. */
  pids(): [number, number];
  /** Sends `kill -9`, to both processes at once if both are named, and waits until they have ended. */
  kill(what: "server" | "database" | "server and database"): Promise<void>;
  /** Stops it, by `SIGTERM` by default, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Runs a script that opens a shop in its own process, and returns when it prints its address. */
export async function startShopProcess(
  command: string | string[],
  environment: Record<string, string>,
): Promise<ShopProcess> {
  const child = spawn(process.execPath, [command].flat(), {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", DATABASE_URL: "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const dataDir = environment.DATA_DIR ?? "";
  const postmaster = () => Number(pidFile(dataDir)[0]);
  return {
    url: await addressOf(child),
    connection: () => connectionTo(dataDir),
    pids: () => [workerOf(child) ?? child.pid ?? 0, postmaster()],
    kill: async (what) => {
      const database = postmaster();
      const worker = workerOf(child);
      if (what !== "database") child.kill("SIGKILL");
      if (what !== "database" && worker) process.kill(worker, "SIGKILL");
      if (what !== "server") process.kill(database, "SIGKILL");
      if (what === "database") while (isRunning(database)) await pause(5);
      else await ended;
    },
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** The process that serves the shop, if another one supervises it. */
function workerOf({ pid }: ChildProcess): number | undefined {
  const command = (id: string) => readFileSync(`/proc/${id}/cmdline`, "utf8");
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  const worker = children.find((id) => command(id).includes("server/start/worker.ts"));
  return worker === undefined ? undefined : Number(worker);
}

const pidFile = (dataDir: string) => readFileSync(join(dataDir, "pg18", "postmaster.pid"), "utf8").split("\n");

/** The embedded database of a running shop. */
export function connectionTo(dataDir: string): Connection {
  const [, , , port, host = ""] = pidFile(dataDir);
  return { host, port: Number(port), user: "shop", database: "shop" };
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
      const address = /The shop is open: (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
  child.once("exit", () => reject(new Error(`the shop did not start:\n${output}`)));
  return promise;
}
