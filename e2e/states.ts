import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./signed-in.ts";

/** The screens that the shop is laid out for: a phone, the widest that still counts as small, and a desk. */
export const widths = [390, 768, 1440] as const;
export type Width = (typeof widths)[number];

/**
 * Expects that nothing stands out sideways, and that axe finds nothing here or in what `within` selects. Between light
 * and dark only colours differ, so the dark is looked through for contrast alone.
 */
export async function expectPlain(page: Page, within?: string) {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, page.url()).toBeLessThanOrEqual(0);
  await expectAccessible(page, within);
  // At 768 px the colours are those of the phone.
  if (page.viewportSize()?.width === 768) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, within, "color-contrast");
  await page.emulateMedia({ colorScheme: "light" });
}

/** Keeps back the answers of these calls until the function that comes back is called. */
export async function hold(page: Page, calls: string) {
  const held = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return async () => {
    held.resolve();
    await page.unroute(calls);
  };
}
