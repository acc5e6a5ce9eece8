import type { Page } from "@playwright/test";
import { expectAccessible, expectFits, widths } from "./screens.ts";

/** Expects that nothing overflows and that axe finds nothing: on a phone, a tablet and a desktop, light and dark. */
export async function expectGoodLooks(page: Page) {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page);
      await expectAccessible(page);
    }
  }
}
