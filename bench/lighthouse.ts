// node bench/lighthouse.ts [--times 5]: Lighthouse on a phone, the median of several runs for each page; and of the same runs with tasks as long as they had a core.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { rewriteToCpuTime } from "./cpu-trace.ts";
import { machine } from "./measure.ts";
import { ask, openBenchShop } from "./shop.ts";

const { values } = parseArgs({ options: { times: { type: "string", default: "5" } } });
const clsColumn = 6;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const shop = await openBenchShop();
const chrome = await launch({ chromePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", chromeFlags: flags });
try {
  const { data: cards } = await ask(shop, "GET /product?per_page=1");
  const pages = { home: "/", list: "/products", details: `/details/${cards[0].slug}` };
  console.log(
    `\n${machine()}\n\n| page | performance | accessibility | best practices | SEO | LCP ms | TBT ms | CLS | performance, CPU time | TBT ms, CPU time |\n|${"---|".repeat(10)}`,
  );
  for (const [name, path] of Object.entries(pages)) {
    const runs: number[][] = [];
    for (let run = 0; run < Number(values.times); run++) runs.push(await audit(shop.url + path));
    const medians = (runs[0] ?? []).map((_, column) => median(runs.map((run) => run[column] ?? 0)));
    console.log(
      `| ${[name, ...medians.map((value, column) => value.toFixed(column === clsColumn ? 3 : 0))].join(" | ")} |`,
    );
  }
} finally {
  chrome.kill();
  await shop.stop();
}

/** One visit: what Lighthouse makes of it by the clock, and what it makes of the performance by CPU time. */
async function audit(url: string): Promise<number[]> {
  const visit = mkdtempSync(join(tmpdir(), "kiosk-lighthouse-"));
  try {
    await lighthouse(url, { port: chrome.port, logLevel: "error", gatherMode: visit });
    const byClock = await look(url, visit);
    rewriteToCpuTime(join(visit, "trace.json"));
    const [performance = 0, , , , , blocking = 0] = await look(url, visit);
    return [...byClock, performance, blocking];
  } finally {
    rmSync(visit, { recursive: true, force: true });
  }
}

async function look(url: string, visit: string): Promise<number[]> {
  const result = await lighthouse(url, { port: chrome.port, logLevel: "error", auditMode: visit });
  if (!result) throw new Error("Lighthouse gave no result");
  const { categories, audits } = result.lhr;
  const scores = ["performance", "accessibility", "best-practices", "seo"].map(
    (name) => (categories[name]?.score ?? 0) * 100,
  );
  const figures = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map(
    (name) => audits[name]?.numericValue ?? 0,
  );
  return [...scores, ...figures];
}

function median(all: number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
}
