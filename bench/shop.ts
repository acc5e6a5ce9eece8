import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { cpuMs } from "./measure.ts";

export interface BenchShop {
  url: string;
  dataDir: string;
  /** The shop's process and its database's. */
  pids: number[];
  stop(): Promise<void>;
}

/** The built demo shop in a process of its own, on a fresh data folder (or `BENCH_DATA_DIR`, kept), as `npm start` would run it. */
export async function openBenchShop(environment: Record<string, string> = {}): Promise<BenchShop> {
  const kept = process.env.BENCH_DATA_DIR;
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), "kiosk-bench-"));
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await addressOf(child);
  await quiet(child.pid ?? 0);
  const database = Number(readFileSync(join(dataDir, "pg18", "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url,
    dataDir,
    pids: [child.pid ?? 0, database],
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      if (!kept) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until a fresh demo shop has painted its pictures: until its processes rest for two seconds. */
async function quiet(pid: number) {
  for (let waited = 0; waited < 180; waited += 2) {
    const before = cpuMs(pid);
    await setTimeout(2000);
    if (cpuMs(pid) - before < 100) return;
  }
}

/** Where the shop says it is open. */
function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk;
    const address = /The shop is open: (\S+)/.exec(said)?.[1];
    if (address) resolve(address);
  });
  child.once("exit", () => reject(new Error(`the shop did not start:\n${said}`)));
  return promise;
}

/** Makes a call and answers its JSON; throws on anything but a success. */
export async function ask(
  shop: BenchShop,
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
