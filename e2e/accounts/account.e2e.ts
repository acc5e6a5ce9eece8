import { expect, type Page } from "@playwright/test";
import { checkLoadedScreen, checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { accountButton, fillSignIn, newCustomer, storedSession, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("D9 R8 a newcomer signs up and returns to the page they came from, signed in", async ({ page }) => {
  await visit(page, "/products");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await checkLoadedScreen(page);
  await page.getByLabel("Email").fill(`new-${crypto.randomUUID()}@example.com`);
  const username = `reader.${Date.now()}`;
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("paragraph").filter({ hasText: "Use at least 8 characters." }).first()).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Password").fill("long enough now");
  // A policy that is read before agreeing must not cost what was typed.
  await expect(page.getByRole("main").getByRole("link", { name: "terms of use" })).toHaveAttribute("target", "_blank");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(accountButton(page)).toBeVisible();
  const again = await page.request.post("/v1/auth/login", { data: { username, password: "long enough now" } });
  expect(again.status()).toBe(200);
});

test("R8 the account has its own navigation, and the short addresses redirect into it", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/wishlist");
  await expect(page).toHaveURL(/\/account\/wishlist$/);
  const menu = page.getByRole("navigation", { name: "Account" });
  await expect(menu.getByRole("link", { name: "Wishlist" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name: "Your wishlist is empty" })).toBeVisible();
  await checkLoadedScreen(page);
  await menu.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Hi, Robin Reader" })).toBeVisible();
  await checkLoadedScreen(page);
});

test("R8 name and email are updated; a taken username is reported at its field", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByLabel("Name", { exact: false }).first().fill("Robin Writer");
  const typed = Promise.withResolvers<void>();
  await page.route(
    "**/v1/account/profile",
    async (route) => {
      await typed.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Save profile" }).click();
  // What is typed while it is saved stays.
  await page.getByRole("textbox", { name: /^Username/ }).fill("demo");
  typed.resolve();
  await expect(page.getByText("Profile saved")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Username/ })).toHaveValue("demo");
  await checkLoadedScreen(page);
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByRole("main").getByText(/already|taken/i)).toBeVisible();
  await page.getByRole("link", { name: "Orders" }).first().click();
  await page
    .getByRole("dialog", { name: /unsaved changes/ })
    .getByRole("button", { name: "Cancel" })
    .click();
  await expect(page.getByRole("textbox", { name: /^Username/ })).toHaveValue("demo");
});

test("D9 R8 confirmation emails for new addresses are throttled, and the form says so", async ({ page }) => {
  const { password } = await newCustomer(page);
  await page.goto("/account/profile");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Save profile" }) });
  const wish = async (email: string) => {
    await form.getByRole("textbox", { name: /^Email/ }).fill(email);
    await form.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Save profile" }).click();
  };
  for (let turn = 1; turn <= 5; turn++) {
    const email = `wish-${crypto.randomUUID()}@example.com`;
    await wish(email);
    await expect(page.getByText(`We sent a link to ${email}.`, { exact: false })).toBeVisible();
  }
  await wish("one-too-many@example.com");
  await expect(page.getByRole("alert").getByText("Too many attempts. Wait a moment, then try again.")).toBeVisible();
});

test("R8 D9 the password is changed only with the current one", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("New password")).toHaveAttribute("aria-invalid", "true");
  // The hint says the same.
  await expect(page.getByText(/^Use at least 8 characters\./)).toHaveCount(1);
  await page.getByLabel("New password").fill("a-newer-stone");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  const again = (word: string) => page.request.post("/v1/auth/login", { data: { username: email, password: word } });
  expect((await again("a-newer-stone")).status()).toBe(200);
  expect((await again(password)).status()).toBe(400);
});

test("R8 deleting an account asks for the password and clears the browser's storage", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await expect(dialog.getByText("You'll be signed out on all devices", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("Password required")).toBeVisible();
  await checkScreenAtEachWidth(page);
  await dialog.getByLabel("Current password").fill("not-this-one");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("Your current password is incorrect.")).toBeVisible();
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await checkScreenAtEachWidth(page, "[role=dialog]");
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Your account has been deleted")).toBeVisible();
  await expect.poll(() => storedSession(page)).toEqual([null, null, null, null]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const again = await page.request.post("/v1/auth/login", { data: { username: email, password } });
  expect(again.status()).toBe(400);
});

test("R8 another session is listed and can be ended", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  const other = await page.request.post("/v1/auth/login", {
    data: { username: email, password },
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  });
  const { refresh_token } = await other.json();
  await page.goto("/account/profile");
  await expect(page.getByText("This device")).toBeVisible();
  await page.getByRole("button", { name: "Sign out: Firefox on Linux" }).click();
  await expect(page.getByText("Device signed out")).toBeVisible();
  await expect(page.getByRole("button", { name: /Sign out:/ })).toHaveCount(0);
  const refreshed = await page.request.post("/v1/auth/refresh", {
    headers: { authorization: `Bearer ${refresh_token}` },
  });
  expect(refreshed.status()).toBe(401);
});

test("R8 addresses are added, edited, made default and deleted", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/account/addresses");
  await expect(page.getByRole("heading", { name: "No addresses yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(dialog.getByText("Street address required")).toBeVisible();
  await checkLoadedScreen(page);
  await fillAddress(page, "Lindenweg 8");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Continue editing" }).click();
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Lindenweg 8" })).toContainText("Austria");
  await page.getByRole("button", { name: "Add address" }).click();
  await fillAddress(page, "Storgatan 3");
  await dialog.getByRole("button", { name: "Save address" }).click();
  const second = page.getByRole("listitem").filter({ hasText: "Storgatan 3" });
  await second.getByRole("button", { name: /Set as default/ }).click();
  await expect(second.getByText("Default", { exact: true })).toBeVisible();
  await second.getByRole("button", { name: /Edit/ }).click();
  await dialog.getByLabel("City").fill("Graz");
  await dialog.getByRole("button", { name: "Save address" }).click();
  await expect(second).toContainText("Graz");
  await checkLoadedScreen(page);
  await second.getByRole("button", { name: /Delete/ }).click();
  await page.getByRole("button", { name: "Delete address" }).click();
  await expect(second).toHaveCount(0);
});

test("R8 S7 what is typed in the account stays when the session ends, also in a dialog", async ({ page }) => {
  const customer = await newCustomer(page);
  await page.goto("/account/profile");
  await page.getByLabel("Name (optional)", { exact: true }).fill("Robin Rewritten");
  await endSession(page, "Save profile");
  await signInAgain(page, customer);
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("Robin Rewritten");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();

  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Addresses" }).click();
  await page.getByRole("button", { name: "Add address" }).click();
  await fillAddress(page, "Lindenweg 8");
  await endSession(page, "Save address");
  await signInAgain(page, customer);
  await page.getByRole("button", { name: "Add address" }).click();
  await expect(page.getByRole("dialog").getByLabel("Street address")).toHaveValue("Lindenweg 8");
});

/** Ends the session on the server, which the page notices by the next call. */
async function endSession(page: Page, button: string) {
  const [, refreshToken] = await storedSession(page);
  await page.request.post("/v1/auth/logout", { headers: { authorization: `Bearer ${refreshToken}` } });
  await page.getByRole("button", { name: button }).click();
  await expect(page).toHaveURL(/\/$/);
}

async function signInAgain(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole("button", { name: "Sign in and continue" }).click();
  await fillSignIn(page, { username: email, password });
}

async function fillAddress(page: Page, street: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Full name").fill("Robin Reader");
  await dialog.getByLabel("Street address").fill(street);
  await dialog.getByLabel("Postal code").fill("1010");
  await dialog.getByLabel("City").fill("Vienna");
  await dialog.getByLabel("Country").selectOption("AT");
}
