import { type Browser, expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, fillSignIn, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

/** A second browser with an admin at the dashboard's home. */
async function openDashboard(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const admin = await context.newPage();
  // Earlier notifications are read, so that the badge starts at zero.
  const { access_token } = await callApi(admin, "", "post", "/auth/login", demoAdmin);
  await callApi(admin, access_token, "post", "/notifications/read-all");
  await admin.goto("/dashboard");
  await expect(admin.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  await fillSignIn(admin, demoAdmin);
  await expect(admin).toHaveURL(/\/dashboard\/home$/);
  await expect(admin.getByRole("list", { name: "Figures" })).toContainText(/Orders\s*\d/);
  return admin;
}

const figure = async (admin: Page, label: string) => {
  const text = await admin
    .getByRole("list", { name: "Figures" })
    .getByRole("listitem")
    .filter({ hasText: label })
    .innerText();
  return Number(/\d+/.exec(text.replace(label, ""))?.[0]);
};
const unread = async (admin: Page) => {
  const text = await admin
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: /Orders/ })
    .innerText();
  return Number(/\d+/.exec(text)?.[0] ?? 0);
};

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("R1 R2 R3 R4 R6 R7 H1 H3 A2 A6 L2 L4 P1 P2 from a misspelled search to a shipped order, followed live by an admin", async ({
  page,
  browser,
}) => {
  test.slow();
  const admin = await openDashboard(browser);
  const before = await figure(admin, "Orders");
  await checkLoadedScreen(admin);

  await test.step("search with a typo, and open a product", async () => {
    await visit(page, "/");
    await checkLoadedScreen(page);
    await page.getByRole("link", { name: "Search" }).click();
    const box = page.getByPlaceholder("What are you looking for?");
    await box.fill("swichback");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/products\?name=swichback/);
    await checkLoadedScreen(page);
    await expect(page.getByRole("heading", { name: /No products/ })).toBeHidden();
    await page
      .getByRole("link", { name: /Switchback Pack/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Switchback Pack" })).toBeVisible();
  });

  await test.step("pick a variation and add it", async () => {
    await page.getByRole("radio", { name: /Navy/ }).click({ force: true });
    await expect(page).toHaveURL(/variation=\d+/);
    await checkLoadedScreen(page);
    await page.getByRole("button", { name: "Add to cart" }).first().click();
    const drawer = page.getByRole("dialog", { name: "Added to your cart" });
    await expect(drawer).toContainText("Switchback Pack");
    await checkLoadedScreen(page);
    await drawer.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  });

  await test.step("sign up, and find the cart intact", async () => {
    await visit(page, "/sign-up");
    await checkLoadedScreen(page);
    await page.getByRole("textbox", { name: /^Name/ }).fill("Noa Newcomer");
    await page.getByLabel("Email").fill(`noa-${crypto.randomUUID()}@example.com`);
    await page.getByLabel(/^Password/).fill("quiet-river-stone");
    await page.getByRole("button", { name: /Create|Sign up|Open/ }).click();
    await expect(page.getByRole("button", { name: /Account menu/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
    await page.goto("/cart");
    const line = page.getByRole("list", { name: "In your cart" }).getByRole("listitem");
    await expect(line).toContainText("Switchback Pack");
    await expect(line).toContainText("Navy");
    await checkLoadedScreen(page);
  });

  await test.step("check out", async () => {
    await page
      .getByRole("link", { name: /checkout/i })
      .first()
      .click();
    await page.getByLabel("Country").selectOption("DE");
    await page.getByLabel("Full name").fill("Noa Newcomer");
    await page.getByLabel("Street address").fill("Lindenweg 8");
    await page.getByLabel("Postal code").fill("79102");
    await page.getByLabel("City").fill("Freiburg");
    await expect(page.getByRole("radio", { name: /Standard/ })).toBeChecked();
    await checkLoadedScreen(page);
    await page.getByRole("radio", { name: /Decline/ }).check();
    await page.getByRole("button", { name: /Order and pay €129\.00/ }).click();
    await expect(page).toHaveURL(/\/payment\/[0-9a-f-]{36}/);
  });

  await test.step("be declined once, then pay", async () => {
    await expect(page.getByText("Your payment was declined")).toBeVisible();
    await checkLoadedScreen(page);
    await page.getByRole("radio", { name: "Approve The payment succeeds" }).check();
    await page.getByRole("button", { name: "Pay €129.00" }).click();
    await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
    await checkLoadedScreen(page);
  });

  await test.step("the merchant saw it come, without reloading", async () => {
    await expect.poll(() => figure(admin, "Orders")).toBe(before + 1);
    await expect.poll(() => unread(admin)).toBeGreaterThan(0);
    await admin
      .getByRole("navigation", { name: "Dashboard" })
      .getByRole("link", { name: /Orders/ })
      .click();
    const row = admin.getByRole("row", { name: /Noa Newcomer/ });
    await expect(row).toBeVisible();
    await checkLoadedScreen(admin);
    await row.getByRole("link").first().click();
    await expect(admin.getByRole("heading", { level: 1 })).toContainText("Order");
    await checkLoadedScreen(admin);
  });

  await test.step("the customer sees the shipment at once", async () => {
    await page
      .getByRole("link", { name: /See the order|Your order|View order|View your order/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/account\/orders\//);
    await expect(page.getByRole("main")).toContainText("Switchback Pack");
    await checkLoadedScreen(page);
    await admin.getByRole("button", { name: /^Ship/ }).click();
    const shipment = admin.getByRole("dialog");
    await shipment.getByLabel(/Carrier/).fill("DHL");
    await checkLoadedScreen(admin);
    await shipment.getByRole("button", { name: /Ship/ }).click();
    await expect(page.getByText("Your items are on their way with DHL.")).toBeVisible();
    await checkLoadedScreen(page);
  });
  await admin.context().close();
});
