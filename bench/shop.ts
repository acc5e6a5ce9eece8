import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Connection } from "#server/platform/database/database.ts";
import { connectionTo, startShopProcess } from "#server/testing/shop-process.ts";
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
  const shop = await startShopProcess(scripts.start.split(" ").slice(1), {
    DATA_DIR: dataDir,
    NODE_ENV: "production",
    ...environment,
  });
  const pids = shop.pids();
  await idle(pids[0]);
  return {
    url: shop.url,
    dataDir,
    pids,
    stop: async () => {
      await shop.stop();
      if (!existing) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The embedded database of a running shop, or undefined. */
export const runningDatabase = (dataDir: string): Connection | undefined =>
  existsSync(join(dataDir, "pg18", "postmaster.pid")) ? connectionTo(dataDir) : undefined;

/** Waits until background jobs of the start have ended: less than 100 CPU ms in two seconds. */
async function idle(pid: number) {
  for (let waited = 0; waited < 180; waited += 2) {
    const before = cpuMs(pid);
    await setTimeout(2000);
    if (cpuMs(pid) - before < 100) return;
  }
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
