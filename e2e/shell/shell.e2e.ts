import { expect, type Page } from "@playwright/test";
import { collectErrors } from "#e2e/support/console.ts";
import { atEachWidth } from "#e2e/support/screens.ts";
import { newCustomer, visit, waitForHydration } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

test("a page hydrates without an error and without API calls for its content", async ({ page }) => {
  const errors = collectErrors(page);
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/v1/product") && calls.push(request.url()));
  for (const path of ["/", "/products", "/privacy"]) {
    await page.goto(path);
    await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__react")));
  }
  expect(errors).toEqual([]);
  expect(calls).toEqual([]);
});

test("R13 an unknown path or product is 404 with a search, categories, best sellers and a Home link", async ({
  page,
}) => {
  for (const path of ["/no/such/page", "/details/no-such-product"]) {
    const response = await visit(page, path);
    expect(response?.status()).toBe(404);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "PAGE NOT FOUND" })).toBeVisible();
    await expect(main.getByRole("region", { name: "Categories" }).getByRole("link", { name: "Tech" })).toBeVisible();
    await expect(main.getByRole("region", { name: "Best sellers" }).getByRole("article")).toHaveCount(4);
    await main.getByRole("searchbox").fill("mug");
    await main.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/products\?name=mug$/);
    await page.goBack();
    // The list has a "Home" too: pressed there and released on the page that replaces it, it would be no click.
    await expect(main.getByRole("heading", { name: "PAGE NOT FOUND" })).toBeVisible();
    await main.getByRole("link", { name: "Home", exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
  }
});

test("R11 a new page starts at its top, and back restores the position", async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [768, 400],
    [1440, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, "/");
    // The position at the click: content above may still grow before it.
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

test("R11 back from a product shows the list where it was left", async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, "/products");
    // Tiles have their real heights once they were near the viewport.
    await page.evaluate(async () => {
      for (let y = 0; y <= 1500; y += 500) {
        scrollTo(0, y);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }
    });
    const tiles = page.getByRole("main").locator(".tile-grid h2 > a, .tile-grid h3 > a");
    const index = await tiles.evaluateAll((all) =>
      all.findIndex(
        (one) => one.getBoundingClientRect().top > 200 && one.getBoundingClientRect().bottom < innerHeight - 200,
      ),
    );
    const place = () =>
      tiles.nth(index).evaluate((tile) => [Math.round(scrollY), Math.round(tile.getBoundingClientRect().top)]);
    const left = await place();
    await tiles.nth(index).click();
    await expect(page).toHaveURL(/details/);
    await page.goBack();
    await expect(page).toHaveURL(/products/);
    await expect.poll(place).toEqual(left);
  }
});

test("R18 a page whose scripts are gone is reloaded once, at the clicked address, and stays usable", async ({
  page,
}) => {
  // Each document that loaded: the router may request the one reload twice.
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
        // The reloaded page requests it once more without success and stays as the server rendered it.
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("contentinfo")).toBeVisible();
        await expect(page.locator("html[data-hydrated]")).toHaveCount(0);
      } else await waitForHydration(page);
      // The first page, then the clicked one, each once.
      expect(await page.evaluate(() => sessionStorage.getItem("arrived"))).toBe(" / /privacy");
    });
});

/** The script file of a page. */
const moduleOf = (page: Page, name: string) =>
  page.evaluate((part) => {
    const { __reactRouterManifest: table } = window as unknown as {
      __reactRouterManifest: { routes: Record<string, { module: string }> };
    };
    return Object.entries(table.routes).find(([route]) => route.includes(part))?.[1].module;
  }, name);

test("R14 a page that fails to load shows an error with Retry and Go Home", async ({ page }) => {
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

test("R17 a protected page shows 'Loading...' until the user is known", async ({ page }) => {
  await newCustomer(page);
  const requested = Promise.withResolvers<void>();
  await page.route("**/v1/account/profile", async (route) => {
    await requested.promise;
    await route.continue();
  });
  await page.goto("/account");
  await expect(page.getByText("Loading...")).toBeVisible();
  requested.resolve();
  await expect(page.getByText("Loading...")).toBeHidden();
});
