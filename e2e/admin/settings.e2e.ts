import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

/** Changes a group by the API, as another administrator does. */
async function changeByApi(page: Page, token: string, group: string, change: object) {
  const { data } = await callApi(page, token, "get", "/settings");
  await callApi(page, token, "put", `/settings/${group}`, { ...data[group], ...change });
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const saved = (page: Page) => expect(page.getByText("Settings saved")).toBeVisible();

test("A7 name, color and contact are saved, and the storefront shows them in its next page", async ({ page }) => {
  const token = await openDashboard(page, "/dashboard/settings");
  await expect(page).toHaveURL(/\/settings\/general$/);
  try {
    await page.getByLabel("Shop name").fill("Lamps & more");
    await page.getByLabel("Accent color", { exact: true }).fill("#ffe14d");
    await expect(page.getByText("This color is hard to see")).toBeVisible();
    await page.getByLabel("Accent color", { exact: true }).fill("#7a1f5c");
    await expect(page.getByText("This color is hard to see")).toHaveCount(0);
    await page.getByLabel("Social media").fill("https://www.instagram.com/lamps");
    await page.getByLabel("VAT ID").fill("DE123456788");
    await checkLoadedScreen(page);
    // Leaving asks first.
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Payments" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Shop name").press("Control+s");
    await saved(page);
    await page.goto("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Lamps & more" })).toBeVisible();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Instagram" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--accent"))).toBe("#7a1f5c");
    await page.goto("/imprint");
    await expect(page.getByText("VAT ID DE123456788")).toBeVisible();
  } finally {
    const general = { name: "Kiosk", accent_color: "#17594a", social_links: [], vat_id: null };
    await changeByApi(page, token, "general", general);
  }
});

test("A7 two administrators: what only the other changed is taken over, what both changed is a choice", async ({
  page,
}) => {
  const token = await openDashboard(page, "/dashboard/settings/checkout");
  const unpaid = page.getByLabel("Minutes until an unpaid order expires");
  const cart = page.getByLabel("Minutes a cart reserves stock at checkout");
  try {
    await unpaid.fill("45");
    await changeByApi(page, token, "checkout", { hold_minutes: 60, session_days: 30 });
    await save(page);
    const notice = page.getByRole("alert").filter({ hasText: "Someone else has changed these settings" });
    await expect(notice.getByRole("listitem")).toContainText("Minutes until an unpaid order expires: 60");
    await expect(unpaid).toHaveValue("45");
    await expect(page.getByLabel("Days until customers sign in again")).toHaveValue("30");
    await notice.getByRole("button", { name: /Use theirs/ }).click();
    await expect(unpaid).toHaveValue("60");
    await cart.fill("500");
    await save(page);
    await expect(page.getByText("Enter a whole number from 0 to 120.")).toBeVisible();
    await cart.fill("0");
    await unpaid.fill("35");
    await save(page);
    await saved(page);
  } finally {
    await changeByApi(page, token, "checkout", { hold_minutes: 30, session_days: 90, checkout_hold_minutes: 0 });
  }
});

test("A7 a saved key is never shown again, and can be replaced and removed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, "/dashboard/settings/payments");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("No secret key")).toBeVisible();
  const key = page.getByLabel("Secret key", { exact: true });
  await key.fill("pk_wrong");
  await save(page);
  await expect(page.getByText("Password required")).toBeVisible();
  await page.getByLabel("Your password").fill(demoAdmin.password);
  await save(page);
  await expect(page.getByText("A secret key begins with sk_ or rk_.")).toBeVisible();
  await key.fill("sk_test_once_shown");
  await save(page);
  await saved(page);
  await page.reload();
  await expect(page.getByText("Saved. Enter a new one to replace it.")).toBeVisible();
  await expect(key).toHaveValue("");
  expect(await page.content()).not.toContain("once_shown");
  await page.getByRole("button", { name: "Remove Secret key" }).click();
  await page.getByLabel("Your password").fill(demoAdmin.password);
  await save(page);
  await expect(page.getByText("Saved. Enter a new one to replace it.")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await checkLoadedScreen(page);
});

test("A7 a test email says where it went; a failed load can be retried, what the environment decides is locked", async ({
  page,
}) => {
  await signIn(page, demoAdmin);
  await page.route("**/v1/settings", async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ json: { data: { ...data, environment: { "emails.from_address": "MAIL_FROM" } } } });
  });
  await page.route("**/v1/settings", (route) => route.fulfill({ status: 500, json: { code: "unexpected" } }), {
    times: 4,
  });
  await page.goto("/dashboard/settings/emails");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByLabel("Sender (optional)")).toBeDisabled();
  await expect(page.getByText("Set by MAIL_FROM in the environment.")).toBeVisible();
  await page.getByLabel("Recipient").fill("me@example.com");
  await page.getByRole("button", { name: "Send test email" }).click();
  await expect(page.getByText("Written to a file")).toBeVisible();
  await checkLoadedScreen(page);
});

test("A7 C11 changes of currency and tax say what they do before they are saved; customers choose a language", async ({
  page,
  browser,
  baseURL,
}) => {
  const token = await openDashboard(page, "/dashboard/settings/localization");
  await page.getByLabel("Currency", { exact: true }).selectOption("USD");
  await expect(page.getByText("Delivery rates change to USD")).toBeVisible();
  await page.getByLabel("Tax is added at checkout").check();
  await expect(page.getByText("This changes what customers pay")).toBeVisible();
  await checkLoadedScreen(page);
  await save(page);
  await expect(page.getByText(/The currency can't be changed once there are products/)).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("EUR");
  try {
    await page.getByLabel("German", { exact: true }).check();
    await page.getByLabel("Arabic", { exact: true }).check();
    await save(page);
    await saved(page);
    const root = page.locator("html");
    await page.goto("/privacy");
    await page.getByRole("form", { name: "Language" }).getByRole("button", { name: "Deutsch" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Datenschutzerklärung" })).toBeVisible();
    await checkLoadedScreen(page);
    await page.reload();
    await expect(root).toHaveAttribute("lang", "de");
    await page.getByRole("contentinfo").getByRole("link", { name: "Kontakt" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Kontakt" })).toBeVisible();
    const visitor = await browser.newContext({ javaScriptEnabled: false, locale: "ar-EG", baseURL: baseURL ?? "" });
    const first = await visitor.newPage();
    await first.goto("/privacy");
    await expect(first.locator("html")).toHaveAttribute("dir", "rtl");
    await first.getByRole("button", { name: "English" }).click();
    await expect(first.getByRole("heading", { level: 1, name: "Privacy policy" })).toBeVisible();
    await visitor.close();
  } finally {
    await changeByApi(page, token, "localization", { other_languages: [] });
  }
});

test("A7 R1 announcement, home sections and a policy are edited and on the next page of the storefront", async ({
  page,
}) => {
  const token = await openDashboard(page, "/dashboard/settings/content");
  try {
    await page.getByLabel("Text (optional)", { exact: true }).first().fill("Free delivery this week");
    await page.getByRole("button", { name: "Edit sections" }).click();
    await page.getByRole("button", { name: "Remove: Category tiles (2 of 6)" }).click();
    await page.getByRole("button", { name: "Move up: Product row (2 of 5)" }).click();
    await page.getByLabel("Heading").first().fill("Fresh from the workshop");
    await page.getByRole("button", { name: "Add footer link" }).click();
    await page.getByLabel("Text of footer link 1").fill("Size guide");
    await page.getByLabel("Address of footer link 1").fill("javascript:nothing");
    await save(page);
    await expect(page.getByText("Enter a path, such as /products, or a web address.").first()).toBeVisible();
    await page.getByLabel("Address of footer link 1").fill("/products?name=size");
    await page.getByRole("button", { name: "Add footer link" }).click();
    await page.getByLabel("Address of footer link 2").fill("/delivery");
    await save(page);
    await expect(page.getByLabel("Text of footer link 2")).toHaveAccessibleDescription("Enter a value.");
    await checkLoadedScreen(page);
    await page.getByRole("button", { name: "Remove: footer link 2 of 2" }).click();
    await page.getByRole("button", { name: "Add navigation link" }).click();
    await page.getByLabel("Text of navigation link 1").fill("About us");
    await page.getByLabel("Address of navigation link 1").fill("/pages/about-us");
    await page.getByRole("combobox", { name: "for a navigation link" }).fill("all prod");
    await page.getByRole("option", { name: "All products" }).click();
    await page.getByLabel("Text of navigation link 2").fill("Gifts");
    await page.getByLabel("Address of navigation link 2").fill("/products?name=gift");
    await page.getByRole("button", { name: "Move up: navigation link 2 of 2" }).click();
    // The page is written below.
    await expect(page.getByText("No page has this address.")).toBeVisible();
    await checkLoadedScreen(page);
    await save(page);
    await saved(page);
    await page.goto("/dashboard/settings/policies");
    const returns = page.getByRole("textbox", { name: /^Text of Returns/ });
    await returns.click();
    await page.keyboard.type("Send it back within 30 days.");
    await page.getByRole("button", { name: "Add page" }).click();
    await page.getByLabel("Title").fill("About us");
    await page.getByRole("textbox", { name: "Text of About us" }).click();
    await page.keyboard.type("Two potters by the sea.");
    await checkLoadedScreen(page);
    await save(page);
    await saved(page);
    await page.goto("/");
    await expect(page.getByText("Free delivery this week")).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Fresh from the workshop");
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Size guide" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main menu" }).getByRole("link")).toHaveText([
      "Gifts",
      "About us",
    ]);
    await page.getByRole("link", { name: "About us" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "About us" })).toBeVisible();
    await expect(page.getByText("Two potters by the sea.")).toBeVisible();
    await page.goto("/returns");
    await expect(page.getByText("Send it back within 30 days.")).toBeVisible();
    await expect(page.getByText("Template text")).toHaveCount(0);
    await page.goto("/terms");
    await expect(page.getByText("Template text")).toBeVisible();
  } finally {
    await changeByApi(page, token, "content", {
      announcement: null,
      home: null,
      navigation_links: [],
      footer_links: [],
    });
    await changeByApi(page, token, "policies", { returns: null, pages: [] });
  }
});
