import { devices, expect, type Page } from "@playwright/test";
import { chooseOptions } from "#e2e/support/products.ts";
import { visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";
import * as isolated from "#e2e/support/test.ts";

const chips = (page: Page) => page.getByRole("list", { name: "Applied filters" }).getByRole("listitem");

test("R2 R11 back and forward undo and redo filters, in checkboxes and chips too", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "/products");
  const filters = page.getByRole("complementary", { name: "Filters" });
  const [inStock, onSale] = ["In stock", "On sale"].map((name) =>
    filters.getByRole("checkbox", { name: new RegExp(`^${name}`) }),
  ) as [ReturnType<Page["locator"]>, ReturnType<Page["locator"]>];
  // Not `check()`, which checks at once: a click before hydration applies a moment later.
  await inStock.click();
  await expect(inStock).toBeChecked();
  await expect(page).toHaveURL(/\?in_stock=true$/);
  await onSale.check();
  await expect(page).toHaveURL(/in_stock=true&on_sale=true$/);
  await expect(chips(page).filter({ hasText: "On sale" })).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\?in_stock=true$/);
  await expect(onSale).not.toBeChecked();
  await expect(inStock).toBeChecked();
  await expect(chips(page).filter({ hasText: "On sale" })).toHaveCount(0);
  await page.goForward();
  await expect(onSale).toBeChecked();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
  await expect(inStock).not.toBeChecked();
});

/** From a list to a product by client-side navigation. */
async function throughTheList(page: Page) {
  await visit(page, "/products?name=field+tee");
  await page.getByRole("article").getByRole("link", { name: "Field Tee" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Field Tee", exact: true })).toBeVisible();
}

/** Goes back to the list and expects no overlay. */
async function backAtTheList(page: Page) {
  await page.goBack();
  await expect(page).toHaveURL(/\/products\?/);
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("R3 R11 back from the zoom view leaves no dialog on the page before", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await throughTheList(page);
  await page
    .getByRole("button", { name: /zoom in/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Images of Field Tee" })).toBeVisible();
  await backAtTheList(page);
});

test("R4 R11 back closes the cart drawer", async ({ page }) => {
  await throughTheList(page);
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toBeVisible();
  await backAtTheList(page);
});

test("D1 R11 back closes the sign-in dialog where the page does not need it", async ({ page }) => {
  await throughTheList(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  await backAtTheList(page);
});

isolated.test.describe("with the back gesture of a phone", () => {
  const { viewport, userAgent } = devices["Pixel 7"];
  isolated.test.use({ viewport, userAgent, hasTouch: true });

  isolated.test("R3 R4 R11 H2 H3 back closes an overlay before it leaves the page", async ({ page }) => {
    await page.addInitScript(stubCloseWatcher);
    await visit(page, "/");
    await throughTheList(page);
    const address = page.url();
    const goBack = () => page.evaluate(() => dispatchEvent(new Event("back gesture")));
    const dialogs = page.getByRole("dialog");

    await page.getByRole("button", { name: "Categories" }).click();
    await expect(dialogs.getByRole("button", { name: "Wear" })).toBeVisible();
    await goBack();
    await expect(dialogs).toHaveCount(0);

    const field = page.getByRole("combobox", { name: "Search products" });
    await page.getByRole("link", { name: "Search" }).click();
    await expect(field).toBeFocused();
    await goBack();
    await expect(field).toBeHidden();

    await page
      .getByRole("button", { name: /zoom in/ })
      .first()
      .click();
    await expect(dialogs.getByRole("button", { name: "Next image" })).toBeVisible();
    await goBack();
    await expect(dialogs).toHaveCount(0);

    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialogs.getByLabel("Username")).toBeVisible();
    await goBack();
    await expect(dialogs).toHaveCount(0);

    expect(page.url()).toBe(address);
    await goBack();
    await expect(page).toHaveURL(/\/products\?name=field\+tee$/);
  });
});

/** Imitates Android, where back closes the last opened watcher, and goes back one page when there is none. */
function stubCloseWatcher() {
  const open: CloseWatcher[] = [];
  class CloseWatcher extends EventTarget {
    constructor() {
      super();
      open.push(this);
    }
    destroy() {
      const at = open.indexOf(this);
      if (at >= 0) open.splice(at, 1);
    }
  }
  Object.assign(window, { CloseWatcher });
  addEventListener("back gesture", () => {
    const last = open.at(-1);
    if (!last) return history.back();
    if (!last.dispatchEvent(new Event("cancel", { cancelable: true }))) return;
    last.destroy();
    last.dispatchEvent(new Event("close"));
  });
}
