import { expect } from "@playwright/test";
import { dashboardPages, openByRetry, openDashboard, openPage } from "#e2e/support/dashboard.ts";
import { customerWithCart, fillCart, placeOrder } from "#e2e/support/orders.ts";
import { expectAccessible } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

// One check of each main screen; `npm run check -- states` checks every state at three widths and in both themes.

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

const areas = {
  "the settings": (path: string) => path.startsWith("/dashboard/settings"),
  "products, categories and stock": (path: string) => /^\/dashboard\/(products?|category|stock)/.test(path),
};
const isElsewhere = (path: string) => !Object.values(areas).some((isOf) => isOf(path));

/** The lists: all pages but those of one record, forms, figures and settings. */
const isList = (path: string) =>
  !/\d|_id|create|import|home|live|dashboard\/$|settings\/($|general|localization|checkout|payments|email|content|policies)/.test(
    path,
  );

for (const [area, isOf] of Object.entries({ ...areas, "all else": isElsewhere }))
  test(`P3 A7 the dashboard's pages of ${area}: axe finds nothing, and lists that fail to load offer Retry`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const token = await openDashboard(page, "/dashboard/home");
    const pages = (await dashboardPages(page, token)).filter(isOf);
    // Lists first: others load some of their data.
    for (const path of [...pages.filter(isList), ...pages.filter((one) => !isList(one))]) {
      await (isList(path) ? openByRetry : openPage)(page, path);
      await expectAccessible(page);
    }
  });
