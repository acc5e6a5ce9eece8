import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FullConfig } from "@playwright/test";
import { startFakeVies } from "#server/testing/fake-vies.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
// A machine at work on much else takes minutes to fill a shop.
const startLimitMs = 300_000;
/** With the memory limits of `npm start`. */
const startArguments = [
  "--max-semi-space-size=16",
  "--heap-growing-percent=50",
  "-e",
  'import("./server/main.ts").then((main) => main.startShop())',
];

type BrowserShop = { address: string; dataDir: string; stop: () => Promise<void> };

/**
 * Starts the built shop for each worker: a copy of a freshly seeded demo shop, on a free port. test.ts gives its address to
 * the tests. Starts nothing when SHOP_URL names a shop that is running.
 */
export default async function startShops({ workers }: FullConfig) {
  if (process.env.SHOP_URL) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "kiosk-e2e-"));
  // Where root runs this, the database has an account of its own, which has to come in.
  await chmod(folder, 0o711);
  const filled = join(folder, "filled");
  const shops: BrowserShop[] = [];
  // It answers for all of them that a VAT ID is valid.
  const vies = await startFakeVies();
  const stop = async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    await vies.close();
    await rm(folder, { recursive: true, force: true });
  };
  // Named by content, so that the shops can share them: each is made once.
  const renditions = join(folder, "renditions");
  try {
    await mkdir(renditions);
    await fillShop(filled);
    await rm(join(filled, "renditions"), { recursive: true, force: true });
    await symlink(renditions, join(filled, "renditions"));
    const folders = Array.from({ length: workers }, (_, worker) => join(folder, String(worker)));
    for (const dataDir of folders) execFileSync("cp", ["-a", filled, dataDir]);
    const opened = await Promise.allSettled(
      folders.map((dataDir) => openShop(dataDir, { env: { VIES_API_BASE: vies.apiBase } })),
    );
    for (const one of opened) if (one.status === "fulfilled") shops.push(one.value);
    for (const one of opened) if (one.status === "rejected") throw one.reason;
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.BROWSER_SHOPS = JSON.stringify(shops.map(({ address, dataDir }) => ({ address, dataDir })));
  return stop;
}

/** Seeds the demo shop once for all workers. */
async function fillShop(dataDir: string) {
  const shop = await openShop(dataDir);
  await shop.stop();
}

/** Starts the built shop on a data folder and a free port: with the demo data, or empty; `env` are further variables. */
export async function openShop(
  dataDir: string,
  { demo = true, env = {} }: { demo?: boolean; env?: Record<string, string> } = {},
): Promise<BrowserShop> {
  const shop = spawn(process.execPath, startArguments, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      // As in start.mjs: each shop after the first starts in two thirds of the CPU time.
      NODE_COMPILE_CACHE: join(root, ".cache", "compiled"),
      DATA_DIR: dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      SHOP_DEMO: demo ? "1" : "0",
      DATABASE_URL: "",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((done) => shop.once("exit", () => done()));
  const stop = async () => {
    shop.kill("SIGTERM");
    await ended;
  };
  const address = new Promise<string>((done, fail) => {
    for (const stream of [shop.stdout, shop.stderr])
      stream.on("data", (part: Buffer) => {
        printed += part;
        const found = /The shop is open: (\S+)/.exec(printed)?.[1];
        if (found) done(found);
      });
    shop.once("exit", () => fail(new Error(`The shop did not start:\n${printed}`)));
    setTimeout(() => fail(new Error(`The shop took too long to start:\n${printed}`)), startLimitMs).unref();
  });
  try {
    return { address: await address, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
