import { expect, type Page } from "@playwright/test";
import { checkScreen, holdCalls } from "#e2e/support/screens.ts";
import { demoCustomer, fillSignIn, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const signInDialog = (page: Page) => page.getByRole("dialog", { name: /Sign in to continue/ });

test("D1 D2 D3 D4 S1 S3 the sign-in dialog: its parts, required fields, refusals and the stored session", async ({
  page,
}) => {
  await visit(page, "/");
  await page.getByRole("button", { name: "Sign in" }).click();
  const dialog = signInDialog(page);
  const submit = dialog.getByRole("button", { name: "SIGN IN" });
  await expect(dialog.getByRole("img", { name: "Kiosk" })).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Sign in to continue" })).toBeVisible();
  await expect(dialog.getByLabel("Username or email")).toHaveAttribute("autocomplete", "username");
  await expect(dialog.getByLabel("Password")).toHaveAttribute("autocomplete", "current-password");
  await expect(dialog.getByRole("link", { name: "privacy policy" })).toHaveAttribute("href", "/privacy");
  await expect(dialog.getByRole("link", { name: "terms of use" })).toHaveAttribute("href", "/terms");
  await checkScreen(page);

  await dialog.getByLabel("Username").press("Tab");
  await expect(dialog.getByText("Username required")).toBeHidden();
  await submit.click();
  await expect(dialog.getByText("Username required")).toBeVisible();
  await expect(dialog.getByText("Password required")).toBeVisible();
  await checkScreen(page);
  await dialog.getByLabel("Username").fill("d");
  await expect(dialog.getByText("Username required")).toBeHidden();
  await dialog.getByLabel("Username").fill("");
  await expect(dialog.getByText("Username required")).toBeVisible();

  const wrong = { username: demoCustomer.username, password: "not-this-one" };
  await fillSignIn(page, wrong);
  const { message } = await (await page.request.post("/v1/auth/login", { data: wrong })).json();
  await expect(dialog.getByRole("alert")).toHaveText(message);
  await page.route("**/v1/auth/login", (route) => route.fulfill({ status: 400, json: {} }));
  await submit.click();
  await expect(dialog.getByRole("alert")).toHaveText("Login failed");
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect(dialog.getByLabel("Password")).toHaveAttribute("type", "text");
  await page.unroute("**/v1/auth/login");

  const release = await holdCalls(page, "**/v1/auth/login");
  await fillSignIn(page, demoCustomer);
  await expect(submit).toHaveAttribute("aria-busy", "true");
  await release();
  await expect(page.getByText("Login successful 🔓")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => ({ ...localStorage })))
    .toMatchObject({
      role: "customer",
      account_status: "active",
      access_token: expect.stringMatching(/./),
      refresh_token: expect.stringMatching(/./),
    });
});

test("D1 R5 a shop without Google doesn't offer it, and explains an old link to it", async ({ page }) => {
  await visit(page, "/");
  await page.getByRole("button", { name: "Sign in" }).click();
  const dialog = signInDialog(page);
  await expect(dialog.getByRole("button", { name: "Email me a code" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Continue with Google" })).toBeHidden();
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await expect(dialog.getByRole("button", { name: "Send code" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Continue with Google" })).toBeHidden();
  await visit(page, "/v1/auth/login/google");
  await expect(page).toHaveURL(/\/login-success\?problem=google_not_set_up$/);
  await expect(page.getByText(/doesn't offer sign-in with Google/)).toBeVisible();
  await checkScreen(page);
});

test("D6 S6 dismissing the dialog on a protected first page goes home", async ({ page }) => {
  await page.goto("/account/orders");
  await expect(signInDialog(page)).toBeVisible();
  await expect(page.getByTestId("cover")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/$/);
  await expect(signInDialog(page)).toBeHidden();
});

test("D6 dismissing the dialog goes back to the page before", async ({ page }) => {
  await visit(page, "/products");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy policy" }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  // A client-side navigation.
  await page.evaluate(() => window.__reactRouterDataRouter?.navigate("/account/wishlist"));
  await expect(signInDialog(page)).toBeVisible();
  await signInDialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/privacy$/);
});

test("D8 the dialog is at most 600 px wide, closes on Escape and traps the focus; reduced motion stills it", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visit(page, "/");
  const opener = page.getByRole("button", { name: "Sign in" });
  await opener.click();
  const dialog = signInDialog(page);
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(600);
  expect(await dialog.evaluate((one) => getComputedStyle(one).transitionDuration)).toContain("0.3s");
  for (let step = 0; step < 12; step++) await page.keyboard.press("Tab");
  // The dialog library moves the focus back in the frame after it has passed the last control.
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.emulateMedia({ reducedMotion: "reduce" });
  // It doesn't open within half a second after it was dismissed.
  await expect(async () => {
    // Once it opens, which a slow machine takes a while to do, it covers the button.
    if (!(await dialog.isVisible())) await opener.click({ timeout: 2000 });
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }).toPass();
  const duration = await dialog.evaluate((one) => Number.parseFloat(getComputedStyle(one).transitionDuration));
  expect(duration).toBeLessThan(0.001);
});

declare global {
  interface Window {
    __reactRouterDataRouter?: { navigate(to: string): Promise<void> };
  }
}
