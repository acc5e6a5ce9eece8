// node bench/merchant-day/main.ts: the table of bench/merchant-day/README.md. A browser does everyday tasks on the screens of the built
// demo shop, each from the dashboard's home. SHOP_URL=<address> uses a demo shop that is running; --only coupon does tasks with this word.
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { machine, requireInput } from "#bench/measure.ts";
import { type BenchShop, call, openBenchShop } from "#bench/shop.ts";
import { Merchant } from "./merchant.ts";
import { tasks } from "./tasks.ts";

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const running = process.env.SHOP_URL;
const shop = running ? { url: running } : await openBenchShop({ SHOP_DEMO: "1" });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  const { user: _, ...session } = await call(shop, "POST /auth/login", {
    body: { username: "admin", password: "admin-kiosk" },
  });
  const headers = { authorization: `Bearer ${session.access_token}` };
  console.log("| task | clicks | fields | person s | shop s | together s |\n|---|---|---|---|---|---|");
  const done = tasks.filter(({ name }) => name.includes(values.only));
  requireInput(done.length, `No task has the word ${values.only}.`);
  for (const task of done) {
    const numbers = await task.prepare?.(shop, headers);
    const page = await openHome(browser, shop, session);
    const merchant = new Merchant(page);
    await task.work(merchant, page, numbers ?? []);
    await page.context().close();
    const { clicks, fields, personSeconds: person, waitedMs } = merchant;
    const seconds = [person, waitedMs / 1000, person + waitedMs / 1000].map((value) => value.toFixed(1));
    console.log(`| ${[task.name, clicks, fields, ...seconds].join(" | ")} |`);
  }
  console.log(`\n${machine()}`);
} finally {
  await browser.close();
  if ("stop" in shop) await shop.stop();
}

/** The dashboard's home in a new window, signed in, with the menu folded. */
async function openHome(browser: Browser, { url }: Pick<BenchShop, "url">, session: Record<string, string>) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: "en-DE",
    serviceWorkers: "block",
  });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, session);
  const page = await context.newPage();
  await page.goto("/dashboard/home");
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}
