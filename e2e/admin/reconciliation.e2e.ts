import { expect, type Page } from "@playwright/test";
import { queryDatabase } from "#e2e/support/database.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

async function openReconciliation(page: Page) {
  await signIn(page, demoAdmin);
  await page.goto("/dashboard/reconciliation");
  await expect(page.getByRole("heading", { name: "Reconciliation", level: 1 })).toBeVisible();
}

test("A6 C11 the reconciliation says that all is consistent, when that was checked, and how much of it there is", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReconciliation(page);
  const summary = page.getByRole("status").filter({ hasText: "No inconsistencies" });
  await expect(summary).toContainText(/Checked .+, in [\d.]+ s\./);
  const stock = page.getByRole("listitem").filter({ hasText: "Stock on hand matches its movements" });
  await expect(stock).toContainText(/[\d,]+ variations · [\d,]+ reservations · [\d,]+ movements/);
  await expect(page.getByText("Consistent", { exact: true })).toHaveCount(5);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(summary).toBeVisible();
  await checkLoadedScreen(page);
});

test("A6 C11 an inconsistency is a red row with what it should be and what to do, until it is put right", async ({
  page,
}) => {
  const { id, number } = await otherCustomersOrder(page);
  const setQuantity = (quantity: number) =>
    queryDatabase(process.env.SHOP_DATA ?? "", "update orders set quantity = quantity + $2 where id = $1", [
      id,
      quantity,
    ]);
  await setQuantity(7);
  await page.setViewportSize({ width: 390, height: 844 });
  await openReconciliation(page);
  await expect(page.getByText("1 inconsistency", { exact: true })).toBeVisible();
  const row = page.getByRole("region", { name: "Inconsistencies" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("The number of items doesn't match the line items.");
  await expect(row).toContainText("The line items are correct.");
  const [expected, found] = await row.getByRole("definition").allInnerTexts();
  expect(Number(found) - Number(expected)).toBe(7);
  await expect(row.getByRole("link", { name: `Order ${number}` })).toHaveAttribute("href", `/dashboard/orders/${id}`);
  await checkLoadedScreen(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await setQuantity(-7);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("No inconsistencies", { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
});
