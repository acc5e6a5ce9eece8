import { test as base, type Page } from "@playwright/test";

type Shop = { address: string; dataDir: string };

/**
 * A test against the shop that shop.ts started for this worker: `page.goto("/")` opens its home page; `SHOP_URL` and
 * `SHOP_DATA` in the environment are its address and data folder.
 */
export const test = base.extend<object, { shop: Shop; pages: Map<string, Page> }>({
  // For shared-page.ts. Here, as tests with other fixtures of the worker would run at the end, in workers of their own.
  // oxlint-disable-next-line no-empty-pattern
  pages: [async ({}, use) => use(new Map()), { scope: "worker" }],
  shop: [
    // Playwright reads the wanted fixtures from the first parameter, which therefore must be a pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, worker) => {
      const shops: Shop[] = JSON.parse(process.env.BROWSER_SHOPS ?? "[]");
      const mine = shops[worker.parallelIndex];
      if (mine) Object.assign(process.env, { SHOP_URL: mine.address, SHOP_DATA: mine.dataDir });
      await use({ address: process.env.SHOP_URL ?? "", dataDir: process.env.SHOP_DATA ?? "" });
    },
    { scope: "worker", auto: true },
  ],
  page: async ({ page }, use) => {
    await use(page);
    // A route that still answers a call when the test ends must not fail it.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  baseURL: async ({ shop }, use) => use(shop.address),
});
