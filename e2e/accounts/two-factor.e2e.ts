import { expect, type Page } from "@playwright/test";
import { checkScreen } from "#e2e/support/screens.ts";
import { accountButton, newCustomer, signInByDialog, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";
import { stepAt, totp } from "#server/accounts/two-factor/totp.ts";
import { fromBase32 } from "#server/accounts/two-factor/two-factor.fixture.ts";

const section = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "Two-factor authentication" }) });

test("C1 a customer turns two-factor authentication on and signs in with a code of the app", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  await visit(page, "/account/profile");
  await section(page).getByRole("button", { name: "Set up two-factor authentication" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(password);
  await checkScreen(page);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const secret = fromBase32((await dialog.locator("code").innerText()).replaceAll(" ", ""));
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(dialog.getByRole("img", { name: /^QR code/ })).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.emulateMedia({ colorScheme: "light" });
  await checkScreen(page);
  const used = stepAt(Date.now() / 1000);
  await dialog.getByLabel("Code", { exact: true }).fill(totp(secret, used));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await checkScreen(page);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Back to the codes" }).click();
  await dialog.getByRole("button", { name: "I saved my codes" }).click();
  await expect(section(page).getByText("Recovery codes left: 10")).toBeVisible();

  await page.getByRole("navigation", { name: "Account" }).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await signInByDialog(page, { username: email, password });
  const signIn = page.getByRole("dialog", { name: /Sign in to continue/ });
  await signIn.getByLabel("Code").fill(totp(secret, used));
  await signIn.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(signIn.getByText("That code is incorrect or has already been used.")).toBeVisible();
  await checkScreen(page);
  await signIn.getByLabel("Code").fill(totp(secret, Math.max(used + 1, stepAt(Date.now() / 1000))));
  await signIn.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(accountButton(page)).toBeVisible();
});
