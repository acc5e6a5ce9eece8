import { expect, type Page } from "@playwright/test";
import { eitherWay, expectAccessible } from "./signed-in.ts";

/** The screens that the shop is laid out for: a phone, the widest that still counts as small, and a desk. */
export const widths = [390, 768, 1440] as const;
export type Width = (typeof widths)[number];

export const isSmall = (width: Width) => width <= 768;

/** Does this at each width in turn, in one window: what costs is to sign in and to open a page. */
export async function atEachWidth(page: Page, look: (width: Width) => Promise<unknown>) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await look(width);
  }
}

/** `expectPlain` at each width, of what is open now. */
export const expectPlainAtEachWidth = (page: Page, within?: string) =>
  atEachWidth(page, () => expectPlain(page, within));

/**
 * Expects that nothing stands out sideways, and that axe finds nothing here or in what `within` selects: in the light, and
 * in the dark from right to left.
 */
export const expectPlain = (page: Page, within?: string) =>
  eitherWay(page, async (rules) => {
    await expectFits(page);
    await expectAccessible(page, within, rules);
  });

/** Nothing stands out of the screen sideways. */
export const expectFits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: page.url(),
    })
    .toBeLessThanOrEqual(0);

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
