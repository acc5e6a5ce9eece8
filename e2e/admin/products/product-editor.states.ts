import { expect } from "@playwright/test";
import { openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkScreen, holdCalls, widths } from "#e2e/support/screens.ts";
import { waitForHydration } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

for (const width of widths)
  test(`R10 A5 the product editor at ${width} px: loading, failed, simple, with options`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { make, option } = await signInAsMerchant(page);
    const { values } = await option(uniqueName("Length"), ["Short", "Long"]);
    const product = await make(uniqueName("Belt"), {
      variations: values.map(({ id }) => ({ price_amount: 900, option_value_ids: [id] })),
    });
    const address = `/dashboard/products/create/${product.id}`;
    await page.route(`**/v1/product/${product.id}`, (route) =>
      route.fulfill({ status: 403, json: { message: "That can't be shown." } }),
    );
    await page.goto(address);
    await waitForHydration(page);
    await expect(page.getByRole("alert").getByText("That can't be shown.")).toBeVisible();
    await page.unroute(`**/v1/product/${product.id}`);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
    await page.getByRole("button", { name: "More fields for Long" }).click();
    await checkScreen(page);
    const letGo = await holdCalls(page, `**/v1/product/${product.id}`);
    await page.reload();
    await expect(page.getByText("Loading product")).toBeAttached();
    await checkScreen(page);
    await letGo();
    await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
    await openScreen(page, "/dashboard/products/create", "New product");
    await checkScreen(page);
  });
