import { expect } from "@playwright/test";
import { openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A5 the prices of selected products are raised in bulk after a preview, and put back", async ({ page }) => {
  const { make, read } = await signInAsMerchant(page);
  const word = uniqueName("Vase").replace(" ", "");
  const one = await make(`${word} one`, { variations: [{ price_amount: 1850 }] });
  await make(`${word} two`, { variations: [{ price_amount: 4000 }] });
  await openScreen(page, `/dashboard/products?name=${word}`, "Products");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("region", { name: "Selected products" }).getByRole("link", { name: "Edit…" }).click();
  await expect(page.getByText("2 products selected.")).toBeVisible();
  await page.getByLabel("Percentage").fill("10");
  await page.getByLabel("Round to").selectOption({ label: ".99 (19.99 EUR)" });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("status").getByText("2 products will change.")).toBeVisible();
  await expect(page.getByRole("row", { name: `${word} one €18.50 €19.99` })).toBeVisible();
  await page.getByRole("button", { name: "Change 2 products" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Price +10%, rounded to .99" })).toBeVisible();
  await expect(page.getByText("Completed")).toBeVisible();
  expect((await read(one.id)).variations[0]?.price_amount).toBe(1999);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog", { name: "Undo this bulk edit?" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  expect((await read(one.id)).variations[0]?.price_amount).toBe(1850);
  await openScreen(page, "/dashboard/audit?entity=bulk_edit", "Audit log");
  const entries = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await entries
    .filter({ hasText: /^Bulk edit started\s*Price of 2 products/ })
    .first()
    .getByRole("link", { name: "All changes" })
    .click();
  const [changed, undone] = ["Product changed in bulk", "Product changed in bulk, undone"];
  const change = (label: string, product: string) =>
    entries.filter({ hasText: new RegExp(`^${label}\\s*${word} ${product} ?by`) });
  for (const product of ["one", "two"]) {
    await expect(change(changed, product)).toHaveCount(1);
    await expect(change(undone, product)).toHaveCount(1);
  }
  await page.goto(`/dashboard/audit?entity=product&entity_id=${one.id}`);
  await expect(change(changed, "one").getByText("Undone")).toBeVisible();
});
