import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Connection } from "#server/platform/database/database.ts";
import { cpuMs } from "./measure.ts";

export interface BenchShop {
  url: string;
  dataDir: string;
  /** The shop's process and its database's. */
  pids: number[];
  stop(): Promise<void>;
}

/** Starts the built demo shop as `npm start` does, on a new data folder or on an existing one, which is not deleted. */
export async function openBenchShop(
  environment: Record<string, string> = {},
  existing = process.env.BENCH_DATA_DIR,
): Promise<BenchShop> {
  const dataDir = existing ?? mkdtempSync(join(tmpdir(), "kiosk-bench-"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const child = spawn(process.execPath, scripts.start.split(" ").slice(1), {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await addressOf(child);
  await idle(child.pid ?? 0);
  const database = Number(readFileSync(join(dataDir, "pg18", "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url,
    dataDir,
    pids: [child.pid ?? 0, database],
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      if (!existing) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The embedded database of a running shop, or undefined. */
export function runningDatabase(dataDir: string): Connection | undefined {
  const pidFile = join(dataDir, "pg18", "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const [, , , port, host] = readFileSync(pidFile, "utf8").split("\n");
  return { host: host ?? "", port: Number(port), user: "shop", database: "shop" };
}

/** Waits until background jobs of the start have ended: less than 100 CPU ms in two seconds. */
async function idle(pid: number) {
  for (let waited = 0; waited < 180; waited += 2) {
    const before = cpuMs(pid);
    await setTimeout(2000);
    if (cpuMs(pid) - before < 100) return;
  }
}

/** The address the shop prints when it is open. */
function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk;
    const address = /The shop is open: (\S+)/.exec(output)?.[1];
    if (address) resolve(address);
  });
  child.once("exit", () => reject(new Error(`the shop did not start:\n${output}`)));
  return promise;
}

/** Calls an endpoint and returns its JSON; throws unless it succeeds. */
export async function call(
  shop: Pick<BenchShop, "url">,
  route: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const [method = "GET", path = ""] = route.split(" ");
  const response = await fetch(`${shop.url}/v1${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
