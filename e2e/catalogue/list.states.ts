import { checkLoadedScreen, widths } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

for (const width of widths)
  test(`R1 R2 R3 P1 home, lists and a product at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const address of [
      "/",
      "/products",
      "/products?category=wear",
      "/products?category=wear&on_sale=true",
      "/products?name=zzqqxxyy",
      "/details/field-tee",
    ]) {
      await visit(page, address);
      await checkLoadedScreen(page);
    }
  });
