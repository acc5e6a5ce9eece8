import { expect } from "@playwright/test";
import { fillAddress, orderButton } from "#e2e/support/checkout.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { storedSession, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("R6 R7 T8 with an email alone: add, check out, address, pay, confirmation", async ({ page }) => {
  await visit(page, "/products?name=switchback");
  await page
    .getByRole("link", { name: /Switchback Pack/ })
    .first()
    .click();
  await page.getByRole("radio", { name: /Navy/ }).click({ force: true });
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toBeVisible();
  await visit(page, "/cart");
  await page.getByRole("link", { name: "Go to checkout" }).first().click();
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  const go = dialog.getByRole("button", { name: "Continue with this email" });
  await expect(go).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Email me a code" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Sign in with a password" })).toBeVisible();
  await checkLoadedScreen(page);
  await go.click();
  await expect(dialog.getByText("Email required")).toBeVisible();
  const email = `guest-${crypto.randomUUID()}@example.com`;
  await dialog.getByLabel("Email").fill(email);
  await go.click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByRole("button", { name: "Sign in with a code" })).toBeVisible();
  expect((await storedSession(page)).slice(2)).toEqual(["customer", "provisional"]);
  await fillAddress(page);
  await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
  await checkLoadedScreen(page);
  await orderButton(page).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "View order" }).click();
  await expect(page.getByRole("list", { name: "Items" })).toContainText("Switchback Pack");
  await page.getByRole("button", { name: /Logout/ }).click();
  const leaving = page.getByRole("dialog", { name: "Log out without an account?" });
  await checkLoadedScreen(page);
  await leaving.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You're logged Out")).toBeVisible();
  expect(await storedSession(page)).toEqual([null, null, null, null]);
});
