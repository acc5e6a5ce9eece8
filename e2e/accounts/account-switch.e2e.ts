import { expect, type Page } from "@playwright/test";
import { newAccount } from "#e2e/support/accounts.ts";
import { newCustomer, visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

/** Stores the four values of a session as another tab would, all at once. */
const become = (page: Page, { token }: { token: string }) =>
  page.evaluate((access) => {
    const session = { access_token: access, refresh_token: "none", role: "customer", account_status: "active" };
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, token);

const menuOf = (page: Page) => page.getByRole("button", { name: /Account menu/ });

test("S4 L1 a sign-in as another user in another tab clears the first user's data here", async ({ page, context }) => {
  await newCustomer(page);
  const other = await newAccount(page, "Other");
  const lines: boolean[] = [];
  page.on("websocket", (line) => {
    if (!line.url().includes("/socket.io/")) return;
    const at = lines.push(true) - 1;
    line.on("close", () => {
      lines[at] = false;
    });
  });
  await visit(page, "/account/profile");
  await expect(page.getByRole("textbox", { name: /^Name/ })).toHaveValue("Robin Reader");
  await expect.poll(() => lines).toEqual([true]);
  const tab = await context.newPage();
  await visit(tab, "/contact");
  await become(tab, other);
  await menuOf(page).click();
  await expect(page.getByText(`Hi, ${other.fullname}`)).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Name/ })).toHaveValue(other.fullname);
  await expect.poll(() => lines).toEqual([false, true]);
});

test("S2 S4 a page restored by the browser detects a changed session and reloads it once", async ({ page }) => {
  const other = await newAccount(page, "Other");
  await visit(page, "/contact");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /Sign in to continue/ })).toBeVisible();
  await become(page, other);
  // Test browsers have no back-forward cache: this event is what it would send.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await menuOf(page).click();
  await expect(page.getByText(`Hi, ${other.fullname}`)).toBeVisible();
});
