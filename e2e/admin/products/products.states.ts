import { expect, type Page } from "@playwright/test";
import { openScreen, signInAsMerchant } from "#e2e/support/products.ts";
import { checkScreen, widths } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const table = (page: Page) => page.getByRole("table", { name: "Products" });

const names = (page: Page) => table(page).getByRole("link");

for (const width of widths)
  test(`R10 A5 the products at ${width} px: filled, no match, none`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAsMerchant(page);
    await openScreen(page, "/dashboard/products", "Products");
    await expect(names(page)).toHaveCount(20);
    await checkScreen(page);
    await openScreen(page, "/dashboard/products?name=zzqqxxyy", "Products");
    await expect(page.getByRole("heading", { name: "No products found" })).toBeVisible();
    await checkScreen(page);
    await page.getByRole("link", { name: "Show all products" }).click();
    await expect(names(page)).toHaveCount(20);
    const meta = { page: 1, per_page: 20, total: 0, pages: 0 };
    await page.route("**/v1/product/admin?*", (route) => route.fulfill({ json: { data: [], meta } }));
    await openScreen(page, "/dashboard/products", "Products");
    await expect(page.getByRole("heading", { name: "No products yet" })).toBeVisible();
    await checkScreen(page);
  });
