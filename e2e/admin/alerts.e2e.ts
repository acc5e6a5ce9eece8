import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { productForm, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("H7 L2 the bell counts alerts live; each leads to what it is about and is read then", async ({ page }) => {
  const { make, token, read } = await signInAsMerchant(page);
  const name = uniqueName("Lantern");
  const { id } = await make(name, { variations: [{ price_amount: 900, on_hand: 40 }] });
  await openDashboard(page, "/dashboard/home");
  await callApi(page, token, "post", "/notifications/read-all", {});
  const bell = page.getByRole("button", { name: /^Alerts/ });
  await expect(bell).toHaveAccessibleName("Alerts");
  const form = await productForm(page, token, id);
  const { variations } = await read(id);
  await callApi(page, token, "put", `/product/${id}`, {
    ...form,
    variations: [{ ...variations[0], on_hand: 2, on_hand_was: 40 }],
  });
  await expect(bell).toHaveAccessibleName("Alerts, 1 unread");
  await bell.click();
  const panel = page.getByRole("dialog", { name: "Alerts" });
  const alert = panel.getByRole("link", { name: `${name} is low in stock: 2 left` });
  await expect(alert).toBeVisible();
  await checkLoadedScreen(page);
  await page.keyboard.press("Escape");
  await expect(bell).toBeFocused();
  await bell.click();
  await alert.click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/products/create/${id}$`));
  await expect(bell).toHaveAccessibleName("Alerts");
  await bell.click();
  await panel.getByRole("link", { name: "Show all alerts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Alerts" }).getByRole("listitem").first()).toContainText(name);
  await checkLoadedScreen(page);
});

test("A1 L4 a new order is announced by a toast that leads to it, also below that of another order", async ({
  page,
}) => {
  await openDashboard(page, "/dashboard/home");
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  const { id, number } = await otherCustomersOrder(page);
  const toastOf = (order: number) => page.getByRole("dialog").filter({ hasText: `New order ${order}` });
  await expect(toastOf(number)).toBeVisible();
  await expect(toastOf((await otherCustomersOrder(page)).number)).toBeVisible();
  await toastOf(number).getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/orders/${id}$`));
});

test("R8 administrators are led from their account's orders to the dashboard, and have a wishlist and addresses", async ({
  page,
}) => {
  const { id, number } = await otherCustomersOrder(page);
  await signIn(page, demoAdmin);
  for (const [path, target, heading] of [
    ["/account/orders", "/dashboard/orders", "Orders"],
    [`/account/orders/${id}`, `/dashboard/orders/${id}`, `Order ${number}`],
    ["/account/reviews", "/dashboard/reviews", "Reviews"],
    ["/account/wishlist", "/account/wishlist", "Wishlist"],
    ["/account/addresses", "/account/addresses", "Addresses"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`${target}$`));
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});
