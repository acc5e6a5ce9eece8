import { expect, type Page } from "@playwright/test";
import { queryDatabase } from "#e2e/support/database.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

async function openLedger(page: Page) {
  await signIn(page, demoAdmin);
  await page.goto("/dashboard/ledger");
  await expect(page.getByRole("heading", { name: "Ledger", level: 1 })).toBeVisible();
}

test("A6 C11 the ledger shows that all balances match, when that was checked, and its totals", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLedger(page);
  const verdict = page.getByRole("status").filter({ hasText: "Everything balances" });
  await expect(verdict).toContainText(/Proven .+, in [\d.]+ s\./);
  const stock = page.getByRole("listitem").filter({ hasText: "Shelves against movements" });
  await expect(stock).toContainText(/[\d,]+ variations · [\d,]+ reservations · [\d,]+ movements/);
  await expect(page.getByText("Balanced", { exact: true })).toHaveCount(5);
  await page.getByRole("button", { name: "Prove now" }).click();
  await expect(verdict).toBeVisible();
  await checkLoadedScreen(page);
});

test("A6 C11 an inconsistent figure is shown with its expected value and can be repaired", async ({ page }) => {
  const { id, number, total } = await otherCustomersOrder(page);
  await queryDatabase(process.env.SHOP_DATA ?? "", "update orders set paid_amount = 1 where id = $1", [id]);
  await page.setViewportSize({ width: 390, height: 844 });
  await openLedger(page);
  await expect(page.getByText("One figure is off", { exact: true })).toBeVisible();
  const row = page.getByRole("region", { name: "What is off" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("What the order says was paid is not what its payments come to.");
  await expect(row.getByRole("definition")).toHaveText([
    (total.amount / 100).toLocaleString("en-GB", { style: "currency", currency: "EUR" }),
    "€0.01",
  ]);
  await expect(row.getByRole("link", { name: `Order ${number}` })).toHaveAttribute("href", `/dashboard/orders/${id}`);
  await checkLoadedScreen(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await row.getByRole("button", { name: `Mend: Order ${number}` }).click();
  const dialog = page.getByRole("dialog", { name: `Mend: Order ${number}` });
  await expect(dialog).toContainText("No money moves.");
  await dialog.getByRole("button", { name: "Mend", exact: true }).click();
  await expect(page.getByText("Everything balances", { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: `Order ${number}` })).toContainText("No money moves.");
});
