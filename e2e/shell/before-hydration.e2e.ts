import { expect, type Page } from "@playwright/test";
import { waitForHydration } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";
import * as isolated from "#e2e/support/test.ts";

/** Holds requests of this kind back until released, and lists them. */
async function hold(page: Page, kind: "script" | "stylesheet") {
  const held = Promise.withResolvers<void>();
  const requested: string[] = [];
  await page.route("**", async (route) => {
    if (route.request().resourceType() === kind) {
      requested.push(route.request().url());
      await held.promise;
    }
    await route.fallback();
  });
  return { release: held.resolve, requested };
}

/** Waits for the document alone: held scripts would delay the load event. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: "domcontentloaded" });

test("R1 no script is requested before the first paint is possible", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (one) => one.resourceType() === "script" && scripts.push(one.url()));
  const styles = await hold(page, "stylesheet");
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("banner").waitFor({ state: "attached" });
  await expect.poll(() => styles.requested).toHaveLength(1);
  expect(scripts).toEqual([]);
  styles.release();
  await waitForHydration(page);
  expect(scripts).not.toEqual([]);
});

isolated.test("R1 the first touch of a page requests its scripts at once", async ({ page }) => {
  // Timers do not fire.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const scripts = await hold(page, "script");
  await open(page, "/");
  expect(scripts.requested).toEqual([]);
  await page.getByRole("button", { name: "Categories" }).dispatchEvent("pointerdown");
  await expect.poll(() => scripts.requested).not.toEqual([]);
  scripts.release();
});

test("R3 clicks before hydration are replayed, each of them", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/details/yard-broom");
  for (const name of ["Quantity: increase", "Quantity: increase", "Add to cart"])
    await page.getByRole("button", { name }).first().click();
  await expect(page.getByRole("spinbutton", { name: "Quantity" })).toHaveValue("1");
  scripts.release();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toBeVisible();
  await expect.poll(async () => (await (await page.request.get("/v1/cart")).json()).quantity).toBe(3);
});

test("H2 a menu clicked twice before hydration is open after it", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/");
  await page.getByRole("button", { name: "Categories" }).click();
  await page.getByRole("button", { name: "Categories" }).click();
  scripts.release();
  await expect(page.getByRole("dialog", { name: "Categories" })).toBeVisible();
});

test("H3 text typed before hydration is searched after it", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/");
  await page.getByRole("combobox", { name: "Search products" }).pressSequentially("shoe");
  scripts.release();
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search products" })).toHaveValue("shoe");
});

test("R2 a sort chosen before hydration applies after it", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/products");
  const sort = page.getByRole("combobox", { name: "Sort by" });
  await sort.selectOption({ index: 2 });
  const chosen = await sort.inputValue();
  expect(new URL(page.url()).search).toBe("");
  scripts.release();
  await expect(page).toHaveURL(/sort/);
  await expect(sort).toHaveValue(chosen);
});

test("R3 a link clicked before hydration navigates", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "Cart" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  scripts.release();
});

test("H3 H4 on a phone a search opened before hydration can be closed after it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { release } = await hold(page, "script");
  await open(page, "/");
  await page.getByRole("link", { name: "Search", exact: true }).click();
  const field = page.getByLabel("Search products");
  await expect(field).toBeVisible();
  release();
  await waitForHydration(page);
  const close = page.getByRole("search").getByRole("button", { name: "Close" });
  await expect(close).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await page.getByRole("link", { name: /^Cart, / }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(field).toBeHidden();
});
