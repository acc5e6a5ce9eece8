// node bench/trials.ts [word]: every benchmark and trial in its shortest form, as part of the gate. It shows that each
// still runs and does what it measures; its figures mean nothing. Those that only read share two running shops.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireInput, skipped } from "./measure.ts";
import { type BenchShop, fillShop, openBenchShop } from "./shop.ts";

interface Trial {
  /** The program and its arguments. */
  run: string[];
  /** The shop it works on: a running one that others use too, or a copy of its own. Without one it makes its own. */
  shop?: "running demo" | "running filled" | "copy of demo" | "copy of filled";
  environment?: Record<string, string>;
}

/** How many run at once: each waits for processes to start. */
const atOnce = 3;
const limitMs = 120_000;
const short = { BENCH_SHORT: "1" };

/** Those that take longest first. */
const trials: Trial[] = [
  { run: ["bench/kill.ts", "--times", "1", "--shoppers", "4"], shop: "copy of demo" },
  { run: ["bench/full-disk.ts", "--seconds", "1"] },
  { run: ["scripts/mutants.mjs"], environment: { MUTANTS: "order-maximum" } },
  { run: ["bench/live.ts"], shop: "copy of demo", environment: { SOCKETS: "20", PER_MINUTE: "600", MINUTES: "0.03" } },
  { run: ["bench/orders.ts"], shop: "copy of demo", environment: { ROUNDS: "1", SECONDS: "0.2" } },
  { run: ["bench/lighthouse.ts", "--times", "1", "--only", "details"], shop: "running demo" },
  { run: ["bench/sequences.ts", "--runs", "2", "--seed", "1"] },
  { run: ["bench/imports.ts"], shop: "running demo", environment: { ROWS: "100" } },
  {
    run: ["bench/dashboard.ts", "--orders", "500", "--customers", "50", "--products", "100", "--rounds", "1"],
    shop: "running demo",
  },
  { run: ["bench/category-rules.ts"], shop: "copy of filled" },
  { run: ["bench/merchant-day/main.ts", "--only", "coupon"], shop: "running demo" },
  { run: ["bench/calls.ts"], shop: "running filled" },
  { run: ["bench/million.ts"], shop: "running filled" },
  { run: ["bench/pages.ts"], shop: "running demo" },
  { run: ["bench/bytes.ts"], shop: "running demo" },
  { run: ["bench/memory.ts"], shop: "running demo" },
  { run: ["bench/search.ts"] },
  { run: ["bench/plain-lists.ts", "--products", "2000"] },
];

const folder = mkdtempSync(join(tmpdir(), "kiosk-trials-"));
// As root, PostgreSQL runs as another account.
chmodSync(folder, 0o755);
const folderOf = (name: string) => join(folder, name);
const failed: string[] = [];
const running: Record<string, BenchShop> = {};
try {
  await prepareShops();
  const waiting = trials.filter(({ run }) => run.join(" ").includes(process.argv[2] ?? ""));
  requireInput(waiting.length, "No trial has this word.");
  await Promise.all(Array.from({ length: atOnce }, () => takeTurns(waiting)));
} finally {
  await Promise.all(Object.values(running).map((shop) => shop.stop()));
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;

/** A demo shop, and one of 600 products in 20 categories: a copy of each, and each running. */
async function prepareShops() {
  const demo = await openBenchShop({ SHOP_DEMO: "1", ...short }, folderOf("demo"));
  await demo.stop();
  fillShop(folderOf("filled"), ["--products", "600", "--categories", "20"], { SHOP_DEMO: "0" });
  for (const name of ["demo", "filled"]) {
    copyFolder(name, `running ${name}`);
    const environment = { SHOP_DEMO: name === "demo" ? "1" : "0", ...short };
    running[`running ${name}`] = await openBenchShop(environment, folderOf(`running ${name}`));
  }
}

/** Keeps the owner of the database. */
function copyFolder(from: string, to: string) {
  execFileSync("cp", ["-a", folderOf(from), folderOf(to)]);
}

async function takeTurns(waiting: Trial[]) {
  for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
    const began = Date.now();
    const { code, output } = await runTrial(trial);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    const outcome = { 0: "ok     ", [skipped]: "skipped" }[code ?? 1];
    console.log(`${outcome ?? "FAILED "} ${trial.run.join(" ")}, ${seconds} s`);
    if (code !== 0) console.log(output);
    if (outcome) continue;
    failed.push(trial.run.join(" "));
  }
}

async function runTrial({ run, shop, environment }: Trial): Promise<{ code: number | null; output: string }> {
  const own = run.join("-").replaceAll("/", "-");
  const child = spawn(process.execPath, run, {
    env: { ...process.env, ...short, ...prepareShop(own, shop), ...environment },
    // In a group of its own, which ends with it.
    detached: true,
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    });
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), limitMs);
  child.once("exit", resolve);
  const code = await promise;
  clearTimeout(timer);
  rmSync(folderOf(own), { recursive: true, force: true });
  return { code, output };
}

/** The variables that name a trial's shop. */
function prepareShop(own: string, shop: Trial["shop"]): Record<string, string> {
  if (!shop) {
    mkdirSync(folderOf(own));
    return {};
  }
  const open = running[shop];
  if (open) return { BENCH_SHOP: JSON.stringify(open), SHOP_URL: open.url, DATA_DIR: open.dataDir };
  copyFolder(shop.replace("copy of ", ""), own);
  const isDemo = shop === "copy of demo";
  return { BENCH_DATA_DIR: folderOf(own), DATA_DIR: folderOf(own), SHOP_DEMO: isDemo ? "1" : "0" };
}
