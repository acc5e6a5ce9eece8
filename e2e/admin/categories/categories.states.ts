import { expect, type Page } from "@playwright/test";
import { clearCategories, type MadeCategory, signInToCategories } from "#e2e/support/categories.ts";
import { checkScreen, widths } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test.afterEach(({ page }) => clearCategories(page));

const row = (page: Page, { id }: MadeCategory) => page.locator(`[data-row="${id}"]`);

const opener = (page: Page, { name }: MadeCategory) =>
  page.getByRole("button", { name: `Subcategories of ${name}`, exact: true });

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function openTree(page: Page, ...opened: MadeCategory[]) {
  await page.goto("/dashboard/category");
  await expect(page.getByRole("list", { name: "Categories" })).toBeVisible();
  for (const category of opened) await opener(page, category).click();
}

async function openMenu(page: Page, { name }: MadeCategory) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  const menu = dialog(page, `Actions for ${name}`);
  await expect(menu).toBeVisible();
  return menu;
}

test.use({ viewport: { width: 1440, height: 900 } });

for (const width of widths)
  test(`R10 A4 the category tree at ${width} px: empty`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, demoAdmin);
    const calls = "**/v1/categories/admin*";
    await page.route(calls, (route) => route.fulfill({ json: { data: [] } }));
    await page.goto("/dashboard/category");
    await expect(page.getByRole("heading", { name: "No categories yet" })).toBeVisible();
    await checkScreen(page);
  });

for (const width of widths)
  test(`R10 A4 the category tree at ${width} px: tree, menu, search, nothing found`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { make, makeTop } = await signInToCategories(page);
    const { top, below } = await makeTop("Alpha", "Beta");
    await make(`Deeper of ${top.name}`, { parent_id: below[0]?.id, is_active: false });
    await openTree(page, top, below[0] as MadeCategory);
    await expect(row(page, top)).toContainText("0 products");
    await expect(page.getByText("Hidden", { exact: true })).toBeVisible();
    await checkScreen(page);
    await openMenu(page, top);
    // The tree below the menu was checked before.
    await checkScreen(page, "[role=dialog]");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search categories" });
    await expect(search).toBeFocused();
    await search.fill(`beta of ${top.name.toUpperCase()}`);
    await expect(page).toHaveURL(/name=beta/);
    await expect(search).toBeFocused();
    await expect(page.getByRole("list", { name: "Search results" }).getByRole("listitem")).toHaveText([
      new RegExp(`^${top.name}.*Beta of ${top.name}`),
    ]);
    await checkScreen(page);
    await page.goto("/dashboard/category?name=zzqqxxyy");
    await expect(page.getByRole("heading", { name: "No categories found" })).toBeVisible();
    await checkScreen(page);
    await page.getByRole("link", { name: "Show all categories" }).click();
    await expect(page).toHaveURL(/\/dashboard\/category$/);
    await expect(search).toHaveValue("");
  });
