import { test as base } from "@playwright/test";

/** A browser test against the shop that e2e/shop.ts started: `page.goto("/")` is its home page. */
export const test = base.extend({
  // Playwright reads which fixtures are wanted from the first parameter, so it must be a pattern.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(process.env.SHOP_URL),
});
