import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Connection } from "#server/platform/database/database.ts";
import { connectionTo, startShopProcess } from "#server/testing/shop-process.ts";
import { cpuMs, isShort, requireInput } from "./measure.ts";

export interface BenchShop {
  url: string;
  dataDir: string;
  /** The shop's process and its database's. */
  pids: number[];
  stop(): Promise<void>;
}

/**
 * Starts the built demo shop as `npm start` does, on a new data folder or on an existing one, which is not deleted.
 * `BENCH_SHOP`, the JSON of a shop that runs already, is used instead of either and left running.
 */
export async function openBenchShop(
  environment: Record<string, string> = {},
  existing = process.env.BENCH_DATA_DIR,
): Promise<BenchShop> {
  if (process.env.BENCH_SHOP) return { ...JSON.parse(process.env.BENCH_SHOP), stop: async () => {} };
  const dataDir = existing ?? mkdtempSync(join(tmpdir(), "kiosk-bench-"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const shop = await startShopProcess(scripts.start.split(" ").slice(1), {
    DATA_DIR: dataDir,
    NODE_ENV: "production",
    ...environment,
  });
  const pids = shop.pids();
  if (!isShort) await idle(pids[0]);
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
    const before = cpuMs([pid]);
    await setTimeout(2000);
    if (cpuMs([pid]) - before < 100) return;
  }
}

/** Fills the shop of a data folder by `bench/fill.ts`. */
export function fillShop(dataDir: string, options: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: dataDir, ...environment };
  const { status } = spawnSync(process.execPath, ["bench/fill.ts", ...options], { env, stdio: "inherit" });
  requireInput(status === 0 ? 1 : 0, "The shop could not be filled.");
}

/** The headers of the demo shop's administrator. */
export async function signIn(shop: Pick<BenchShop, "url">): Promise<{ authorization: string }> {
  const body = { username: "admin", password: "admin-kiosk" };
  const { access_token } = await call(shop, "POST /auth/login", { body });
  return { authorization: `Bearer ${access_token}` };
}

/** Uploads a product file; returns the id of its import. */
export async function uploadProducts(
  shop: Pick<BenchShop, "url">,
  headers: Record<string, string>,
  { lines, confirm = false }: { lines: Iterable<string>; confirm?: boolean },
): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([...lines]), "bench.csv");
  const url = `${shop.url}/v1/product/admin/upload?confirm=${confirm}`;
  const response = await fetch(url, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()).job_id;
}

/** Waits until an import has a status, at most for a time; returns it as it is then. */
export async function awaitImport(
  shop: Pick<BenchShop, "url">,
  headers: Record<string, string>,
  { id, status, milliseconds = Number.POSITIVE_INFINITY }: { id: string; status: string; milliseconds?: number },
) {
  const end = Date.now() + milliseconds;
  while (true) {
    const { data } = await call(shop, `GET /imports/${id}`, { headers });
    if (data.status === "failed") throw new Error(`the import failed: ${data.message}`);
    if (data.status === status || Date.now() >= end) return data;
    await setTimeout(500);
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
