import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "#server/platform/db.ts";

export interface ShopProcess {
  url: string;
  /** The embedded database it runs on. */
  connection(): Connection;
  /** `kill -9`; with the database too, both at once. Returns when what was killed is gone. */
  kill(what: { database: boolean }): Promise<void>;
  /** Tells it to stop, by `SIGTERM` if not told otherwise, and answers its exit code. */
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
    kill: async ({ database }) => {
      const postmaster = database ? Number(sign()[0]) : undefined;
      child.kill("SIGKILL");
      if (postmaster) process.kill(postmaster, "SIGKILL");
      await ended;
    },
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-20_000);
      const address = /The shop is open: (\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
  child.once("exit", () => reject(new Error(`the shop did not start:\n${said}`)));
  return promise;
}
