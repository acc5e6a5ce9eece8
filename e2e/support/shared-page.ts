import type { Page } from "@playwright/test";
import { test as base } from "./test.ts";

/**
 * As `test`, in one page for all tests of a worker (one more with touch or without scripts): a load takes two thirds of the
 * time where scripts are compiled already. Storage, cookies, routes, listeners, permissions and emulated media are reset in
 * between. Not for tests that install a script or a socket route in their page or count its requests (`newPageTest`), nor
 * for those that install a clock, which their context would have from then on (`isolated.test`).
 */
export const test = base.extend({
  context: async ({ browser, pages, hasTouch, javaScriptEnabled }, use) => {
    // Contexts get the options of the running test.
    const options = JSON.stringify({ hasTouch, javaScriptEnabled });
    const opened = pages.get(options);
    const page = opened && !opened.isClosed() ? opened : await (await browser.newContext()).newPage();
    pages.set(options, page);
    await use(page.context());
  },
  page: async ({ context, viewport }, use) => {
    const [page, ...others] = context.pages() as [Page, ...Page[]];
    for (const other of others) await other.close();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: "reduce" });
    // The address of a document without scripts that has the shop's storage.
    await page.goto("/robots.txt");
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await context.clearPermissions();
    await context.setOffline(false);
    await use(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await page.removeAllListeners(undefined, { behavior: "ignoreErrors" });
  },
});

/** As `test`, in a new page of the worker's context: half the time of a context for each test. */
export const newPageTest = test.extend({
  page: async ({ page, viewport }, use) => {
    const own = await page.context().newPage();
    if (viewport) await own.setViewportSize(viewport);
    await use(own);
    await own.unrouteAll({ behavior: "ignoreErrors" });
    await own.close();
  },
});
