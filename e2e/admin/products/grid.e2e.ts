import { expect } from "@playwright/test";
import { expectToast, openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A5 prices and stock are pasted from a spreadsheet into the grid, corrected and saved", async ({ page }) => {
  const { make, read } = await signInAsMerchant(page);
  const word = uniqueName("Tile").replace(" ", "");
  const two = await make(`${word} two`, { variations: [{ price_amount: 2000, on_hand: 3 }] });
  const one = await make(`${word} one`, { variations: [{ price_amount: 1000, on_hand: 5 }] });
  await openScreen(page, `/dashboard/products/grid?name=${word}`, "Edit prices and stock");
  const cell = (column: string, name: string) => page.getByLabel(`${column} of ${word} ${name}`, { exact: true });
  await cell("Price", "one").focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "12.50\t\t8\n22.50\t20\t4\n");
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByText("2 unsaved rows")).toBeVisible();
  await expect(cell("In stock", "two")).toHaveValue("4");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(cell("Compare-at price", "two")).toHaveAccessibleDescription(
    "The compare-at price must be higher than the price.",
  );
  await cell("Compare-at price", "one").focus();
  await page.keyboard.press("ArrowDown");
  await expect(cell("Compare-at price", "two")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cell("Compare-at price", "two")).toHaveValue("");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "2 variations saved");
  expect((await read(one.id)).variations[0]).toMatchObject({ price_amount: 1250, on_hand: 8 });
  expect((await read(two.id)).variations[0]).toMatchObject({ price_amount: 2250, compare_at_amount: null, on_hand: 4 });
});

test("Unit price: a quantity typed in the editor shows the price of a kilogram on page, tile and cart", async ({
  page,
}) => {
  const { make } = await signInAsMerchant(page);
  const word = uniqueName("Honey").replace(" ", "");
  const { id, slug } = await make(word, { variations: [{ price_amount: 499, on_hand: 5 }] });
  await openScreen(page, `/dashboard/products/create/${id}`, word);
  const quantity = page.getByLabel("Quantity for the unit price");
  await quantity.fill("250 stones");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(quantity).toHaveAccessibleDescription(/Enter a quantity with its unit/);
  await quantity.fill("250 g per 100 g");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expectToast(page, `${word} saved`);
  await page.goto(`/details/${slug}`);
  await expect(page.getByText("€2.00 per 100 g").first()).toBeVisible();
  await page.goto(`/products?name=${word}`);
  await expect(page.locator("article").getByText("€2.00 per 100 g")).toBeVisible();
});
