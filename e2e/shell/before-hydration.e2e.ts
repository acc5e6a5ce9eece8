import { expect, type Page } from "@playwright/test";
import { waitForHydration } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

/** Keeps what the page asks for of this kind back until it is let go; lists what of it was asked for. */
async function hold(page: Page, kind: "script" | "stylesheet") {
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**", async (route) => {
    if (route.request().resourceType() === kind) {
      asked.push(route.request().url());
      await held.promise;
    }
    await route.fallback();
  });
  return { release: held.resolve, asked };
}

/** Not until all of it is there: scripts that are held back count to that, where they are asked for before a slow picture has come. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: "domcontentloaded" });

test("R1 no script is asked for before what is seen first can be drawn", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (one) => one.resourceType() === "script" && scripts.push(one.url()));
  const styles = await hold(page, "stylesheet");
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("banner").waitFor({ state: "attached" });
  await expect.poll(() => styles.asked).toHaveLength(1);
  expect(scripts).toEqual([]);
  styles.release();
  await waitForHydration(page);
  expect(scripts).not.toEqual([]);
});

test("R1 the first touch of a page asks for its scripts at once", async ({ page }) => {
  // Nothing that waits for a time or a picture comes to pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const scripts = await hold(page, "script");
  await open(page, "/");
  expect(scripts.asked).toEqual([]);
  await page.getByRole("button", { name: "Categories" }).dispatchEvent("pointerdown");
  await expect.poll(() => scripts.asked).not.toEqual([]);
  scripts.release();
});

test("R3 what is pressed before the page's scripts are there is done once they are, each press of it", async ({
  page,
}) => {
  const scripts = await hold(page, "script");
  await open(page, "/details/field-tee");
  for (const name of ["Quantity: One more", "Quantity: One more", "Add to cart"])
    await page.getByRole("button", { name }).first().click();
  await expect(page.getByRole("spinbutton", { name: "Quantity" })).toHaveValue("1");
  scripts.release();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toBeVisible();
  await expect.poll(async () => (await (await page.request.get("/v1/cart")).json()).quantity).toBe(3);
});

test("H2 a menu pressed twice before the page's scripts are there is open once they are", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/");
  await page.getByRole("button", { name: "Categories" }).click();
  await page.getByRole("button", { name: "Categories" }).click();
  scripts.release();
  await expect(page.getByRole("dialog", { name: "Categories" })).toBeVisible();
});

test("H3 what is typed before the page's scripts are there is searched for once they are", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/");
  await page.getByRole("combobox", { name: "Search products" }).pressSequentially("shoe");
  scripts.release();
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search products" })).toHaveValue("shoe");
});

test("R2 the order chosen before the page's scripts are there counts once they are", async ({ page }) => {
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

test("R3 a link pressed before the page's scripts are there leads where it says", async ({ page }) => {
  const scripts = await hold(page, "script");
  await open(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "Cart" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  scripts.release();
});

test("H3 H4 on a phone the search that was opened before the scripts are there can be closed once they are", async ({
  page,
}) => {
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
