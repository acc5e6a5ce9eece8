import { expect, type Page } from "@playwright/test";

export const orderButton = (page: Page) => page.getByRole("button", { name: /^Order and pay €/ });

/** Opens the checkout with everything chosen. */
export async function openCheckout(page: Page) {
  await page.goto("/checkout");
  await expect(orderButton(page)).toBeEnabled();
}

/** Fills in a German address. */
export async function fillAddress(page: Page) {
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Full name").fill("Robin Reader");
  await page.getByLabel("Street address").fill("Lindenweg 8");
  await page.getByLabel("Postal code").fill("10115");
  await page.getByLabel("City").fill("Berlin");
}
