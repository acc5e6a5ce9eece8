// node bench/trials.ts [word]: every benchmark and trial in its shortest form, as part of the gate. It shows that each
// still runs and does what it measures; its figures mean nothing. Each has a shop of its own, copied from one of two.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillShop, openBenchShop } from "./shop.ts";

interface Trial {
  /** The program and its arguments. */
  run: string[];
  /** The shop it works on; without one it makes its own. */
  shop?: "demo" | "filled";
  environment?: Record<string, string>;
}

/** How many run at once: each waits for processes to start. */
const atOnce = 3;
const limitMs = 120_000;
const short = { BENCH_SHORT: "1" };

const trials: Trial[] = [
  { run: ["bench/kill.ts", "--times", "2", "--shoppers", "4"], shop: "demo" },
  { run: ["bench/full-disk.ts", "--seconds", "2"] },
  { run: ["bench/sequences.ts", "--runs", "2", "--seed", "1"] },
  { run: ["bench/live.ts"], shop: "demo", environment: { SOCKETS: "20", PER_MINUTE: "600", MINUTES: "0.03" } },
  { run: ["bench/orders.ts"], shop: "demo", environment: { ROUNDS: "1", SECONDS: "0.2" } },
  { run: ["bench/pages.ts"], shop: "demo" },
  { run: ["bench/bytes.ts"], shop: "demo" },
  { run: ["bench/lighthouse.ts", "--times", "1", "--only", "details"], shop: "demo" },
  { run: ["bench/memory.ts"], shop: "demo" },
  { run: ["bench/calls.ts"], shop: "filled" },
  { run: ["bench/million.ts"], shop: "filled" },
  {
    run: ["bench/dashboard.ts", "--orders", "500", "--customers", "50", "--products", "100", "--rounds", "1"],
    shop: "demo",
  },
  { run: ["bench/category-rules.ts"], shop: "filled" },
  { run: ["bench/imports.ts"], shop: "demo", environment: { ROWS: "500" } },
  { run: ["bench/search.ts"] },
  { run: ["bench/merchant-day/main.ts", "--only", "coupon"], shop: "demo" },
  { run: ["scripts/mutants.mjs"], environment: { MUTANTS: "order-maximum" } },
];

const folder = mkdtempSync(join(tmpdir(), "kiosk-trials-"));
// As root, PostgreSQL runs as another account.
chmodSync(folder, 0o755);
const failed: string[] = [];
try {
  await prepareShops();
  const waiting = trials.filter(({ run }) => run.join(" ").includes(process.argv[2] ?? ""));
  await Promise.all(Array.from({ length: atOnce }, () => takeTurns(waiting)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;

/** A demo shop, and one of 600 products in 20 categories. */
async function prepareShops() {
  const demo = await openBenchShop({ SHOP_DEMO: "1", ...short }, join(folder, "demo"));
  await demo.stop();
  fillShop(join(folder, "filled"), ["--products", "600", "--categories", "20"], { SHOP_DEMO: "0" });
}

async function takeTurns(waiting: Trial[]) {
  for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
    const began = Date.now();
    const { code, output } = await runTrial(trial);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${trial.run.join(" ")}, ${seconds} s`);
    if (code === 0) continue;
    console.log(output);
    failed.push(trial.run.join(" "));
  }
}

async function runTrial({ run, shop, environment }: Trial): Promise<{ code: number | null; output: string }> {
  const own = join(folder, run.join("-").replaceAll("/", "-"));
  // Keeps the owner of the database.
  if (shop) execFileSync("cp", ["-a", join(folder, shop), own]);
  else mkdirSync(own);
  const dataDir = shop ? { BENCH_DATA_DIR: own, DATA_DIR: own, SHOP_DEMO: shop === "demo" ? "1" : "0" } : {};
  const child = spawn(process.execPath, run, { env: { ...process.env, ...short, ...dataDir, ...environment } });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    });
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  child.once("exit", resolve);
  const code = await promise;
  clearTimeout(timer);
  rmSync(own, { recursive: true, force: true });
  return { code, output };
}
