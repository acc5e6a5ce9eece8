import { expect } from "@playwright/test";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A7 a gift card is issued with its code shown once, found again, disabled and given an expiry", async ({
  page,
}) => {
  const recipient = `Grace ${Date.now()}`;
  await openDashboard(page, "/dashboard/gift-cards");
  await expect(page.getByRole("heading", { level: 1, name: "Gift cards" })).toBeVisible();
  await page.getByRole("link", { name: "Active" }).click();
  await expect(page).toHaveURL(/status=active/);
  await page.getByRole("button", { name: "Issue gift card" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Issue gift card" });
  await dialog.getByRole("button", { name: "Issue gift card" }).click();
  await expect(dialog.getByText("Enter an amount greater than 0.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("25");
  await dialog.getByLabel("Recipient").fill(recipient);
  await dialog.getByRole("button", { name: "Issue gift card" }).click();
  const code = await dialog.getByText(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/).textContent();
  await checkScreenAtEachWidth(page);
  // Back closes the dialog, which shows the code only once.
  await page.goBack();
  await dialog.getByRole("alert").getByRole("button").first().click();
  await expect(dialog.getByText(code ?? "")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();

  const last4 = code?.slice(-4) ?? "";
  await page.getByRole("searchbox", { name: "Search gift cards" }).fill(recipient);
  await expect(page).toHaveURL(/name=Grace/);
  await expect(page.getByRole("link", { name: `•••• ${last4}` })).toHaveCount(1);
  await checkScreenAtEachWidth(page);
  await page.getByRole("link", { name: `•••• ${last4}` }).click();
  await expect(page.getByRole("list", { name: "History" }).getByText("+€25.00")).toBeVisible();
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Disable" })).toBeVisible();
  await page.getByLabel("Expires").fill("2020-01-01T00:00");
  await page.getByRole("button", { name: "Save expiry" }).click();
  await expect(page.getByText("Expired", { exact: true })).toBeVisible();
  await checkScreenAtEachWidth(page);
});
