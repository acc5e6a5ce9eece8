import { expect, type Locator, type Page } from "@playwright/test";
import { chooseOptions } from "#e2e/support/products.ts";
import { holdCalls } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

/** Waits for the scripts that manage the focus, which load after the first paint. */
async function open(page: Page, path: string) {
  await visit(page, path);
  await page.waitForLoadState("networkidle");
}

/** Focuses the target and presses Enter. */
async function press(target: Locator) {
  await target.focus();
  await target.press("Enter");
}

async function add(page: Page, slug: string) {
  await visit(page, `/details/${slug}`);
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toBeVisible();
}

test("R4 the focus moves to the next line after a removal, to the page's heading after the last, and stays with Undo", async ({
  page,
}) => {
  for (const slug of ["field-tee", "heather-honey"]) await add(page, slug);
  await open(page, "/cart");
  const lines = page.getByRole("list", { name: "In your cart" });
  await press(lines.getByRole("button", { name: /^Remove Field Tee/ }));
  await expect(lines.getByRole("listitem")).toHaveCount(1);
  await expect(lines.getByRole("link", { name: "Heather Honey" })).toBeFocused();
  await press(page.getByRole("button", { name: "Undo" }));
  await expect(lines.getByRole("listitem")).toHaveCount(2);
  await expect(lines.getByRole("link", { name: "Heather Honey" })).toBeFocused();
  await press(lines.getByRole("button", { name: /^Save for later Field Tee/ }));
  await expect(lines.getByRole("link", { name: "Heather Honey" })).toBeFocused();
  await press(lines.getByRole("button", { name: /^Remove Heather Honey/ }));
  await expect(page.getByRole("heading", { name: "Your cart", exact: true })).toBeFocused();
});

test("R2 the focus moves from filter to filter as they are removed, and stays in the price field", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/products?category=wear");
  // Applied here, as links the server rendered load a new document until their script is there.
  await page.getByRole("checkbox", { name: "In stock" }).check();
  await expect(page).toHaveURL(/in_stock=true/);
  await page.getByRole("checkbox", { name: "On sale" }).check();
  await expect(page).toHaveURL(/on_sale=true/);
  const chips = page.getByRole("list", { name: "Applied filters" });
  await press(chips.getByRole("link", { name: /In stock/ }));
  await expect(chips.getByRole("link", { name: /In stock/ })).toHaveCount(0);
  await expect(chips.getByRole("link", { name: /On sale/ })).toBeFocused();
  await press(chips.getByRole("link", { name: /On sale/ }));
  await expect(page).toHaveURL(/\/products\?category=wear$/);
  await expect(page.getByRole("region", { name: "Products", exact: true })).toBeFocused();
  const from = page.getByLabel("From", { exact: true });
  await from.fill("abc");
  await expect(from).toHaveAttribute("aria-invalid", "true");
  await expect(from).toHaveAccessibleDescription("Enter a price, such as 25.");
  await from.fill("1");
  await from.press("Enter");
  await expect(page).toHaveURL(/price_min=100/);
  await expect(from).toBeFocused();
  await press(page.getByRole("button", { name: "Go", exact: true }));
  await expect(page.getByRole("button", { name: "Go", exact: true })).toBeFocused();
});

test("H3 H4 closing the search keeps the focus in its field on a wide screen; Escape closes it also when nothing has the focus", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/");
  const field = page.getByRole("combobox", { name: "Search products" });
  await field.fill("tee");
  await press(page.getByRole("button", { name: "Close search" }));
  await expect(page.getByTestId("search-backdrop")).toHaveCount(0);
  await expect(field).toBeFocused();
  await field.fill("shoe");
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("search-backdrop")).toHaveCount(0);
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeHidden();
});

for (const width of [390, 1440])
  test(`H3 H4 a search typed during a navigation stays after it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/products?name=tee");
    const field = page.getByLabel("Search products");
    const everything = page.getByRole("option", { name: "View all results for “boot”" });
    const release = await holdCalls(page, "**/v1/product/details/**");
    await page.getByRole("main").getByRole("link", { name: "Field Tee" }).first().click();
    await expect(page.getByTestId("pending-page")).toBeVisible();
    if (width === 390) await page.getByRole("link", { name: "Search" }).click();
    // The loading page begins below the departments.
    else await page.getByRole("link", { name: "Tech", exact: true }).first().hover({ trial: true });
    await field.fill("boot");
    await expect(everything).toBeVisible();
    await release();
    await expect(page).toHaveTitle(/^Field Tee/);
    await expect(page.getByTestId("pending-page")).toBeHidden();
    await expect(everything).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("boot");
    await page.goBack();
    await expect(page).toHaveTitle(/tee/);
    await expect(everything).toBeHidden();
    await expect(field).toHaveValue("tee");
    await page.goForward();
    await expect(page).toHaveTitle(/^Field Tee/);
    await expect(everything).toBeHidden();
    await expect(field).toHaveValue("");
  });

for (const width of [390, 1440])
  test(`H3 H4 a search opened as another page renders stays open, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/products?name=tee");
    await page.evaluate(() => {
      const begin = () => {
        if (!document.querySelector("main h1")?.textContent.startsWith("Field Tee")) return;
        drawn.disconnect();
        const icon = document.querySelector<HTMLElement>("a[href='#search']");
        if (icon?.checkVisibility()) icon.click();
        document.querySelector<HTMLElement>("search input")?.focus();
        document.execCommand("insertText", false, "boot");
      };
      const drawn = new MutationObserver(begin);
      drawn.observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole("main").getByRole("link", { name: "Field Tee" }).first().click();
    await expect(page).toHaveTitle(/^Field Tee/);
    await expect(page.getByRole("option", { name: "View all results for “boot”" })).toBeVisible();
    await expect(page.getByLabel("Search products")).toBeFocused();
  });

test("H2 a category menu opened as another page renders stays open", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/products?name=tee");
  await page.evaluate(() => {
    const drawn = new MutationObserver(() => {
      if (!document.querySelector("main h1")?.textContent.startsWith("Field Tee")) return;
      drawn.disconnect();
      document.querySelector<HTMLElement>("button[aria-haspopup=dialog][aria-label=Categories]")?.click();
    });
    drawn.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("main").getByRole("link", { name: "Field Tee" }).first().click();
  await expect(page).toHaveTitle(/^Field Tee/);
  const menu = page.getByRole("dialog", { name: "Categories" });
  await expect(menu.getByRole("button", { name: "Wear" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
});

test("H2 a category menu opened during a navigation stays open until going back", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, "/products?name=tee");
  const release = await holdCalls(page, "**/v1/product/details/**");
  await page.getByRole("main").getByRole("link", { name: "Field Tee" }).first().click();
  await expect(page.getByTestId("pending-page")).toBeVisible();
  const button = page.locator("button[aria-haspopup=dialog][aria-label=Categories]");
  await button.click();
  const level = page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Wear" });
  await expect(level).toBeVisible();
  await release();
  await expect(page).toHaveTitle(/^Field Tee/);
  await expect(page.getByTestId("pending-page")).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await level.click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Shoes" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveTitle(/tee/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("R2 R11 a new page is announced and focuses its main part or list; a change on the same page is silent", async ({
  page,
}) => {
  await open(page, "/");
  const message = page.getByRole("status").filter({ hasText: "Kiosk" });
  await expect(message).toHaveCount(0);
  const tile = page.getByRole("region", { name: "New arrivals" }).getByRole("article").getByRole("link").first();
  const name = (await tile.textContent()) ?? "";
  await press(tile);
  await expect(page).toHaveURL(/\/details\//);
  await expect(message).toContainText(name);
  await expect(page.getByRole("main")).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await open(page, "/products");
  await page.getByLabel("Sort").first().selectOption("price");
  await expect(page).toHaveURL(/sort=price/);
  await expect(message).toHaveCount(0);
  await press(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }));
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("region", { name: "Products", exact: true })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "All products, page 2" })).toHaveCount(1);
});

test("P1 forced colors outline the active suggestion and the current page; reduced motion shows the next image at once", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/products");
  const here = page.getByRole("navigation", { name: "Pages" }).locator("[aria-current]");
  await expect(here).toHaveCSS("outline-style", "solid");
  const field = page.getByRole("combobox", { name: "Search products" });
  await field.fill("shoe");
  const option = page.getByRole("option").first();
  await expect(option).toBeVisible();
  await expect(option).toHaveCSS("outline-style", "none");
  await field.press("ArrowDown");
  await expect(option).toHaveCSS("outline-style", "solid");

  const row = page.getByRole("list", { name: /^Image gallery/ });
  await page.emulateMedia({ forcedColors: "none", reducedMotion: "no-preference" });
  await open(page, "/details/field-tee");
  await expect(row).toHaveCSS("scroll-behavior", "smooth");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(row).toHaveCSS("scroll-behavior", "auto");
});
