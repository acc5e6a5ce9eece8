import { expect, type Page } from "@playwright/test";
import { emailTo, linkIn } from "#e2e/support/emails.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

test("P3 staff are invited by email, set a password, and see and change only what they may", async ({
  page,
  browser,
}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  await signIn(page, demoAdmin);
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
  await expect(menu(invited).getByRole("button", { name: "Products" })).toBeVisible();
  for (const hidden of ["Users", "Coupons", "Settings", "Audit log"])
    await expect(menu(invited).getByRole("link", { name: hidden })).toHaveCount(0);

  await menu(invited).getByRole("link", { name: "Tags" }).click();
  await expect(invited.getByRole("table", { name: "Tags" })).toBeVisible();
  await expect(invited.getByRole("button", { name: "Add tag" })).toHaveCount(0);
  await invited.goto("/dashboard/coupons");
  await expect(invited.getByRole("heading", { name: "You don't have permission to see this page" })).toBeVisible();
  await checkScreen(invited);
  await context.close();

  await page.reload();
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("table", { name: "Staff" })).not.toContainText("Grace Hopper");
});
