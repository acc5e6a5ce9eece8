// node bench/lighthouse.ts [--times 5] [--only home]: Lighthouse on a simulated phone, the median of several runs for each page.
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { machine, quantile, requireInput } from "./measure.ts";
import { call, openBenchShop } from "./shop.ts";

const { values } = parseArgs({
  options: { times: { type: "string", default: "5" }, only: { type: "string", default: "" } },
});
const clsColumn = 6;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
requireInput(Number(values.times), "--times must be at least 1.");
const shop = await openBenchShop();
const chrome = await launch({ chromePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", chromeFlags: flags });
try {
  const { data: cards } = await call(shop, "GET /product?per_page=1");
  requireInput(cards.length, "This shop has no products to measure.");
  const pages = { home: "/", list: "/products", details: `/details/${cards[0].slug}` };
  console.log(
    `\n${machine()}\n\n| page | performance | accessibility | best practices | SEO | LCP ms | TBT ms | CLS |\n|${"---|".repeat(8)}`,
  );
  const audited = Object.entries(pages).filter(([name]) => name.includes(values.only));
  requireInput(audited.length, `No page is called ${values.only}.`);
  for (const [name, path] of audited) {
    const runs: number[][] = [];
    for (let run = 0; run < Number(values.times); run++) runs.push(await audit(shop.url + path));
    const medians = (runs[0] ?? []).map((_, column) => quantile(runs.map((run) => run[column] ?? 0)));
    console.log(
      `| ${[name, ...medians.map((value, column) => value.toFixed(column === clsColumn ? 3 : 0))].join(" | ")} |`,
    );
  }
} finally {
  chrome.kill();
  await shop.stop();
}

/** One visit: scores of the categories, LCP and TBT in ms, CLS. */
async function audit(url: string): Promise<number[]> {
  const result = await lighthouse(url, { port: chrome.port, logLevel: "error" });
  if (!result) throw new Error("Lighthouse returned no result.");
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const scores = ["performance", "accessibility", "best-practices", "seo"].map(
    (name) => (categories[name]?.score ?? 0) * 100,
  );
  const figures = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map(
    (name) => audits[name]?.numericValue ?? 0,
  );
  return [...scores, ...figures];
}
