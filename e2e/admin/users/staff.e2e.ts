import { expect, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { callApi } from "#e2e/support/api.ts";
import { emailTo, linkIn } from "#e2e/support/emails.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";
import { stepAt, totp } from "#server/accounts/two-factor/totp.ts";
import { fromBase32 } from "#server/accounts/two-factor/two-factor.fixture.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

test("P3 staff are invited by email, set a password and two-factor authentication, and see and change only what they may", async ({
  page,
  browser,
}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const admin = await signInAsAdminWithTwoFactor(page);
  await page.goto("/dashboard/settings/staff");
  await page.getByRole("button", { name: "Invite staff" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite staff" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Choose at least one permission.")).toBeVisible();
  await dialog.getByLabel("Orders").selectOption("View and edit");
  await dialog.getByLabel("Catalog").selectOption("View");
  await checkScreen(page);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const invitation = page.getByRole("table", { name: "Invitations" }).getByRole("row").filter({ hasText: email });
  await expect(invitation).toContainText("Catalog (view), Orders");
  await checkScreen(page);

  const context = await browser.newContext({ baseURL: page.url() });
  const invited = await context.newPage();
  await invited.goto(linkIn(await emailTo(email, /invited/), "accept-invitation"));
  await invited.getByLabel("Name").fill("Grace Hopper");
  await invited.getByLabel("Password").fill("quiet-river-stone");
  await invited.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(invited.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(menu(invited).getByRole("link", { name: "Orders" })).toBeVisible();
  await expect(menu(invited).getByRole("link", { name: "All Products" })).toBeVisible();
  for (const hidden of ["Users", "Coupons", "Settings", "Audit log"])
    await expect(menu(invited).getByRole("link", { name: hidden })).toHaveCount(0);

  await menu(invited).getByRole("link", { name: "Tags" }).click();
  await expect(invited.getByRole("table", { name: "Tags" })).toBeVisible();
  await expect(invited.getByRole("button", { name: "Add tag" })).toHaveCount(0);
  await invited.goto("/dashboard/coupons");
  await expect(invited.getByRole("heading", { name: "You don't have permission to see this page" })).toBeVisible();
  await checkScreen(invited);

  await page.reload();
  const required = page.getByRole("checkbox", { name: "Require two-factor authentication for staff" });
  try {
    await required.click();
    await page.getByRole("dialog").getByRole("button", { name: "Require" }).click();
    await expect(required).toBeChecked();
    await checkScreen(page);
    await setUpTwoFactor(invited, "quiet-river-stone");
  } finally {
    const { data } = await callApi(page, admin, "get", "/settings");
    await callApi(page, admin, "put", "/settings/staff", { ...data.staff, require_two_factor: false });
  }
  await context.close();
  await page.reload();
  await expect(page.getByRole("row", { name: /Grace Hopper/ })).toContainText("Two-factor");
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Reset two-factor…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await expect(page.getByRole("row", { name: /Grace Hopper/ })).not.toContainText("Two-factor");
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("table", { name: "Staff" })).not.toContainText("Grace Hopper");
});

/** Signs in as a new administrator; the demo has none with two-factor authentication. */
async function signInAsAdminWithTwoFactor(page: Page) {
  const { id, email, password } = await newAccount(page, "Cleo Keeper");
  const { access_token: demo } = await callApi(page, undefined, "post", "/auth/login", demoAdmin);
  await callApi(page, demo, "patch", `/customers/${id}`, { role: "admin", password: demoAdmin.password });
  const token = await signIn(page, { username: email, password });
  const { data } = await callApi(page, token, "post", "/account/two-factor", { password });
  await callApi(page, token, "post", "/account/two-factor/confirm", { code: codeOf(data.secret) });
  return token;
}

/** Sets two-factor authentication up on the screen that takes the place of the dashboard. */
async function setUpTwoFactor(page: Page, password: string) {
  await expect(page.getByRole("heading", { level: 1, name: "Set up two-factor authentication" })).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
  await checkScreen(page);
  await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up two-factor authentication" });
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await checkScreen(page);
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(await dialog.locator("code").innerText()));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByRole("button", { name: "I saved my codes" }).click();
  await expect(menu(page).getByRole("link", { name: "Orders" })).toBeVisible();
}

const codeOf = (key: string) => totp(fromBase32(key.replaceAll(" ", "")), stepAt(Date.now() / 1000));
