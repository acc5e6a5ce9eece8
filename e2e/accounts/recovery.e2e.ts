import { expect, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { emailTo, linkIn } from "#e2e/support/emails.ts";
import { checkScreen, holdCalls } from "#e2e/support/screens.ts";
import { fillSignIn, newCustomer, signInByDialog, visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: /Sign in to continue/ });
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test("D9 a forgotten password is reset by email, asked on a phone and opened on a desktop", async ({ page }) => {
  await page.setViewportSize(phone);
  const { email } = await newAccount(page);
  await visit(page, "/");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialogOf(page).getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  await checkScreen(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Username or email required")).toBeVisible();
  await page.getByLabel("Username or email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(/If an account matches/)).toBeVisible();
  await checkScreen(page);

  const link = linkIn(await emailTo(email, /new password/), "reset-password");
  await page.setViewportSize(desktop);
  await page.goto(link);
  await expect(page.getByLabel("New password")).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await checkScreen(page);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByText("Use at least 8 characters.", { exact: true })).toBeVisible();
  await page.getByLabel("New password").fill("another-river-stone");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText("Password changed").first()).toBeVisible();

  await visit(page, link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel("New password").fill("third-river-stone");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("has expired or has already been used");
  await expect(page.getByRole("link", { name: "Request a new link" })).toBeVisible();
  await checkScreen(page);
});

test("D9 an unconfirmed email address is shown in the account until it is confirmed, a new one replaces it once confirmed", async ({
  page,
}) => {
  const { email, password } = await newCustomer(page);
  await page.goto("/account");
  await expect(page.getByText("Confirm your email address")).toBeVisible();
  await checkScreen(page);
  await page.getByRole("button", { name: "Resend link" }).click();
  await expect(page.getByText(`We sent a link to ${email}. Open it to confirm your address.`).first()).toBeVisible();
  await page.goto(linkIn(await emailTo(email, /Confirm your email/), "verify-email"));
  await expect(page.getByText("Email address confirmed")).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  await checkScreen(page);
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: /^Hi,/ })).toBeVisible();
  await expect(page.getByText("Confirm your email address")).toBeHidden();

  const next = `moved-${email}`;
  await page.goto("/account/profile");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Save profile" }) });
  await form.getByRole("textbox", { name: /^Email/ }).fill(next);
  await form.getByLabel("Current password").fill(password);
  await form.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText(`We sent a link to ${next}.`)).toBeVisible();
  await checkScreen(page);
  await page.goto(linkIn(await emailTo(next, /new email address/), "verify-email"));
  await expect(page.getByText(`We'll send emails to ${next} from now on.`)).toBeVisible();
});

test("T8 checkout without a password: a code by email, sent to a phone, opens the account on a desktop", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const email = `code-${crypto.randomUUID()}@example.com`;
  await page.goto("/checkout");
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await dialog.getByLabel("Email").fill(email);
  await checkScreen(page);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await expect(dialog.getByText(`We sent a code to ${email}.`)).toBeVisible();
  await expect(dialog.getByLabel("Code")).toBeFocused();
  await checkScreen(page);
  await page.setViewportSize(desktop);
  const code = /\d{6}/.exec((await emailTo(email, /sign-in code/)).subject ?? "")?.[0] ?? "";
  await dialog.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog.getByText(/That code is incorrect/)).toBeVisible();
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/account/profile");
  await expect(page.getByText("You sign in without a password.", { exact: false })).toBeVisible();
});

test("R8 T8 an account without a password is deleted with a code, and a last email confirms it", async ({ page }) => {
  const email = `leaving-${crypto.randomUUID()}@example.com`;
  const codeOf = async () => /\d{6}/.exec((await emailTo(email, /sign-in code/)).subject ?? "")?.[0] ?? "";
  await page.goto("/account/profile");
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Send code" }).click();
  const first = await codeOf();
  await dialog.getByLabel("Code").fill(first);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Delete my account" }).click();
  const leaving = page.getByRole("dialog", { name: "Delete account" });
  await leaving.getByRole("button", { name: "Send code" }).click();
  await expect(leaving.getByText(`We sent a code to ${email}.`)).toBeVisible();
  await checkScreen(page);
  await expect.poll(codeOf).not.toBe(first);
  await leaving.getByLabel("Code").fill(first);
  await leaving.getByRole("button", { name: "Delete my account" }).click();
  await expect(leaving.getByText(/That code is incorrect/)).toBeVisible();
  await leaving.getByLabel("Code").fill(await codeOf());
  await leaving.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account has been deleted")).toBeVisible();
  await emailTo(email, /Your account has been deleted/);
});

test("C11 R8 email preferences that fail to load offer Retry; several are turned off in a row", async ({ page }) => {
  await newCustomer(page);
  // Live updates would load them again before Retry is pressed.
  await page.routeWebSocket(/socket\.io/, () => {});
  const emails = "**/v1/notifications/email-preferences";
  await page.route(emails, (route) => route.fulfill({ status: 403, json: { message: "Not now." } }));
  await page.goto("/account/profile");
  const said = page.getByRole("alert").filter({ hasText: "Not now." });
  await expect(said).toBeVisible();
  await checkScreen(page);
  await page.unroute(emails);
  await said.getByRole("button", { name: "Retry" }).click();

  const shipped = page.getByLabel("Shipping confirmations");
  await expect(shipped).toBeChecked();
  const back = page.getByLabel("Back-in-stock alerts");
  const release = await holdCalls(page, "**/v1/notifications/email-preferences");
  let saved = 0;
  page.on("response", (response) => {
    if (response.request().method() === "PUT" && response.ok()) saved++;
  });
  await shipped.uncheck();
  await back.uncheck();
  await expect(shipped).not.toBeChecked();
  await release();
  await expect.poll(() => saved).toBe(2);
  await page.reload();
  for (const box of [shipped, back]) await expect(box).not.toBeChecked();
  await checkScreen(page);
});

test("D9 R5 links with an invalid code or without their token show an error with a way on", async ({ page }) => {
  for (const [path, words] of [
    ["/reset-password", "has expired or has already been used"],
    ["/verify-email", "This link is incomplete"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(words, { exact: false })).toBeVisible();
    await checkScreen(page);
  }

  await page.goto("/login-success#code=not-a-code");
  await expect(page.getByText("This sign-in attempt has expired.", { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/\/login-success$/);
  await checkScreen(page);
});

test("D9 an expired confirmation link asks a signed-out visitor to sign in for a new one", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  await page.addInitScript(() => {
    if (location.pathname === "/verify-email") localStorage.clear();
  });
  await visit(page, "/verify-email#token=of-another-time");
  await page.getByRole("link", { name: "Sign in to request a new link" }).click();
  await fillSignIn(page, { username: email, password });
  await page.getByRole("button", { name: "Resend link" }).click();
  await expect(page.getByText(`We sent a link to ${email}. Open it to confirm your address.`).first()).toBeVisible();
});

test("D4 D9 the old password still works after a reset was only requested", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  await page.request.post("/v1/auth/password/forgot", { data: { username: email } });
  await page.addInitScript(() => localStorage.clear());
  await visit(page, "/");
  await signInByDialog(page, { username: email, password });
  await expect(page.getByText("Login successful 🔓")).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("D9 password and email pages require scripts and show no field without them", async ({ page }) => {
    for (const path of ["/sign-up", "/forgot-password", "/reset-password"]) {
      await page.goto(path);
      const main = page.getByRole("main");
      await expect(main.getByText("This page needs JavaScript.")).toBeVisible();
      await expect(main.getByRole("textbox")).toHaveCount(0);
      await expect(main.getByRole("button")).toHaveCount(0);
    }
  });
});
