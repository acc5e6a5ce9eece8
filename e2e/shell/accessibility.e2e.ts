import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { openDashboard, openPage } from "#e2e/support/dashboard.ts";
import { customerWithCart, fillCart, placeOrder } from "#e2e/support/orders.ts";
import { expectAccessible } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

// The main screens only: `npm run check -- states` checks every screen and state, at three widths and in both themes.

test("P1 axe finds nothing on the screens that anyone can open", async ({ page }) => {
  for (const path of ["/", "/products?category=wear", "/details/field-tee", "/cart", "/sign-up", "/no/such/page"]) {
    await visit(page, path);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  await expectAccessible(page);
});

test("P2 axe finds nothing on the checkout, the payment and the account", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { id } = await placeOrder(page, token, { paid: false });
  await fillCart(page, token);
  for (const path of [
    "/cart",
    "/checkout",
    `/payment/${id}`,
    "/account",
    "/account/orders",
    `/account/orders/${id}`,
    "/account/profile",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
    await expectAccessible(page);
  }
});

test("P3 axe finds nothing on the main screens of the dashboard", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const token = await openDashboard(page, "/dashboard/home");
  await expectAccessible(page);
  const [order] = (await callApi(page, token, "get", "/orders?status=completed")).data;
  for (const path of [
    "/dashboard/orders",
    `/dashboard/orders/${order.id}`,
    "/dashboard/products",
    "/dashboard/products/create",
    "/dashboard/category",
    "/dashboard/users",
    "/dashboard/settings/general",
  ]) {
    await openPage(page, path);
    await expectAccessible(page);
  }
});
