import { expect } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { expectAccessible, holdCalls } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A1 the command palette leads to pages, forms, actions and users by the keyboard alone", async ({ page }) => {
  await newAccount(page, "Palette Person");
  await openDashboard(page);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /^Search pages/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("coup");
  await expect(palette.getByRole("option")).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Coupons" })).toBeVisible();
  await expect(palette).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /^Search pages/ })).toBeFocused();
  const release = await holdCalls(page, "**/v1/customers?**");
  await page.keyboard.type("Palette Person");
  // Before anything is found.
  await page.keyboard.press("Enter");
  await release();
  await expect(page.getByRole("heading", { level: 1, name: "Palette Person" })).toBeVisible();
  // What the page itself can do, then a form of another page.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /^Search pages/ })).toBeFocused();
  await page.keyboard.type("merge another");
  await expect(palette.getByRole("option")).toHaveText(/^More actions/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("invite");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Invite staff" }).getByLabel("Email")).toBeFocused();
  await expect(page).toHaveURL(/\/settings\/staff$/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search or jump to" }).click();
  await expect(page.getByRole("combobox", { name: /^Search pages/ })).toBeFocused();
  await page.keyboard.type("qqqqq");
  await expect(palette.getByText("No results for “qqqqq”")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});
