import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const startLimitMs = 120_000;

/**
 * Starts the built shop once for all browser tests: fresh data, the demo world, a free port. Its address is in
 * `process.env.SHOP_URL` (its data in `SHOP_DATA`), and with `import { test } from "./shop-test.ts"` it is the tests' baseURL.
 */
export default async function openShopForBrowser() {
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
    process.env.SHOP_URL = await address;
    process.env.SHOP_DATA = dataDir;
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
