import { expect } from "@playwright/test";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A6 an order is taken by phone: customer, product, discount; it survives a reload and awaits a transfer", async ({
  page,
}) => {
  await openDashboard(page, "/dashboard/orders");
  await page.getByRole("link", { name: "Create order" }).click();
  await page.getByRole("combobox", { name: "Search products" }).fill("linen");
  await page
    .getByRole("option", { name: / [1-9]\d* in stock$/ })
    .first()
    .click();
  const items = page.getByRole("list", { name: "Items", exact: true });
  await expect(items.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Create order" }).click();
  await expect(page.getByText("Search for a customer or enter an email address.")).toBeVisible();
  await page.getByLabel("Email of a new customer").fill(`phone-${Date.now()}@example.com`);
  await page.getByLabel("Full name").fill("Grace Hopper");
  await page.getByLabel("Street address").fill("Main Street 1");
  await page.getByLabel("City").fill("Berlin");
  await page.getByLabel("Postal code").fill("10115");
  await page.getByRole("radio", { name: "Percentage" }).check();
  await page.getByRole("textbox", { name: "Percentage" }).fill("10");
  await page.getByLabel("Reason").fill("Regular customer");
  await expect(page.getByText("10% off: Regular customer")).toHaveCount(1);
  await checkScreenAtEachWidth(page);

  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue("Grace Hopper");
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  await expect(page.getByText("10% off: Regular customer")).toHaveCount(1);
  // Before the total is that of the new discount.
  await page.getByRole("textbox", { name: "Percentage" }).fill("20");
  await page.getByRole("button", { name: "Create order" }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Pending payment").first()).toBeVisible();
  await expect(page.getByText("Grace Hopper").first()).toBeVisible();
});
