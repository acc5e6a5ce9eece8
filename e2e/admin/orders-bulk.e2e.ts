import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A6 orders are packed together and shipped from a pasted list", async ({ page }) => {
  const orders = [await otherCustomersOrder(page), await otherCustomersOrder(page)];
  const [one, other] = orders.map(({ number }) => number);
  const token = await openDashboard(page, "/dashboard/orders?view=to_ship");
  const table = page.getByRole("table", { name: "Orders" });
  await table.getByRole("checkbox", { name: `Select order ${one}` }).check();
  await table.getByRole("checkbox", { name: `Select order ${other}` }).check();
  await checkLoadedScreen(page);
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByRole("button", { name: "Mark as packed" }).click();
  await expect(bar).toBeHidden();
  await expect(table.getByRole("row").filter({ hasText: String(one) })).toContainText("Packed");

  await page.getByRole("button", { name: "Ship from list" }).click();
  const dialog = page.getByRole("dialog", { name: "Ship orders" });
  await dialog.getByLabel("Orders").fill(`${one}\tDHL\tJD01\n${other}\tUPS\t1Z02\n999999\tDHL\tJD03`);
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("row").last()).toContainText("Not found");
  await checkLoadedScreen(page);
  await dialog.getByRole("button", { name: "Ship 2 orders" }).click();
  await expect(dialog).toBeHidden();
  const { data } = await callApi(page, token, "get", `/orders/${orders[1]?.id}`);
  expect(data.fulfilments).toMatchObject([{ carrier: "UPS", tracking_number: "1Z02" }]);
});
