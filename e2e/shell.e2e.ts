import { expect, type Page, type Worker } from "@playwright/test";
import { changeProduct, productOf } from "./merchant.ts";
import { test } from "./shop-test.ts";
import { alive, newCustomer, visit } from "./signed-in.ts";
import { atEachWidth, expectPlainAtEachWidth } from "./states.ts";

test("a page comes alive without an error and without asking the API for what it shows", async ({ page }) => {
  const troubles: string[] = [];
  const calls: string[] = [];
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("request", (request) => request.url().includes("/v1/product") && calls.push(request.url()));
  for (const path of ["/", "/products", "/privacy"]) {
    await page.goto(path);
    await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__react")));
  }
  expect(troubles).toEqual([]);
  expect(calls).toEqual([]);
});

test("R13 a path that is nowhere says so and leads home", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "PAGE NOT FOUND" })).toBeVisible();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("R11 a new page begins at its top, and going back returns to where one was", async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [768, 400],
    [1440, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, "/");
    // Where one was at the very click: what stands above may still grow before it.
    await page.evaluate(() =>
      addEventListener("click", () => sessionStorage.setItem("left", String(scrollY)), { capture: true, once: true }),
    );
    await page.getByRole("link", { name: "Privacy policy" }).click();
    await expect(page).toHaveURL(/privacy/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const left = Number(await page.evaluate(() => sessionStorage.getItem("left")));
    expect(left).toBeGreaterThan(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  }
});

test("R18 a page whose files are gone is loaded anew, once, at the address that was clicked, and stands as the shop drew it where they stay gone, at 390, 768 and 1440 px", async ({
  browser,
  baseURL,
}) => {
  // The offline helper's own requests can't be refused from here.
  const page = await browser.newPage({ serviceWorkers: "block", baseURL: baseURL ?? "" });
  // Each document that arrived: the router may ask twice within a moment for the one reload.
  await page.addInitScript(() => {
    sessionStorage.setItem("arrived", `${sessionStorage.getItem("arrived") ?? ""} ${location.pathname}`);
  });
  for (const isForGood of [false, true])
    await atEachWidth(page, async () => {
      await page.unrouteAll();
      await visit(page, "/");
      await page.evaluate(() => sessionStorage.clear());
      let refused = 0;
      await page.route(`**${await moduleOf(page, "privacy")}`, (route) =>
        refused++ === 0 || isForGood ? route.fulfill({ status: 404 }) : route.continue(),
      );
      await page.getByRole("link", { name: "Privacy policy" }).click();
      await expect(page).toHaveURL(/privacy/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/privacy/i);
      if (isForGood) {
        // The page at that address asks for it again, in vain, and that is all: what the shop drew stands.
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("contentinfo")).toBeVisible();
        await expect(page.locator("html[data-alive]")).toHaveCount(0);
      } else await alive(page);
      // The page one was on, once, and where the click led to.
      expect(await page.evaluate(() => sessionStorage.getItem("arrived"))).toBe(" / /privacy");
    });
  await page.close();
});

/** The file of a page's own script. */
const moduleOf = (page: Page, name: string) =>
  page.evaluate((part) => {
    const { __reactRouterManifest: table } = window as unknown as {
      __reactRouterManifest: { routes: Record<string, { module: string }> };
    };
    return Object.entries(table.routes).find(([route]) => route.includes(part))?.[1].module;
  }, name);

test("S13 a page seen before opens offline, and a page of its own stands in for the rest, at 390, 768 and 1440 px", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto("/privacy");
  // It is kept a moment after it is shown.
  await expect.poll(() => isKept(page, "/privacy")).toBe(true);
  await context.setOffline(true);
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/privacy/i);
  await page.goto("/terms");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expectPlainAtEachWidth(page);
  await context.setOffline(false);
});

/** Whether the offline helper keeps the document of an address. */
const isKept = (page: Page, address: string) =>
  page.evaluate(async (path) => (await caches.match(path)) !== undefined, address);

test("S13 the very first page opens offline too", async ({ page, context }) => {
  await visit(page, "/products?category=wear");
  await expect.poll(() => isKept(page, "/products?category=wear")).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Wear" })).toBeVisible();
  await context.setOffline(false);
});

test("S13 a page that the network is too slow for shows what it is now, and is kept as it is now", async ({
  page,
  context,
}) => {
  const address = "/details/yard-broom";
  const broom = await productOf(page, "yard-broom");
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
  await expect.poll(() => isKept(page, address)).toBe(true);
  const before = (await shown.textContent()) ?? "";
  await raise(555);
  try {
    const helper = context.serviceWorkers()[0] as Worker;
    // The helper's own requests can't be held back from the test, and its patience would be waited for.
    await helper.evaluate(() => {
      const held = Promise.withResolvers<void>();
      const asked = fetch;
      Object.assign(self, {
        letThrough: held.resolve,
        fetch: (what: RequestInfo) => held.promise.then(() => asked(what)),
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
    await raise(-555);
  }
});

test("S13 a page seen before that opens offline shows what it is now once the network is there again", async ({
  page,
  context,
}) => {
  const address = "/details/yard-broom";
  const broom = await productOf(page, "yard-broom");
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
  await expect.poll(() => isKept(page, address)).toBe(true);
  const before = (await shown.textContent()) ?? "";
  await raise(444);
  try {
    const helper = context.serviceWorkers()[0] as Worker;
    await helper.evaluate(() => {
      const asked = fetch;
      const fails = (what: RequestInfo) => what instanceof Request && what.mode === "navigate";
      Object.assign(self, {
        fetch: (what: RequestInfo) => (fails(what) ? Promise.reject(new TypeError("No network")) : asked(what)),
      });
    });
    let asked = 0;
    await page.route("**/v1/product/details/yard-broom", (route) => {
      asked++;
      return route.abort();
    });
    await page.reload();
    // Until nothing is tried again by itself.
    await expect.poll(() => asked).toBe(4);
    await expect.soft(shown).toHaveText(before);
    await page.unroute("**/v1/product/details/yard-broom");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.soft(shown).not.toHaveText(before);
    await expect.soft(shown).toHaveText(/^€/);
  } finally {
    await raise(-444);
  }
});

test("R14 when a page can't be made it says so, with Retry and Go Home", async ({ page }) => {
  await page.route("**/v1/product/details/**", (route) =>
    route.fulfill({ status: 409, json: { message: "No.", code: "conflict" } }),
  );
  await page.route("**/details/**", (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await visit(page, "/products?name=switchback");
  await page.getByRole("link", { name: "Switchback Pack" }).first().click();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("R17 a screen of one's own shows 'Loading...' until it is known whose it is", async ({ page }) => {
  await newCustomer(page);
  const asked = Promise.withResolvers<void>();
  await page.route("**/v1/account/profile", async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.goto("/account");
  await expect(page.getByText("Loading...")).toBeVisible();
  asked.resolve();
  await expect(page.getByText("Loading...")).toBeHidden();
});
