import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { customerWithCart, otherCustomersOrder, placeOrder } from "#e2e/support/orders.ts";
import { openScreen, signInAsMerchant } from "#e2e/support/products.ts";
import { checkScreenAtEachWidth, holdCalls } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test("R10 A2 A5 A6 a page past the end of a dashboard list leads to the first", async ({ page }) => {
  await otherCustomersOrder(page);
  await signIn(page, demoAdmin);
  for (const [path, name] of [
    ["/dashboard/users", "Customers"],
    ["/dashboard/products", "Products"],
    ["/dashboard/orders", "Orders"],
  ] as const) {
    await openScreen(page, `${path}?page=900&sort=name`, name);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await checkScreenAtEachWidth(page);
    await page.getByRole("link", { name: "Go to the first page" }).click();
    await expect(page.getByRole("table", { name })).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
  }
});

test("R8 a page past the end of one's orders is not an empty state", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { number } = await placeOrder(page, token);
  for (const past of ["7", "2.5", "999999999"]) {
    await page.goto(`/account/orders?page=${past}`);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  await checkScreenAtEachWidth(page);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(page.getByRole("list", { name: "Orders" })).toContainText(String(number));
});

test("R8 a page past the end of one's notifications is not an empty state", async ({ page }) => {
  const { token } = await customerWithCart(page);
  await placeOrder(page, token);
  const countNotifications = async () => (await callApi(page, token, "get", "/notifications")).data.length;
  await expect.poll(countNotifications).toBeGreaterThan(0);
  for (const past of ["7", "2.5", "999999999"]) {
    await page.goto(`/account/notifications?page=${past}`);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No notifications yet" })).toHaveCount(0);
  }
  await checkScreenAtEachWidth(page);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(await countNotifications());
});

test("R10 A5 the page size changes at once, and a choice made just before stays", async ({ page }) => {
  await signInAsMerchant(page);
  await openScreen(page, "/dashboard/products", "Products");
  const table = page.getByRole("table", { name: "Products" });
  await expect(table.getByRole("row")).toHaveCount(21);
  const letGo = await holdCalls(page, "**/v1/product/admin?*");
  await table.getByRole("button", { name: "Price" }).click();
  const size = page.getByLabel("Products on a page");
  await size.selectOption("50");
  await expect(size).toHaveValue("50");
  await expect(page).toHaveURL(/sort=price.*per_page=50/);
  await letGo();
  await expect(table.getByRole("row")).toHaveCount(51);
  await expect(size).toHaveValue("50");
});
