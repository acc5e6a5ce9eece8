import { expect, type Locator, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { expectLive, openDashboard } from "#e2e/support/dashboard.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { atEachWidth, checkLoadedScreen, checkScreen, isSmall } from "#e2e/support/screens.ts";
import { demoAdmin, demoCustomer, fillSignIn, signIn, waitForHydration } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const tile = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Figures" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });

const menuButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: /the menu$/ });

test("P3 R12 dashboard documents contain no data, and customers are redirected", async ({ page }) => {
  for (const path of ["/dashboard/home", "/dashboard/orders"]) {
    const document = await (await page.request.get(path)).text();
    expect(document).not.toMatch(/Revenue|Low stock|Latest customers|Not shipped/);
  }
  await signIn(page, demoCustomer);
  await page.goto("/dashboard/orders");
  await expect(page).toHaveURL(/\/unauthorized$/);
  await expect(page.getByRole("heading", { name: "PAGE IS FORBIDDEN" })).toBeVisible();
});

test("R9 S11 A1 A2 /dashboard redirects to its home, with shop name, user name, logout and the sidebar", async ({
  page,
}) => {
  await signIn(page, demoAdmin);
  const bar = page.getByRole("banner");
  await atEachWidth(page, async (width) => {
    await page.goto("/dashboard");
    await expectLive(page);
    await expect(page).toHaveURL(/\/dashboard\/home$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(bar.getByRole("link", { name: "Kiosk" })).toBeVisible();
    await expect(bar.getByRole("link", { name: "Ada Keeper" })).toHaveAttribute("href", "/account/profile");
    const isOpen = width >= 1280;
    await expect(menuButton(page)).toHaveAttribute("aria-expanded", String(isOpen));
    // On small screens the menu starts closed.
    if (isSmall(width)) await menuButton(page).click();
    const products = isOpen || isSmall(width) ? [/All Products/, /Add Product/] : [];
    for (const name of [/^Dashboard/, /^Orders/, /^Users/, /^Category/, ...products, /^Reviews/, /^Reconciliation/])
      await expect(menu(page).getByRole("link", { name }).first()).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
    await checkScreen(page);
  });
  // However many pages are above it.
  await page.setViewportSize({ width: 1440, height: 500 });
  await expect(menu(page).getByRole("link", { name: /^Settings/ })).toBeInViewport();
  await page.goto("/dashboard/nowhere");
  await expect(page.getByRole("heading", { name: "PAGE NOT FOUND" })).toBeVisible();
  await expect(menu(page).getByRole("link", { name: /Orders/ })).toBeVisible();
  await bar.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("A1 the folded menu opens the pages of the products beside it, by pointer and keyboard", async ({ page }) => {
  await openDashboard(page);
  await menuButton(page).click();
  const form = Promise.withResolvers<void>();
  await page.route("**/v1/product-types", async (route) => {
    await form.promise;
    await route.continue();
  });
  const products = menu(page).getByRole("button", { name: "Products" });
  await products.hover();
  await page.getByRole("menuitem", { name: "Add Product" }).click();
  await expect(page).toHaveURL(/\/dashboard\/products\/create$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
  // Otherwise the menu would be under the pointer when a key opens it.
  await page.mouse.move(640, 400);
  await products.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "All Products" })).toBeFocused();
  form.resolve();
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "All Products" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(products).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "All Products" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/products$/);
});

test("A1 S1 an admin who signs in on a dashboard page stays there, elsewhere goes to the dashboard", async ({
  page,
}) => {
  await page.goto("/dashboard/orders?status=completed");
  await fillSignIn(page, demoAdmin);
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/orders\?status=completed$/);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await fillSignIn(page, demoAdmin);
  await expect(page).toHaveURL(/\/dashboard\/home$/);
});

test("A1 an admin without a name is 'Stranger'", async ({ page }) => {
  const token = await signIn(page, demoAdmin);
  const { data } = await callApi(page, token, "get", "/account/profile");
  await page.route("**/v1/account/profile", (route) => route.fulfill({ json: { data: { ...data, fullname: null } } }));
  await page.goto("/dashboard/home");
  await expect(page.getByRole("banner").getByText("Stranger")).toBeVisible();
});

test("S11 A1 the sidebar starts open on wide screens and closed on small ones, and is remembered", async ({ page }) => {
  await openDashboard(page);
  const toggle = menuButton(page);
  const isUnfolded = (unfolded: boolean) => expect(toggle).toHaveAttribute("aria-expanded", String(unfolded));
  await isUnfolded(true);
  await expect(menu(page).getByRole("link", { name: "Add Product" })).toBeInViewport({ ratio: 1 });
  await toggle.click();
  await isUnfolded(false);
  await page.reload();
  await isUnfolded(false);
  await toggle.click();
  await page.setViewportSize({ width: 768, height: 900 });
  await isUnfolded(false);
  await expect(menu(page)).toBeHidden();
  await toggle.click();
  await isUnfolded(true);
  await expect(menu(page).getByRole("link", { name: "Add Product" })).toBeInViewport({ ratio: 1 });
  // Still a small screen: the last choice stays.
  await page.setViewportSize({ width: 390, height: 900 });
  await isUnfolded(true);
  await page.reload();
  await isUnfolded(false);
  await expect(menu(page)).toBeHidden();
  await page.setViewportSize({ width: 769, height: 900 });
  await isUnfolded(true);
});

test("A2 L2 figures and the badge update live on an order; opening the orders marks them seen", async ({ page }) => {
  await openDashboard(page, "/dashboard/orders");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await menu(page)
    .getByRole("link", { name: /Dashboard/ })
    .click();
  const orders = tile(page, "Orders").locator("p").first();
  await expect(orders).toHaveText(/^\d+$/);
  const before = Number(await orders.textContent());
  const { number } = await otherCustomersOrder(page);
  await expect(orders).toHaveText(String(before + 1));
  await expect(page.getByText("Sam Stranger").first()).toBeVisible();
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByRole("link", { name: /To ship/ })).toHaveAttribute(
    "href",
    "/dashboard/orders?view=to_ship",
  );
  await expect(attention.getByRole("link", { name: /Alerts/ })).toHaveAttribute("href", "/dashboard/alerts");
  await menu(page)
    .getByRole("link", { name: /Orders.*new/ })
    .click();
  // The list was open before and does not move by itself.
  await page.getByRole("button", { name: "1 new order. Show" }).click();
  await expect(page.getByRole("link", { name: String(number), exact: true })).toBeVisible();
  await expect(menu(page).getByRole("link", { name: /Orders.*new/ })).toHaveCount(0);
});

/** Opens the first order state, best seller and product low in stock, and comes back. */
async function followRows(page: Page) {
  const rowOf = (list: string) =>
    page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: list, level: 2 }) })
      .getByRole("link")
      .first();
  const filters = page.getByRole("list", { name: "Filters" });
  const [status = "", count = ""] = (await rowOf("Orders by status").innerText()).split("\n");
  await rowOf("Orders by status").click();
  await expect(filters).toContainText(`Status: ${status}`);
  await expect(page.getByText(new RegExp(`^1–\\d+ of ${count} orders$`))).toBeVisible();
  await page.goBack();
  const best = await rowOf("Best sellers").innerText();
  await rowOf("Best sellers").click();
  await expect(filters).toContainText(`Product: ${best}`);
  await expect(filters).toContainText("From");
  await expect(page.getByText(/^1–\d+ of \d+ orders$/)).toBeVisible();
  await page.goBack();
  const low = await rowOf("Low stock").innerText();
  await rowOf("Low stock").click();
  await expect(page).toHaveURL(/\/dashboard\/stock\/\d+$/);
  await expect(page.getByRole("main")).toContainText(low);
  await page.goBack();
}

test("A2 the period is chosen and in the URL, the chart is also a table, and figures lead to what they count", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openDashboard(page);
  await followRows(page);
  const chart = page.getByRole("img", { name: /^Revenue by day/ });
  await expect(chart.locator("canvas")).toBeVisible();
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page).toHaveURL(/\?period=7$/);
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table", { name: /by day/ }).getByRole("row")).toHaveCount(8);
  await page.getByLabel("Compare with").selectOption("A year earlier");
  await expect(page).toHaveURL(/\?period=7&compare=year$/);
  await checkLoadedScreen(page);
  await menuButton(page).click();
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Revenue", level: 2 }) });
  const right = async (of: Locator) => {
    const box = await of.boundingBox();
    return box ? box.x + box.width : 0;
  };
  const isInside = async () => (await right(chart.locator("canvas"))) <= (await right(card));
  await expect.poll(isInside).toBe(true);
  // The open menu leaves the chart less room.
  await menuButton(page).click();
  await expect.poll(isInside).toBe(true);
  await page.getByRole("radio", { name: "Custom" }).check();
  await page.getByLabel("From", { exact: true }).fill("2026-01-31");
  await page.getByLabel("To", { exact: true }).fill("2026-01-01");
  await expect(page.getByRole("alert").getByText("The last day is before the first.")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2026-02-01");
  await expect(page).toHaveURL(/\?from=2026-01-31&to=2026-02-01&compare=year$/);
  // Until its figures are there, the tile leads to those of the period before.
  const address = /\/dashboard\/users\?role=customer&from=2026-01-31&to=2026-02-01$/;
  const customers = tile(page, "New customers").getByRole("link");
  await expect(customers).toHaveAttribute("href", address);
  const refunds = tile(page, "Refunds").getByRole("link");
  await expect(refunds).toHaveAttribute("href", /\?refunded_from=2026-01-31&refunded_to=2026-02-01$/);
  await customers.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("link", { name: "Remove registration date" })).toBeVisible();
});

test("A2 with reduced motion the revenue chart is drawn, and redrawn for another period", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openDashboard(page);
  const canvas = page.getByRole("img", { name: /^Revenue by day/ }).locator("canvas");
  const drawn = () =>
    canvas.evaluate((one: HTMLCanvasElement) => {
      const { data } = (one.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, one.width, one.height);
      return data.some((value) => value > 0) ? one.toDataURL() : "";
    });
  await expect.poll(drawn).not.toBe("");
  const month = await drawn();
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page).toHaveURL(/\?period=7$/);
  await expect.poll(async () => ![month, ""].includes(await drawn())).toBe(true);
});

test("A1 the dashboard stays English and left to right in a shop of another language", async ({ page }) => {
  await signIn(page, demoAdmin);
  await page.goto("/privacy");
  await page.getByRole("button", { name: /Account menu/ }).click();
  const html = page.locator("html");
  // As in an Arabic shop.
  await html.evaluate((one: HTMLElement) => Object.assign(one, { lang: "ar", dir: "rtl" }));
  await page.getByRole("dialog", { name: "Account menu" }).getByRole("link", { name: "Dashboard" }).click();
  await expectLive(page);
  await expect(html).toHaveAttribute("dir", "ltr");
  await expect(html).toHaveAttribute("lang", "en");
  await page.getByRole("banner").getByRole("link", { name: "Kiosk" }).click();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(html).toHaveAttribute("dir", "rtl");
  await expect(html).toHaveAttribute("lang", "ar");
});
