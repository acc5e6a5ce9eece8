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
  /** `kill -9`, of both at once where both are named. Returns when what was killed is gone. */
  kill(what: "server" | "database" | "server and database"): Promise<void>;
  /** Stops it, by `SIGTERM` by default, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Runs a script that opens a shop, in a process of its own, and returns when it says where it is open. */
export async function startShopProcess(script: string, environment: Record<string, string>): Promise<ShopProcess> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", DATABASE_URL: "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const sign = () => readFileSync(join(environment.DATA_DIR ?? "", "pg18", "postmaster.pid"), "utf8").split("\n");
  return {
    url: await addressOf(child),
    connection: () => {
      const [, , , port, host = ""] = sign();
      return { host, port: Number(port), user: "shop", database: "shop" };
    },
    kill: async (what) => {
      const postmaster = Number(sign()[0]);
      if (what !== "database") child.kill("SIGKILL");
      if (what !== "server") process.kill(postmaster, "SIGKILL");
      if (what === "database") while (isRunning(postmaster)) await pause(5);
      else await ended;
    },
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
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
