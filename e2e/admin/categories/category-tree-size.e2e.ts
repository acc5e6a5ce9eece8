import { expect, type Page } from "@playwright/test";
import { clearCategories, showManyCategories } from "#e2e/support/categories.ts";
import { mainThreadMsPerKey } from "#e2e/support/main-thread.ts";
import { openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.afterEach(({ page }) => clearCategories(page));

test.use({ viewport: { width: 1440, height: 900 } });

test("A4 a tree of thousands renders only expanded levels, hundreds of rows in parts", async ({ page }) => {
  await signIn(page, demoAdmin);
  await showManyCategories(page);
  await page.goto("/dashboard/category");
  const rows = page.locator("[data-row]");
  await expect(rows).toHaveCount(10);
  await page.getByRole("button", { name: "Subcategories of Large 3" }).click();
  await expect(rows).toHaveCount(210);
  await page.getByRole("button", { name: "Show more from Shelf 3 200" }).click();
  await expect(rows).toHaveCount(410);
  await page.getByRole("searchbox", { name: "Search categories" }).fill("Shelf");
  await expect(page.getByText("Showing 100 of 4690 categories.")).toBeVisible();
  await expect(rows).toHaveCount(100);
});

test("A4 a flat tree of thousands is rendered in parts and stays quick", async ({ page }) => {
  await signIn(page, demoAdmin);
  await showManyCategories(page, { isFlat: true });
  await page.goto("/dashboard/category");
  const rows = page.locator("[data-row]");
  await expect(rows).toHaveCount(200);
  await rows.first().locator("[data-link]").focus();
  expect(await mainThreadMsPerKey(page, () => pressTimes(page, "ArrowDown", 5), 5)).toBeLessThan(60);
  await expect(rows.nth(5).locator("[data-link]")).toBeFocused();
  await page.getByRole("button", { name: "Show more from Shelf 0 199" }).click();
  await expect(rows).toHaveCount(400);
  await page.getByRole("searchbox", { name: "Search categories" }).fill("Shelf 9 400");
  await expect(page.getByText("1 category", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Actions for Shelf 9 400" }).click();
  await page.getByRole("button", { name: "Show in tree" }).click();
  await expect(page).toHaveURL(/category$/);
  await expect(page.getByRole("link", { name: "Shelf 9 400" })).toBeVisible();
  // The rows shown before and the part it is in.
  expect(await rows.count()).toBeLessThanOrEqual(600);
});

test("A5 4,700 categories: the product editor stays small and quick to type in", async ({ page }) => {
  const { make } = await signInAsMerchant(page);
  const { id, name } = await make(uniqueName("Crate"));
  await showManyCategories(page);
  await openScreen(page, `/dashboard/products/create/${id}`, name);
  const picker = page.getByRole("group", { name: "Categories" });
  const search = picker.getByRole("searchbox", { name: "Search categories" });
  await expect(picker.getByRole("checkbox", { name: "Large 0", exact: true })).toBeVisible();
  expect(await countElements(page)).toBeLessThan(2500);
  const perKey = await mainThreadMsPerKey(page, async () => search.pressSequentially("Shelf 7 468"), 11);
  expect(perKey).toBeLessThan(60);
  await picker.getByRole("checkbox", { name: "Shelf 7 468" }).check();
  await expect(page.getByRole("list", { name: "Selected categories" }).getByText("Shelf 7 468")).toBeVisible();
  const nameField = page.getByRole("textbox", { name: "Name", exact: true });
  expect(await mainThreadMsPerKey(page, async () => nameField.pressSequentially(" of oak"), 7)).toBeLessThan(60);
});

test("A5 4,700 categories: the product list is filtered by searching for one", async ({ page }) => {
  await signInAsMerchant(page);
  await showManyCategories(page);
  await page.route("**/v1/categories/907469", (route) => route.fulfill({ json: { data: { name: "Shelf 7 468" } } }));
  await openScreen(page, "/dashboard/products", "Products");
  await expect(page.getByRole("table", { name: "Products" }).getByRole("row")).toHaveCount(21);
  expect(await countElements(page)).toBeLessThan(2500);
  await page.getByRole("button", { name: "Category: All" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by category" });
  await expect(dialog.getByRole("radio", { name: "All categories" })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Large 0", exact: true })).toBeVisible();
  expect(await countElements(page)).toBeLessThan(3000);
  const search = dialog.getByRole("searchbox", { name: "Search categories" });
  const perKey = await mainThreadMsPerKey(page, async () => search.pressSequentially("Shelf 7 468"), 11);
  expect(perKey).toBeLessThan(60);
  await dialog.getByRole("radio", { name: "Shelf 7 468" }).check();
  await dialog.getByRole("button", { name: "Choose" }).click();
  await expect(page).toHaveURL(/category=907469/);
  await page.getByRole("button", { name: "Category: Shelf 7 468" }).click();
  await dialog.getByRole("radio", { name: "All categories" }).check();
  await dialog.getByRole("button", { name: "Choose" }).click();
  await expect(page).not.toHaveURL(/category=/);
});

async function pressTimes(page: Page, key: string, times: number) {
  for (let time = 0; time < times; time++) await page.keyboard.press(key);
}

const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);
