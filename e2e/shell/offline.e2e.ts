import { expect, type Page, type Worker } from "@playwright/test";
import { changeProduct, getProduct } from "#e2e/support/products.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test.use({ serviceWorkers: "allow" });

/** Whether the service worker has cached the document of an address. */
const isCached = (page: Page, address: string) =>
  page.evaluate(async (path) => (await caches.match(path)) !== undefined, address);

test("S13 a visited page opens offline, and the offline page replaces the rest", async ({ page, context }) => {
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto("/privacy");
  // It is cached shortly after it is shown.
  await expect.poll(() => isCached(page, "/privacy")).toBe(true);
  await context.setOffline(true);
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/privacy/i);
  await page.goto("/terms");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await context.setOffline(false);
});

test("S13 the very first page opens offline too", async ({ page, context }) => {
  await visit(page, "/products?category=wear");
  await expect.poll(() => isCached(page, "/products?category=wear")).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Wear" })).toBeVisible();
  await context.setOffline(false);
});

/** Visits a product so that its page is cached, then raises its price. */
async function cacheAndRaisePrice(page: Page) {
  const address = "/details/yard-broom";
  const broom = await getProduct(page, "yard-broom");
  const raise = (by: number) =>
    changeProduct(page, broom.id, ({ variations }) => ({
      variations: variations.map((one) => ({ ...one, price_amount: one.price_amount + by })),
    }));
  const shown = page
    .getByRole("main")
    .getByText(/^€\d+\.\d\d$/)
    .first();
  await visit(page, "/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await visit(page, address);
  await expect.poll(() => isCached(page, address)).toBe(true);
  const before = (await shown.textContent()) ?? "";
  await raise(555);
  return { address, shown, before, restorePrice: () => raise(-555) };
}

test("S13 on a slow network a page shows its current content, which is then cached", async ({ page, context }) => {
  const { address, shown, before, restorePrice } = await cacheAndRaisePrice(page);
  try {
    const helper = context.serviceWorkers()[0] as Worker;
    // Playwright cannot hold the service worker's requests back, and its timeout would be waited for.
    await helper.evaluate(() => {
      const held = Promise.withResolvers<void>();
      const requested = fetch;
      Object.assign(self, {
        letThrough: held.resolve,
        fetch: (what: RequestInfo) => held.promise.then(() => requested(what)),
        setTimeout: (work: () => void) => work(),
      });
    });
    await page.reload();
    await expect.soft(shown).toHaveText(/^€/);
    await expect.soft(shown).not.toHaveText(before);
    const text = () => page.evaluate(async (path) => (await caches.match(path))?.text(), address);
    expect(await text()).toContain(before);
    const now = (await shown.textContent()) ?? "";
    await helper.evaluate(() => (self as unknown as { letThrough: () => void }).letThrough());
    await expect.poll(text).toContain(now);
  } finally {
    await restorePrice();
  }
});

test("S13 a page opened offline shows its current content once online", async ({ page, context }) => {
  const { shown, before, restorePrice } = await cacheAndRaisePrice(page);
  try {
    const helper = context.serviceWorkers()[0] as Worker;
    await helper.evaluate(() => {
      const requested = fetch;
      const fails = (what: RequestInfo) => what instanceof Request && what.mode === "navigate";
      Object.assign(self, {
        fetch: (what: RequestInfo) => (fails(what) ? Promise.reject(new TypeError("No network")) : requested(what)),
      });
    });
    let requested = 0;
    await page.route("**/v1/product/details/yard-broom", (route) => {
      requested++;
      return route.abort();
    });
    await page.reload();
    // Until all retries are used up.
    await expect.poll(() => requested).toBe(4);
    await expect.soft(shown).toHaveText(before);
    await page.unroute("**/v1/product/details/yard-broom");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.soft(shown).not.toHaveText(before);
    await expect.soft(shown).toHaveText(/^€/);
  } finally {
    await restorePrice();
  }
});
