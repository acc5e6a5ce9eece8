import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { customerWithCart } from "#e2e/support/orders.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { fillSignIn, newCustomer, storedSession, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const row = (page: Page, label: string) => page.locator("dl > div").filter({ hasText: new RegExp(`^${label}`) });
const change = (page: Page) => page.getByRole("button", { name: "Change delivery destination" }).first();

test("R3 R4 R6 one destination on the product page, in the drawer, the cart and the checkout, with the same price", async ({
  page,
}) => {
  await newCustomer(page);
  await visit(page, "/details/heather-honey");
  await expect(page.getByText("Delivery to Germany")).toBeVisible();
  await expect(page.getByText(/^Arrives \w{3}, .* Delivery from €4\.90/)).toBeVisible();
  await change(page).click();
  await page.getByLabel("Country").selectOption("CH");
  await page.getByLabel("Postal code").fill("8001");
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Update delivery" }).click();
  await expect(page.getByText("Delivery to Switzerland, 8001")).toBeVisible();
  await expect(page.getByText(/Delivery from €19\.90.*Customs duties/)).toBeVisible();
  await page.getByRole("radio", { name: "250 g" }).click({ force: true });
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Added to your cart" });
  await expect(drawer.getByText("Delivery to Switzerland, 8001")).toBeVisible();
  await checkLoadedScreen(page);
  await drawer.getByRole("link", { name: "View cart" }).click();
  await expect(row(page, "Estimated delivery")).toContainText("€19.90");
  const total = await row(page, "Total").locator("dd").first().textContent();
  await page.getByRole("link", { name: "Go to checkout" }).click();
  await expect(page.getByLabel("Country")).toHaveValue("CH");
  await expect(page.getByLabel("Postal code")).toHaveValue("8001");
  await expect(page.getByRole("button", { name: `Order and pay ${total}` })).toBeVisible();
  for (const name of ["Order summary", "Review"])
    await expect(page.getByRole("region", { name })).toContainText("Customs duties");
  await page.getByLabel("Country").selectOption("AT");
  await page.getByLabel("Postal code").fill("1010");
  await expect(page.getByRole("region", { name: "Order summary" })).toContainText("Delivery to Austria");
  await expect(page.getByRole("region", { name: "Order summary" })).toContainText("€6.90");
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByText("Delivery to Austria, 1010")).toBeVisible();
  await expect(row(page, "Estimated delivery")).toContainText("€6.90");
});

test("R4 a guest signs in over the cart before the checkout; a phone has the button in reach", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const { token, email, password } = await withFullCart(page);
  await page.goto("/cart");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole("link", { name: "Go to checkout" }).last()).toBeInViewport({ ratio: 1 });
  await checkLoadedScreen(page);
  await callApi(page, token, "post", "/auth/logout").catch(() => undefined);
  await page.evaluate(() => localStorage.clear());
  await visit(page, "/details/heather-honey");
  await page.getByRole("radio", { name: "250 g" }).click({ force: true });
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await page.getByRole("dialog", { name: "Added to your cart" }).getByRole("link", { name: "Go to checkout" }).click();
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/details\/heather-honey/);
  await fillSignIn(page, { username: email, password });
  await expect(page).toHaveURL(/\/checkout$/);
});

async function withFullCart(page: Page) {
  const customer = await customerWithCart(page, 1);
  const { data } = await callApi(page, customer.token, "get", "/product?in_stock=true&per_page=6");
  for (const { default_variation_id } of data)
    if (default_variation_id)
      await callApi(page, customer.token, "post", "/cart", { variation_id: default_variation_id, quantity: 1 });
  return customer;
}

test("R6 C11 a coupon that replaces another says so, and gift card and total follow the destination", async ({
  page,
}) => {
  const { token } = await customerWithCart(page, 3);
  const { access_token } = await callApi(page, "", "post", "/auth/login", {
    username: "admin",
    password: "admin-kiosk",
  });
  const code = `E2E-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
  await callApi(page, access_token, "post", "/coupons", { code, kind: "percent", value: 500 });
  await callApi(page, token, "put", "/cart/coupon", { code: "WELCOME10" });
  await page.goto("/cart");
  await page.getByRole("button", { name: "Add a coupon or gift card" }).click();
  await page.getByLabel("Coupon or gift card", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Apply this code" }).click();
  await expect(
    page.getByText(new RegExp(`${code} replaced WELCOME10. Your total is now €[\\d.]+, €[\\d.]+ more`)),
  ).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Use WELCOME10 again" }).click();
  await expect(
    page.getByText(new RegExp(`WELCOME10 replaced ${code}. Your total is now €[\\d.]+, €[\\d.]+ less`)),
  ).toBeVisible();
  const field = page.getByLabel("Coupon or gift card", { exact: true });
  // Toasts are at the bottom.
  expect(await field.evaluate((input) => innerHeight - input.getBoundingClientRect().bottom)).toBeGreaterThan(100);
  await field.fill("kiosk-gift-demo");
  await field.press("Enter");
  const used = page.getByRole("list", { name: "Coupons and gift cards" });
  await expect(used).toContainText("balance used");
  const [figures = ""] = /€[\d.]+ of the €[\d.]+ balance/.exec((await used.textContent()) ?? "") ?? [];
  expect(figures).not.toBe("");
  await page.getByRole("link", { name: "Go to checkout" }).first().click();
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  await expect(used.filter({ visible: true }).first()).toContainText(figures);
});

test("R3 a document knows no destination; its place is kept, and tax is only said to be included where it is charged", async ({
  page,
  request,
}) => {
  const document = await (await request.get("/details/heather-honey")).text();
  expect(document).toContain("Delivery countries, times and costs.");
  expect(document).not.toMatch(/Delivery to|Free delivery|Delivery from|Arrives/);
  await newCustomer(page);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.addInitScript(() => {
    const moved = window as unknown as { moved: number };
    moved.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) moved.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const [country, name, tax] of [
    ["AT", "Austria", "Tax included."],
    ["CH", "Switzerland", "Tax isn't charged at this destination."],
  ] as const) {
    const token = (await storedSession(page))[0] ?? "";
    await callApi(page, token, "put", "/cart/destination", { country });
    await visit(page, "/details/heather-honey");
    await expect(page.getByText(`Delivery to ${name}`)).toBeVisible();
    await expect(page.getByText(/^Arrives \w{3}, /)).toBeVisible();
    await expect(page.getByText(tax)).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.001);
  }
});
