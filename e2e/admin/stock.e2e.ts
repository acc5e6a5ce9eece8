import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A5 stock is received, counted and corrected, each with its movement, and a change is undone", async ({
  page,
}) => {
  const token = await openDashboard(page, "/dashboard/stock");
  await expect(page.getByRole("heading", { level: 1, name: "Stock" })).toBeVisible();
  const { data } = await callApi(page, token, "get", "/stock?status=in_stock&per_page=100");
  const item = data.find(({ reserved, sku }: { reserved: number; sku: string | null }) => reserved === 0 && sku);
  await page.getByRole("searchbox", { name: "Search stock" }).fill(item.sku);
  const row = page.getByRole("row").filter({ hasText: item.sku });
  await expect(row).toBeVisible();
  await checkScreenAtEachWidth(page);
  await row.getByRole("button", { name: /^Adjust/ }).click();
  const dialog = page.getByRole("dialog", { name: "Adjust stock" });
  await dialog.getByLabel("Units received").fill("5");
  await expect(dialog.getByText(`On hand afterwards: ${item.on_hand + 5}`)).toBeVisible();
  await checkScreenAtEachWidth(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${item.on_hand + 5} on hand`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("cell", { name: String(item.on_hand), exact: true }).first()).toBeVisible();

  await row.getByRole("link", { name: item.product }).click();
  // The list has a button to adjust stock too.
  await expect(page.getByRole("heading", { level: 1, name: item.product })).toBeVisible();
  await page.getByRole("button", { name: /^Adjust/ }).click();
  await dialog.getByRole("radio", { name: "Correct" }).check();
  await dialog.getByLabel("Units to add or remove").fill("-1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Broken glass");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/Broken glass/)).toBeVisible();
  await page.getByRole("button", { name: /^Adjust/ }).click();
  await dialog.getByRole("radio", { name: "Count" }).check();
  await dialog.getByLabel("Units counted").fill("3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Counted/ }).first()).toBeVisible();
  await expect(page.getByText("Low", { exact: true })).toBeVisible();
  await page.getByLabel("Low-stock level").fill("3");
  await page.getByRole("button", { name: "Save level" }).click();
  await expect(page.getByText("In stock", { exact: true })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await callApi(
    page,
    token,
    "post",
    `/variations/${item.variation_id}/stock`,
    { on_hand: item.on_hand, low_stock_level: null },
    crypto.randomUUID(),
  );
});

test("A5 the stock of a variation names the orders that reserve it", async ({ page }) => {
  const { id, number, token } = await otherCustomersOrder(page);
  const { data: order } = await callApi(page, token, "get", `/orders/${id}`);
  await openDashboard(page, `/dashboard/stock/${order.items[0].variation_id}`);
  await page
    .getByRole("list", { name: "Orders that reserve units" })
    .getByRole("link", { name: `Order ${number}` })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
});
