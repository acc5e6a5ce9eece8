import { expect, type Page } from "@playwright/test";
import { checkScreen, holdCalls, reduceMotion } from "#e2e/support/screens.ts";
import { demoAdmin, newCustomer, signInByDialog, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";
import * as isolated from "#e2e/support/test.ts";

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
test.use({ viewport: desktop });

const searchField = (page: Page) => page.getByRole("combobox", { name: "Search products" });
const categoriesButton = (page: Page) => page.getByRole("button", { name: "Categories" });

test("H1 F1 F2 the top bar has shop name, categories, search, cart and sign-in; the footer payment, contact and policies", async ({
  page,
}) => {
  await visit(page, "/");
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("link", { name: "Kiosk" })).toHaveAttribute("href", "/");
  await expect(categoriesButton(page)).toBeVisible();
  await expect(searchField(page)).toBeVisible();
  await expect(bar.getByRole("link", { name: /^Cart/ })).toBeVisible();
  await expect(bar.getByRole("button", { name: "Sign in" })).toBeVisible();
  await checkScreen(page);

  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("img", { name: /Ways to pay/ })).toBeVisible();
  const contact = footer.getByRole("list", { name: "Contact" });
  await expect(contact.getByRole("link")).toHaveCount(4);
  await expect(contact.getByRole("link", { name: /Call us/ })).toHaveAttribute("href", /^tel:\+?\d+$/);
  await expect(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
  await expect(footer.getByRole("link", { name: "Privacy policy" })).toHaveAttribute("href", "/privacy");
  await expect(footer.getByRole("link", { name: "Terms of use" })).toHaveAttribute("href", "/terms");
  const icons = page.getByRole("list", { name: "Contact" }).locator("svg");
  const sizes = () => icons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  for (const [width, size] of [
    [1440, 35],
    [769, 35],
    [768, 28],
    [390, 28],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(sizes).toEqual([size, size, size, size]);
  }
});

test("H1 the bar does not move when the session loads", async ({ page }) => {
  await newCustomer(page);
  // The document before any script has run.
  const release = await holdCalls(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  // Positions are those of the styled page only once the styles are there.
  await expect(page.locator("body")).toHaveCSS("margin", "0px");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const places = () =>
    page
      .getByRole("banner")
      .locator("a, button, input")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  const before = await places();
  await release();
  await expect(page.getByRole("button", { name: /Account menu/ })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  expect(await places()).toEqual(before);
});

test("H2 H2b above 768 px the categories are a dropdown of levels, walked by arrow keys, at most 335 by 580 px", async ({
  page,
}) => {
  await reduceMotion(page);
  await visit(page, "/");
  const panel = page.getByRole("dialog", { name: "Categories" });
  const menu = panel.getByRole("navigation", { name: "Categories" });
  await categoriesButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("button", { name: "Wear" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "View All in Categories" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("button", { name: "Wear" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(menu.getByRole("button", { name: "Back to Categories" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(menu.getByRole("button", { name: "Wear" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(categoriesButton(page)).toBeFocused();

  // Tabbing out of the open menu closes it and continues after its button.
  await categoriesButton(page).press("Enter");
  await expect(panel.getByRole("link", { name: "View All in Categories" })).toBeFocused();
  // A category without children is a link, one with children a button.
  await panel.getByRole("link").or(panel.getByRole("button")).last().press("Tab");
  await expect(panel).toBeHidden();
  await expect(categoriesButton(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(searchField(page)).toBeFocused();
  await categoriesButton(page).press("Enter");
  await expect(panel.getByRole("link", { name: "View All in Categories" })).toBeFocused();
  await categoriesButton(page).focus();
  await page.keyboard.press("Tab");
  await expect(panel).toBeHidden();

  await categoriesButton(page).click();
  await expect(menu.getByRole("link", { name: "View All in Categories" })).toHaveAttribute("href", "/products");
  await menu.getByRole("button", { name: "Wear" }).click();
  await expect(menu.getByRole("heading", { name: "Wear" })).toBeVisible();
  await menu.getByRole("button", { name: "Shoes" }).click();
  await expect(menu.getByRole("heading", { name: "Shoes" })).toBeVisible();
  const box = await panel.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(335);
  expect(box?.height).toBeLessThanOrEqual(580);
  await checkScreen(page);
  await menu.getByRole("button", { name: "Back to Wear" }).click();
  await expect(menu.getByRole("button", { name: "Shoes" })).toBeFocused();
  await menu.getByRole("link", { name: "View All in Wear" }).click();
  await expect(page).toHaveURL(/\/products\?category=wear$/);
  await expect(panel).toBeHidden();
});

test("H2 H2b at 768 px the categories are a drawer of at most 335 px, on a phone of 80%, that traps the focus", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await visit(page, "/");
  await categoriesButton(page).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer.getByRole("button", { name: "Wear" })).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBeLessThanOrEqual(335);
  await checkScreen(page);
  for (let step = 0; step < 20; step++) await page.keyboard.press("Tab");
  // The dialog library moves the focus back in the frame after it has passed the last control.
  await expect.poll(() => drawer.evaluate((whole) => whole.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(categoriesButton(page)).toBeFocused();

  await page.setViewportSize({ width: 360, height: 740 });
  await categoriesButton(page).click();
  await expect(drawer.getByRole("button", { name: "Wear" })).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBeLessThanOrEqual(0.8 * 360);
});

isolated.test(
  "H3 H6 S15 suggestions are requested 500 ms after the last key, and not for one character",
  async ({ page }) => {
    await page.clock.install();
    const requested: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/product/search-suggestion"))
        requested.push(new URL(request.url()).searchParams.get("q") ?? "");
    });
    await visit(page, "/");
    // Time advances only by `runFor` below, however long a key takes.
    await page.clock.pauseAt(Date.now() + 60_000);
    await searchField(page).pressSequentially("s");
    await page.clock.runFor(2000);
    expect(requested).toEqual([]);
    await searchField(page).pressSequentially("hoe");
    await page.clock.runFor(300);
    expect(requested).toEqual([]);
    await page.clock.runFor(400);
    await page.clock.resume();
    await expect.poll(() => requested).toEqual(["shoe"]);
  },
);

test("H3 H4 H5 H6 suggestions close by Escape, button and click outside, and are chosen by keyboard; two characters are searched", async ({
  page,
}) => {
  await visit(page, "/");
  const submit = page.getByRole("search").getByRole("button", { name: "Search", exact: true });
  await searchField(page).fill("s");
  await expect(submit).toBeDisabled();
  await searchField(page).press("Enter");
  await expect(page).toHaveURL(/\/$/);
  await searchField(page).fill("shoe");
  const products = page.getByRole("group", { name: "Products" });
  const first = products.getByRole("option").first();
  await expect(first.locator("img")).toBeVisible();
  await expect(first).toContainText(/€\d/);
  await checkScreen(page);
  const href = await first.getAttribute("href");
  expect(href).toMatch(/^\/details\/.+/);
  await searchField(page).press("ArrowDown");
  await expect(searchField(page)).toHaveAttribute("aria-activedescendant", (await first.getAttribute("id")) ?? "");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await searchField(page).press("Enter");
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(searchField(page)).toHaveValue("");

  await searchField(page).fill("shoe");
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(searchField(page)).toHaveValue("shoe");

  const list = page.getByRole("listbox", { name: "Suggestions" });
  await searchField(page).fill("tee");
  await expect(list).toBeVisible();
  await page.getByRole("button", { name: "Close search" }).click();
  await expect(list).toBeHidden();
  await searchField(page).fill("boot");
  await expect(list).toBeVisible();
  await page.getByTestId("search-backdrop").click({ position: { x: 20, y: 700 } });
  await expect(list).toBeHidden();
  await searchField(page).click();
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");

  await searchField(page).fill("shoe");
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page).toHaveURL(/\/products\?name=shoe$/);
  await expect(page.getByRole("button", { name: "Close search" })).toBeHidden();
  await expect(searchField(page)).toHaveValue("shoe");
  await expect(searchField(page)).toHaveAttribute("placeholder", "What are you looking for?");
});

test("H3 on a phone the search covers the bar and returns the focus", async ({ page }) => {
  await page.setViewportSize(phone);
  await visit(page, "/");
  await expect(searchField(page)).toBeHidden();
  await page.getByRole("link", { name: "Search" }).click();
  await expect(searchField(page)).toBeFocused();
  await searchField(page).fill("shoe");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await expect(list.getByRole("option").first()).toBeVisible();
  await checkScreen(page);
  await page.keyboard.press("Escape");
  await expect(searchField(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "Search" })).toBeFocused();
});

test("H2 H3 H6 R6 R8 without scripts the search works, the menu is a link, and protected pages say what they need", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "", viewport: phone });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: "Search" }).click();
  await searchField(page).fill("shoe");
  await searchField(page).press("Enter");
  await expect(page).toHaveURL(/\/products\?name=shoe/);
  const hidden = page.getByRole("combobox", { name: "Search products", includeHidden: true });
  await expect(hidden).toHaveValue("shoe");
  await page.goto("/");
  await expect(categoriesButton(page)).toBeHidden();
  await page.getByRole("banner").getByRole("link", { name: "All products" }).click();
  await expect(page).toHaveURL(/\/products$/);
  for (const path of ["/checkout", "/account"]) {
    await page.goto(path);
    await expect(page.getByText("This page needs JavaScript.")).toBeVisible();
    await expect(page.getByText("Loading...")).toBeHidden();
  }
  await context.close();
});

test("H7 H8 a customer's menu greets and counts from 0", async ({ page }) => {
  const { email } = await newCustomer(page);
  await page.goto("/");
  await page.getByRole("button", { name: /Account menu/ }).click();
  const menu = page.getByRole("dialog", { name: "Account menu" });
  await expect(menu.getByText("Hi, Robin Reader")).toBeVisible();
  await expect(menu.getByText(email)).toBeVisible();
  await expect(menu.getByRole("link", { name: "Orders 0" })).toHaveAttribute("href", "/account/orders");
  await expect(menu.getByRole("link", { name: "Wishlist 0" })).toHaveAttribute("href", "/account/wishlist");
  await expect(menu.getByRole("link", { name: "Notifications, 0 unread" })).toHaveText("0");
  await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Cart, 0 items" })).toBeVisible();
  await checkScreen(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("button", { name: /Account menu/ })).toBeFocused();
});

test("H7 D5 an admin goes to the dashboard, and their menu links there", async ({ page }) => {
  await visit(page, "/products");
  const steps = await page.evaluate(() => history.length);
  await signInByDialog(page, demoAdmin);
  await expect(page).toHaveURL(/\/dashboard\/home$/);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await page.goto("/");
  await page.getByRole("button", { name: /Account menu/ }).click();
  const menu = page.getByRole("dialog", { name: "Account menu" });
  await expect(menu.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/dashboard");
  await expect(menu.getByRole("link", { name: /Orders|Wishlist/ })).toHaveCount(0);
  const bell = menu.getByRole("link", { name: /^Notifications/ });
  await expect(menu.getByRole("button", { name: "Logout" })).toBeVisible();
  // The number on the button is the one of the bell in its menu.
  const numberIn = (name: string | null) => Number(name?.match(/, (\d+) unread/)?.[1] ?? 0);
  const label = await page.getByRole("button", { name: /Account menu/ }).getAttribute("aria-label");
  await expect.poll(async () => numberIn(await bell.getAttribute("aria-label"))).toBe(numberIn(label));
});
