import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FullConfig } from "@playwright/test";

const root = fileURLToPath(new URL("../", import.meta.url));
// A machine at work on much else takes minutes to fill a shop.
const startLimitMs = 300_000;

type BrowserShop = { address: string; dataDir: string; stop: () => Promise<void> };

/**
 * Starts a built shop for each worker: fresh data, the demo world, a free port. What a test needs of it comes from
 * `shop-test.ts`.
 */
export default async function openShopsForBrowser({ workers }: FullConfig) {
  const opened = await Promise.allSettled(Array.from({ length: workers }, openShop));
  const shops = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const stop = async () => void (await Promise.all(shops.map((shop) => shop.stop())));
  const failed = opened.find((one) => one.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  process.env.BROWSER_SHOPS = JSON.stringify(shops.map(({ address, dataDir }) => ({ address, dataDir })));
  return stop;
}

async function openShop(): Promise<BrowserShop> {
  const dataDir = mkdtempSync(join(tmpdir(), "kiosk-e2e-"));
  const shop = spawn(process.execPath, ["-e", 'import("./server/main.ts").then((main) => main.startShop())'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      SHOP_DEMO: "1",
      DATABASE_URL: "",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<void>((done) => shop.once("exit", () => done()));
  const stop = async () => {
    shop.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
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
