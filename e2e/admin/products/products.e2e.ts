import { expect, type Locator, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { expectToast, openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const table = (page: Page) => page.getByRole("table", { name: "Products" });

const search = (page: Page) => page.getByRole("searchbox", { name: "Search products" });

const names = (page: Page) => table(page).getByRole("link");

test("R10 A5 product filters, search, sort and page size are in the address", async ({ page }) => {
  const { make, token } = await signInAsMerchant(page);
  const word = uniqueName("Shelf").replace(" ", "");
  const { data: category } = await callApi(page, token, "post", "/categories", { name: word });
  const inside = { category_ids: [category.id] };
  await make(`${word} beta`, { ...inside, variations: [{ price_amount: 500, on_hand: 0 }] });
  await make(`${word} alpha`, { ...inside, variations: [{ price_amount: 900, on_hand: 70 }] });
  await make(`${word} gamma`, { status: "draft", variations: [{ price_amount: 700, on_hand: 30 }] });
  await openScreen(page, "/dashboard/products", "Products");
  await expect(table(page).getByRole("row")).toHaveCount(21);
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await search(page).fill(word);
  await expect(names(page)).toHaveText([`${word} gamma`, `${word} alpha`, `${word} beta`]);
  await table(page).getByRole("button", { name: "Price" }).click();
  await expect(names(page)).toHaveText([`${word} beta`, `${word} gamma`, `${word} alpha`]);
  await table(page).getByRole("button", { name: "On hand" }).click();
  await table(page).getByRole("button", { name: "On hand" }).click();
  await expect(names(page)).toHaveText([`${word} alpha`, `${word} gamma`, `${word} beta`]);
  await expect(page).toHaveURL(/sort=-stock/);
  await page.getByRole("navigation", { name: "Product status" }).getByRole("link", { name: "Draft" }).click();
  await expect(names(page)).toHaveText([`${word} gamma`]);
  await page.goBack();
  await page.getByRole("button", { name: "Category: All" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by category" });
  await dialog.getByRole("searchbox", { name: "Search categories" }).fill(word);
  await dialog.getByRole("radio", { name: word }).check();
  await dialog.getByRole("button", { name: "Choose" }).click();
  await expect(page.getByRole("button", { name: `Category: ${word}` })).toBeVisible();
  await expect(names(page)).toHaveText([`${word} alpha`, `${word} beta`]);
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("dialog", { name: "Filter products" }).getByLabel("Stock").selectOption("Low stock");
  await page.getByRole("button", { name: "Show products" }).click();
  await expect(names(page)).toHaveText([`${word} beta`]);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog", { name: "Save view" }).getByLabel("Name").fill(word);
  await page.getByRole("dialog", { name: "Save view" }).getByRole("button", { name: "Save view" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().includes("/dashboard/lists/"),
  );
  await page.getByRole("checkbox", { name: "Brand" }).check();
  await saved;
  await openScreen(page, "/dashboard/products", "Products");
  await page.getByRole("link", { name: word, exact: true }).click();
  await expect(names(page)).toHaveText([`${word} beta`]);
  await expect(table(page).getByRole("columnheader", { name: "Brand" })).toBeVisible();
  await openScreen(page, "/dashboard/products", "Products");
  await page.getByLabel("Products on a page").selectOption("50");
  await expect(page).toHaveURL(/per_page=50/);
  await expect(table(page).getByRole("row")).toHaveCount(51);
});

test("R10 A5 a choice made before the list has loaded is added to the one before", async ({ page }) => {
  await signInAsMerchant(page);
  await openScreen(page, "/dashboard/products", "Products");
  const sort = table(page).getByRole("button", { name: "On hand" });
  await pressOnceAddressed(page, [sort]);
  await sort.click();
  await expect(page).toHaveURL(/sort=-stock/);
  await expect(table(page).getByRole("columnheader", { name: "On hand" })).toHaveAttribute("aria-sort", "descending");
});

/** Clicks one after the other, each as soon as the address has changed and before the list has. */
const pressOnceAddressed = async (page: Page, targets: Locator[]) =>
  page.evaluate(
    (elements) => {
      const { replaceState } = history;
      history.replaceState = (...rest) => {
        replaceState.apply(history, rest);
        const next = elements.shift();
        if (elements.length === 0) history.replaceState = replaceState;
        queueMicrotask(() => (next as HTMLElement).click());
      };
    },
    await Promise.all(targets.map((target) => target.elementHandle())),
  );

test("R10 A5 selected products are changed together; undo restores them, and missing ones are named", async ({
  page,
}) => {
  const { make, read, token } = await signInAsMerchant(page);
  const word = uniqueName("Bench").replace(" ", "");
  const [one, two] = [await make(`${word} one`), await make(`${word} two`, { status: "draft" })];
  const gone = await make(`${word} gone`);
  await openScreen(page, `/dashboard/products?name=${word}`, "Products");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected products" });
  await expect(bar.getByText("3 selected")).toBeVisible();
  await checkScreen(page);
  await callApi(page, token, "post", "/product/admin/delete", { ids: [gone.id] });
  await bar.getByRole("button", { name: "Archive" }).click();
  await expectToast(page, "2 products archived");
  await expect(page.getByRole("alert").getByText("Some products were not changed")).toBeVisible();
  await expect(page.getByRole("alert").getByText("1 product deleted meanwhile.")).toBeVisible();
  await expect(table(page).getByText("Archived")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(table(page).getByText("Archived")).toHaveCount(0);
  expect([(await read(one.id)).status, (await read(two.id)).status]).toEqual(["active", "draft"]);
  await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("checkbox", { name: `Select ${two.name}` }).check();
  await bar.getByRole("button", { name: "Set as active" }).click();
  await expectToast(page, "1 product set to active");
  await expect(table(page).getByText("Active")).toHaveCount(2);

  await page.getByRole("checkbox", { name: `Select ${one.name}` }).check();
  await bar.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: `Delete ${one.name}?` });
  await checkScreen(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await bar.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete product" }).click();
  await expectToast(page, "1 product deleted");
  await expect(names(page)).toHaveText([two.name]);
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeFocused();
});

test("R10 A5 products by keyboard: arrow keys move between rows, Enter and a click open one", async ({ page }) => {
  const { make } = await signInAsMerchant(page);
  const word = uniqueName("Stool").replace(" ", "");
  await make(`${word} a`);
  await make(`${word} b`);
  await openScreen(page, `/dashboard/products?name=${word}&sort=name`, "Products");
  await names(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(names(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `${word} b` })).toBeVisible();
  await page.goBack();
  await expect(names(page).nth(1)).toBeFocused();
  await table(page)
    .getByRole("row", { name: `${word} a` })
    .getByText("Active")
    .click();
  await expect(page.getByRole("heading", { level: 1, name: `${word} a` })).toBeVisible();
});

test("R10 A5 a failed bulk change is reported and keeps the selection", async ({ page }) => {
  const { make } = await signInAsMerchant(page);
  const { name } = await make(uniqueName("Ladder"));
  await openScreen(page, `/dashboard/products?name=${encodeURIComponent(name)}`, "Products");
  await page.route("**/v1/product/admin/bulk-edits", (route) =>
    route.fulfill({
      status: 503,
      json: { code: "busy", message: "The shop is busy right now. Try again in a moment." },
    }),
  );
  await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("alert").getByText("The shop is busy right now. Try again in a moment.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: `Select ${name}` })).toBeChecked();
  await checkScreen(page);
});
