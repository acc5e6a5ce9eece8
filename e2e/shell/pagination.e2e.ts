import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { customerWithCart, otherCustomersOrder, placeOrder } from "#e2e/support/orders.ts";
import { openScreen, signInAsMerchant } from "#e2e/support/products.ts";
import { checkScreenAtEachWidth, holdCalls } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test("R10 A2 A5 A6 a page past the end of a list of the dashboard says so and leads to the first, at 390, 768 and 1440 px", async ({
  page,
}) => {
  await otherCustomersOrder(page);
  await signIn(page, demoAdmin);
  for (const [path, name] of [
    ["/dashboard/users", "Users"],
    ["/dashboard/products", "Products"],
    ["/dashboard/orders", "Orders"],
  ] as const) {
    await openScreen(page, `${path}?page=900&sort=name`, name);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await checkScreenAtEachWidth(page);
    await page.getByRole("link", { name: "Go to the first page" }).click();
    await expect(page.getByRole("table", { name })).toBeVisible();
    await expect(page).not.toHaveURL(/page=/);
  }
});

test("R8 a page past the end of my orders does not say that I have none, at 390, 768 and 1440 px", async ({ page }) => {
  const { token } = await customerWithCart(page);
  const { number } = await placeOrder(page, token);
  for (const past of ["7", "2.5", "999999999"]) {
    await page.goto(`/account/orders?page=${past}`);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  }
  await checkScreenAtEachWidth(page);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(page.getByRole("list", { name: "Orders" })).toContainText(String(number));
});

test("R8 a page past the end of my notifications does not say that there were none, at 390, 768 and 1440 px", async ({
  page,
}) => {
  const { token } = await customerWithCart(page);
  await placeOrder(page, token);
  const told = async () => (await callApi(page, token, "get", "/notifications")).data.length;
  await expect.poll(told).toBeGreaterThan(0);
  for (const past of ["7", "2.5", "999999999"]) {
    await page.goto(`/account/notifications?page=${past}`);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nothing yet" })).toHaveCount(0);
  }
  await checkScreenAtEachWidth(page);
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(await told());
});

test("R10 A5 how many are on a page is shown at once, and a choice made just before is kept", async ({ page }) => {
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
