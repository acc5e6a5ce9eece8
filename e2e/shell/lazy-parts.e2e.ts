import { expect, type Page } from "@playwright/test";
import { visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

/** Holds every script back that the page requests from now on. */
async function holdScripts(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route("**", async (route) => {
    if (route.request().resourceType() === "script") await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

test("R3 a choice in a select before its script loads applies after it", async ({ page }) => {
  await visit(page, "/details/field-tee");
  const release = await holdScripts(page);
  const sort = page.getByRole("combobox", { name: "Sort reviews by" });
  const sorted = page.waitForResponse((answer) => /sort=best/.test(answer.url()));
  await sort.selectOption("Highest rated first");
  release();
  expect((await sorted).ok()).toBe(true);
  await expect(sort.locator("option:checked")).toHaveText("Highest rated first");
});

test("R2 checkboxes ticked before their script loads stay ticked, and filter after it", async ({ page }) => {
  // On a phone the filters are in a drawer, whose script is another one.
  await page.setViewportSize({ width: 390, height: 900 });
  await visit(page, "/products");
  const release = await holdScripts(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const filters = page.getByRole("complementary", { name: "Filters" });
  const boxes = ["On sale", "In stock"].map((name) => filters.getByRole("checkbox", { name: new RegExp(`^${name}`) }));
  for (const box of boxes) await box.check();
  expect(page.url()).toMatch(/\/products$/);
  release();
  await expect(page).toHaveURL(/\/products\?(?=.*on_sale=true)(?=.*in_stock=true)/);
  for (const box of boxes) await expect(box).toBeChecked();
});
