import { expect, type Locator, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { atEachWidth, isSmall, type Width } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const mostStops = 120;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  // Finding it by role and name takes longer than the key press, so only again when it was replaced.
  let element = await target.elementHandle();
  for (let stop = 0; stop < mostStops; stop++) {
    const found = await element?.evaluate((here) => (here.isConnected ? here === document.activeElement : undefined));
    if (found) return;
    if (found === undefined) element = await target.elementHandle();
    else await page.keyboard.press("Tab");
  }
  throw new Error("The Tab key never leads there.");
}

async function press(page: Page, target: Locator, key = "Enter") {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test("R1 R3 R4 R6 R7 H3 a whole purchase by keyboard alone", async ({ page }) => {
  await atEachWidth(page, async (width) => {
    const { email, password } = await newAccount(page);
    await searchFor(page, width);
    const add = page.getByRole("button", { name: "Add to cart" }).first();
    await press(page, add);
    // Adding asks for the size, and moves the focus there.
    await expect(page.getByRole("group", { name: /^Size/ }).getByRole("radio").first()).toBeFocused();
    await page.keyboard.press("Space");
    await press(page, add);
    const drawer = page.getByRole("dialog", { name: "Added to your cart" });
    await press(page, drawer.getByRole("link", { name: "Go to checkout" }));
    await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
    await press(page, page.getByRole("button", { name: "Sign in with a password" }));
    await type(page, "Username or email", email);
    await type(page, "Password", password);
    await page.keyboard.press("Enter");
    await order(page);
    await expect(page).toHaveURL(/\/payment\//);
    await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeFocused();
    await press(page, page.getByRole("link", { name: "View order" }));
    await expect(page).toHaveURL(/\/account\/orders\//);
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
  });
});

/** Finds the product by name from the home page. */
async function searchFor(page: Page, width: Width) {
  await visit(page, "/");
  const field = page.getByRole("combobox", { name: "Search products" });
  if (isSmall(width)) await press(page, page.getByRole("link", { name: "Search" }));
  else await tabTo(page, field);
  await expect(field).toBeFocused();
  await page.keyboard.type("field tee");
  const found = page.getByRole("group", { name: "Products" }).getByRole("option", { name: /^Field Tee/ });
  await expect(found).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Field Tee" })).toBeVisible();
}

async function order(page: Page) {
  await expect(page.getByRole("heading", { name: "Checkout", level: 1 })).toBeVisible();
  await type(page, "Country", "Germany");
  await type(page, "Full name", "Robin Reader");
  await type(page, "Street address", "Lindenweg 8");
  await type(page, "Postal code", "10115");
  await type(page, "City", "Berlin");
  await expect(page.getByLabel("Country")).toHaveValue("DE");
  const orders = page.getByRole("button", { name: /^Order and pay €/ });
  await expect(orders).not.toHaveAttribute("aria-busy");
  await press(page, orders);
}
