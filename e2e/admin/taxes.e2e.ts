import { expect } from "@playwright/test";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A7 a country without a tax rate is named, gets one, and the preview adds it up", async ({ page }) => {
  await openDashboard(page, "/dashboard/settings/taxes");
  await expect(page.getByRole("heading", { level: 1, name: "Taxes" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await expect(page.getByText("No tax rate for Norway")).toBeVisible();
  await page.getByRole("button", { name: "Add rate for Norway" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tax rate" });
  await expect(dialog.getByLabel("Country")).toHaveValue("NO");
  await dialog.getByRole("button", { name: "Create rate" }).click();
  await expect(dialog.getByText("Enter a percentage from 0 to 100, such as 8.875.")).toBeVisible();
  await dialog.getByLabel("Rate", { exact: true }).fill("25");
  await dialog.getByLabel("Name").fill("MVA");
  await checkScreenAtEachWidth(page);
  await dialog.getByRole("button", { name: "Create rate" }).click();
  await expect(page.getByText("No tax rate for Norway")).toHaveCount(0);

  const preview = page.getByRole("form", { name: "What would a customer pay?" });
  await preview.getByLabel("Country").selectOption({ label: "Norway" });
  await preview.getByLabel("Postal code").fill("0150");
  await preview.getByLabel("Price").fill("125");
  await preview.getByRole("button", { name: "Show prices" }).click();
  const prices = page.getByRole("status", { name: "Prices" });
  await expect(prices.getByText("€28.98")).toBeVisible();

  await page.getByRole("button", { name: /^Norway/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("No tax rate for Norway")).toBeVisible();
  await page.getByRole("dialog").filter({ hasText: "MVA deleted" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("No tax rate for Norway")).toHaveCount(0);
  await page.getByRole("button", { name: /^Norway/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();

  const name = `Books ${Date.now()}`;
  await page.getByRole("button", { name: "Create class" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Create class" }).click();
  await page.getByRole("button", { name: `Class ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: `Class ${name}` })).toHaveCount(0);
});
