import { test as base } from "@playwright/test";

type Shop = { address: string; dataDir: string };

/**
 * A browser test against the shop that e2e/shop.ts started for its worker: `page.goto("/")` is its home page, and
 * `process.env.SHOP_URL` and `SHOP_DATA` say where it and its data are.
 */
export const test = base.extend<object, { shop: Shop }>({
  shop: [
    // Playwright reads which fixtures are wanted from the first parameter, so it must be a pattern.
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
    // A call that is still being answered by a test as it ends is no fault of the test.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  baseURL: async ({ shop }, use) => use(shop.address),
});
