import { expect, type Locator, type Page } from "@playwright/test";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A7 a gift card is issued with its code shown once, found again, disabled and given an expiry", async ({
  page,
}) => {
  const recipient = `Grace ${Date.now()}`;
  await openDashboard(page, "/dashboard/gift-cards");
  await expect(page.getByRole("heading", { level: 1, name: "Gift cards" })).toBeVisible();
  await page.getByRole("link", { name: "Active" }).click();
  await expect(page).toHaveURL(/status=active/);
  await page.getByRole("button", { name: "Issue gift card" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Issue gift card" });
  await dialog.getByRole("button", { name: "Issue gift card" }).click();
  await expect(dialog.getByText("Enter an amount greater than 0.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("25");
  await dialog.getByLabel("Recipient").fill(recipient);
  await dialog.getByRole("button", { name: "Issue gift card" }).click();
  const code = await dialog.getByText(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/).textContent();
  await checkScreenAtEachWidth(page);
  // Back and Escape close the dialog, which shows the code only once.
  await page.keyboard.press("Escape");
  await dialog.getByRole("alert").getByRole("button").first().click();
  await page.goBack();
  await dialog.getByRole("alert").getByRole("button").first().click();
  await expect(dialog.getByText(code ?? "")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();

  const last4 = code?.slice(-4) ?? "";
  await page.getByRole("searchbox", { name: "Search gift cards" }).fill(recipient);
  await expect(page).toHaveURL(/name=Grace/);
  await expect(page.getByRole("link", { name: `•••• ${last4}` })).toHaveCount(1);
  await checkScreenAtEachWidth(page);
  await openWhileSearching(page, recipient.slice(0, -1), page.getByRole("link", { name: `•••• ${last4}` }));
  await expect(page.getByRole("list", { name: "History" }).getByText("+€25.00")).toBeVisible();
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Disable" })).toBeVisible();
  await page.getByLabel("Expires").fill("2020-01-01T00:00");
  await page.getByRole("button", { name: "Save expiry" }).click();
  await expect(page.getByText("Expired", { exact: true })).toBeVisible();
  await checkScreenAtEachWidth(page);
});

/** Opens a row of the list just after typing, while the row's page loads slowly: the search must not take it away. */
async function openWhileSearching(page: Page, text: string, row: Locator) {
  const searched = Promise.withResolvers<void>();
  const script = await page.evaluate(() => {
    const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest;
    return Object.values(routes).find(({ path }) => path === "gift-cards/:gift_card_id")?.module;
  });
  await page.route(`**${script}`, async (route) => {
    await searched.promise;
    await route.continue();
  });
  await page.getByRole("searchbox", { name: "Search gift cards" }).fill(text);
  await row.click();
  await expect(page).toHaveURL((url) => url.searchParams.get("name") === text);
  searched.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Gift cards" })).toHaveCount(0);
}

interface Manifest {
  routes: Record<string, { path?: string; module: string }>;
}
