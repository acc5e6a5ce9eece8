import type { Page } from "@playwright/test";
import type { Translate } from "./people.ts";

// What is done on a page before it is photographed, or before it is opened.

export async function openFirstCategory(page: Page) {
  await page
    .getByRole("button", { name: /^Subcategories of/ })
    .first()
    .click();
}

export function emptyCategories(page: Page) {
  return page.route("**/v1/categories/admin*", (route) => route.fulfill({ json: { data: [] } }));
}

export async function openCategoryMenu(page: Page) {
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("dialog").first().waitFor();
}

export function inCategoryMenu(entry: string) {
  return async (page: Page) => {
    await openCategoryMenu(page);
    await page.getByRole("dialog").getByRole("button", { name: entry }).click();
    await page
      .getByRole("dialog", { name: /^(Move|Delete) “/ })
      .getByRole("button")
      .first()
      .waitFor();
  };
}

/** Uploads a file with a bad row and shows its preview; nothing is imported. */
export function previewImport(what: string) {
  const text =
    what === "category"
      ? "path,name,colour,is_active\ngarden,,,\ngarden > Pots,,red,true\ngarden > Rakes,,,perhaps\n"
      : 'Handle,Title,Vendor,Variant SKU,Variant Price,Colour\npot,Pot,Kiosk,POT-1,"1.299,00",red\nrake,Rake,Kiosk,RAKE-1,cheap,\n';
  return async (page: Page) => {
    const file = { name: `${what}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByText("Review the changes before you import:").waitFor();
  };
}

export async function selectTwoUsers(page: Page) {
  // On touch screens the label is larger than its checkbox and covers it.
  const labels = page.getByRole("row").locator("label");
  for (const row of [1, 2]) await labels.nth(row).click();
}

export async function selectProduct(page: Page) {
  // By its label: on a phone the checkbox itself is no target.
  await page
    .locator("label", { has: page.getByRole("checkbox", { name: /^Choose / }) })
    .nth(1)
    .click();
  await page.getByRole("region", { name: "Selected products" }).waitFor();
}

export async function saveEmptyProduct(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("alert").getByText("Product not saved").waitFor();
}

/** Presses a button that opens a dialog, a drawer or a menu. */
export function press(text: string) {
  return async (page: Page, said: Translate) => {
    await page
      .getByRole("button", { name: said(text), exact: true })
      .first()
      .click();
    await page.getByRole("dialog").first().waitFor();
  };
}

export async function openMenu(page: Page, said: Translate) {
  await press("Categories")(page, said);
  await page.getByRole("dialog").getByRole("button").nth(1).waitFor();
}

export async function openMenuLevel(page: Page, said: Translate) {
  await openMenu(page, said);
  await page.getByRole("dialog").getByRole("listitem").getByRole("button").first().click();
}

export function search(words: string) {
  return async (page: Page, said: Translate) => {
    const field = page.getByRole("combobox");
    if (!(await field.isVisible())) await page.getByRole("link", { name: said("Search"), exact: true }).click();
    await field.pressSequentially(words);
    await page.getByRole("option").or(page.getByRole("listbox").getByText(words)).first().waitFor();
  };
}

export async function openReviewForm(page: Page, said: Translate) {
  await page.getByRole("main").getByText(said("Write a review"), { exact: true }).first().click();
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
}

export async function openFilters(page: Page, said: Translate) {
  const button = page.getByRole("button", { name: said("Filter") });
  if (!(await button.isVisible())) return page.getByRole("complementary").getByRole("checkbox").first().check();
  await button.click();
  await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
}

export async function emptyDrawer(page: Page, said: Translate) {
  await press("Add to cart")(page, said);
  const drawer = page.getByRole("dialog").first();
  await drawer.getByRole("listitem").getByRole("button").last().click();
  await drawer.getByRole("listitem").first().waitFor({ state: "hidden" });
}

export async function openLoadingList(page: Page) {
  await page.route("**/v1/product?**", () => undefined);
  await page.getByRole("main").locator('a[href^="/products"]').first().click();
  await page.getByTestId("pending-page").waitFor();
}

export function holdOrders(page: Page) {
  return page.route("**/v1/orders?**", () => undefined);
}

export function failOrders(page: Page) {
  return page.route("**/v1/orders?**", (route) => route.fulfill({ status: 400, json: { message: "No." } }));
}

export async function openZoom(page: Page) {
  await page.locator("ul.scroller button").first().click();
  await page.getByRole("dialog").locator("img").first().waitFor();
}

/** Answers the cart as if prices and stock had changed since. */
export function changeCartPrices(page: Page) {
  return page.route(/\/v1\/cart$/, async (route) => {
    const answer = await route.fetch();
    const cart = await answer.json();
    const [first, second, third] = cart.items;
    first.problems = [
      { code: "price_up", from: { ...first.unit_price, amount: first.unit_price.amount - 100 }, to: first.unit_price },
    ];
    second.problems = [{ code: "insufficient_stock", available: 1 }];
    third.problems = [{ code: "out_of_stock", available: 0 }];
    second.max_quantity = 1;
    third.max_quantity = 0;
    await route.fulfill({ response: answer, json: { ...cart, can_checkout: false } });
  });
}

export async function failProductPage(page: Page) {
  await page.route("**/v1/product/details/**", (route) => route.fulfill({ status: 400, json: { message: "No." } }));
  await page.route("**/details/**", (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await page.getByRole("article").getByRole("link").first().click();
  await page.getByRole("alert").getByRole("heading").waitFor();
}

export async function submitInvalidCheckout(page: Page, said: Translate) {
  await page.getByRole("textbox", { name: said("Email"), exact: true }).fill("robin");
  await page.locator("button[type=submit]").last().click();
  await page.getByRole("alert").getByRole("link").first().waitFor();
}
