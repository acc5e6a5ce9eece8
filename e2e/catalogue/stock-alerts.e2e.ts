import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { demoAdmin, newCustomer, signIn, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

/** A sold-out product of the demo shop and the variation in question. */
async function soldOut(page: Page) {
  const { data } = await (await page.request.get("/v1/product?per_page=100")).json();
  for (const { slug, in_stock } of data) {
    if (in_stock) continue;
    const { data: product } = await (await page.request.get(`/v1/product/details/${slug}`)).json();
    const variation = product.variations.find((one: { stock: { state: string } }) => one.stock.state === "out");
    if (variation)
      return {
        address: `/details/${slug}?variation=${variation.id}`,
        id: variation.id,
        name: product.name,
        options: variation.options.map(({ value }: { value: string }) => value).join(" / "),
      };
  }
  throw new Error("Nothing is sold out.");
}

test("C11 a guest subscribes to a back-in-stock alert by email", async ({ page }) => {
  const { address, name, options } = await soldOut(page);
  await visit(page, address);
  await page.getByRole("button", { name: "Email me when it's back" }).click();
  const dialog = page.getByRole("dialog", { name: `Get notified when ${name} is back in stock` });
  // The form loads after the dialog, and its field still gets the focus.
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await expect(dialog).toContainText(options);
  await dialog.getByLabel("Email").fill(`guest-${crypto.randomUUID()}@example.com`);
  await checkLoadedScreen(page);
  await dialog.getByRole("button", { name: "Email me", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("We'll email you when it's back")).toBeVisible();
});

test("C11 on a phone the bar of a sold-out product offers an alert instead of the cart", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { address, name } = await soldOut(page);
  await visit(page, address);
  const bar = page.locator(".cart-bar");
  await expect(bar).not.toBeInViewport();
  await expect(page.getByText(/^Arrives /)).toHaveCount(0);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole("button", { name: "Sold out" })).toHaveCount(0);
  await bar.getByRole("button", { name: "Email me when it's back" }).click();
  await expect(
    page.getByRole("dialog", { name: `Get notified when ${name} is back in stock` }).getByLabel("Email"),
  ).toBeVisible();
});

test("C11 a customer subscribes with one click, can unsubscribe, and is notified", async ({ page }) => {
  const { address, id, name } = await soldOut(page);
  const { session } = await newCustomer(page);
  // The list of alerts is read before the alert is created, and arrives after it.
  const created = page.waitForResponse((response) =>
    /POST.*stock-alerts$/.test(`${response.request().method()} ${response.url()}`),
  );
  await page.route(
    /\/v1\/stock-alerts\?/,
    async (route) => {
      const response = await route.fetch();
      await created;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await visit(page, address);
  const alertButton = page.getByRole("button", { name: "Email me when it's back" });
  const waits = page.getByText("We'll email you when it's back.", { exact: true });
  await alertButton.click();
  await expect(waits).toBeVisible();
  await page.goto("/account/notifications");
  const alerts = page.getByRole("region", { name: "Back-in-stock alerts" });
  await expect(alerts.getByRole("link", { name })).toHaveAttribute("href", address);
  await alerts.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(alerts).toBeHidden();
  await page.goto(address);
  await alertButton.click();
  await page.getByRole("button", { name: "Cancel alert" }).click();
  await alertButton.click();
  await expect(waits).toBeVisible();

  const keeper = await page.context().browser()?.newContext();
  const adminContext = await keeper?.newPage();
  if (!adminContext) throw new Error("There is no browser.");
  const token = await signIn(adminContext, demoAdmin);
  const change = (delta: number) =>
    adminContext.request.post(`/v1/variations/${id}/stock`, {
      headers: { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
      data: { delta, reason: "receipt" },
    });
  // Enough for all earlier subscriptions.
  expect((await change(50)).ok()).toBe(true);
  const countNotifications = async () =>
    (await callApi(page, session.access_token ?? "", "get", "/notifications")).data.length;
  await expect.poll(countNotifications).toBe(1);
  await page.goto("/account/notifications");
  await expect(page.getByText(`${name} is back`)).toBeVisible();
  // Restored for the other tests.
  expect((await change(-50)).ok()).toBe(true);
  await keeper?.close();
});
