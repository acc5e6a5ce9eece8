import { expect, type Page } from "@playwright/test";
import { chooseOptions } from "#e2e/support/products.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

const drawer = (page: Page) => page.getByRole("dialog", { name: "Added to your cart" });

/** Adds a product to the cart from its page and closes the drawer. */
async function add(page: Page, slug: string) {
  await visit(page, `/details/${slug}`);
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(drawer(page)).toBeVisible();
  await drawer(page).getByRole("button", { name: "Close" }).click();
  await expect(drawer(page)).toBeHidden();
}

test("R4 the empty and the filled cart", async ({ page }) => {
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await checkLoadedScreen(page);
  await add(page, "field-tee");
  await page.goto("/cart");
  await expect(page.getByRole("list", { name: "In your cart" })).toBeVisible();
  await checkLoadedScreen(page);
});
