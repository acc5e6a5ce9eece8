import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";

/** The widths the shop is laid out for: a phone, the widest small screen, and a desktop. */
export const widths = [390, 768, 1440] as const;
export type Width = (typeof widths)[number];

export const isSmall = (width: Width) => width <= 768;

/** Does this at the width of a desktop; in `npm run check -- states` at each width in turn. */
export async function atEachWidth(page: Page, check: (width: Width) => Promise<unknown>) {
  for (const width of checksStates() ? widths : widths.slice(-1)) {
    await page.setViewportSize({ width, height: 900 });
    await check(width);
  }
}

/** Holds the responses of these calls back until the returned function is called. */
export async function holdCalls(page: Page, calls: string) {
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

/** Expects that nothing overflows the screen sideways. */
export const expectFits = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: page.url(),
    })
    .toBeLessThanOrEqual(0);

/** Levels of the menu change without sliding. */
export const reduceMotion = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });

/** `npm run check -- states` runs every test with these checks; in the gate they cost half of the run and are left out. */
const checksStates = () => test.info().project.name === "states";

/**
 * In `npm run check -- states`: expects that nothing overflows and that axe finds nothing, here or in what `within`
 * selects, in the light and in the dark from right to left. In the gate: does nothing.
 */
export async function checkScreen(page: Page, within?: string) {
  if (!checksStates()) return;
  const allowMotion = await stopMotion(page);
  const direction = await page.evaluate(() => document.documentElement.dir);
  await expectFits(page);
  await expectAccessible(page, within);
  await setAppearance(page, "dark", "rtl");
  await expectFits(page);
  await expectAccessible(page, within, appearanceRules);
  await setAppearance(page, "light", direction);
  await allowMotion();
}

/** `checkScreen` once nothing is loading any more. */
export async function checkLoadedScreen(page: Page, within?: string) {
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  await checkScreen(page, within);
}

/** `checkScreen` at each width. */
export async function checkScreenAtEachWidth(page: Page, within?: string) {
  if (checksStates()) await atEachWidth(page, () => checkScreen(page, within));
}

/** axe's rules that depend on color or position; all others give the same result in both themes and directions. */
const appearanceRules = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];

async function setAppearance(page: Page, colorScheme: "light" | "dark", dir: string) {
  await page.emulateMedia({ colorScheme });
  await page.evaluate((value) => {
    document.documentElement.dir = value;
  }, dir);
}

/** Expects that axe finds nothing here, or in what `within` selects; of all rules or of these. */
export async function expectAccessible(page: Page, within = "html", rules?: string[]) {
  const allowMotion = await stopMotion(page);
  expect(await findViolations(page, within, rules), page.url()).toEqual([]);
  await allowMotion();
}

/** Ends every transition and animation until the returned function is called: half faded texts have too little contrast. */
async function stopMotion(page: Page) {
  const still = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else animation.finish();
    }
    return sheet;
  });
  return () =>
    still.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
}

/** Off by default in axe: targets of 24 px, as WCAG 2.2 AA asks. */
const addedRules = { "target-size": { enabled: true } };

/** Each rule that axe finds broken, with the elements that break it. */
async function findViolations(page: Page, within: string, rules?: string[]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, only, added]) => {
      const { axe: runner } = window as unknown as { axe: typeof axe };
      const options = { resultTypes: ["violations" as const], ...(only ? { runOnly: only } : { rules: added }) };
      const { violations } = await runner.run({ include: [[selector]] }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    [within, rules, addedRules] as const,
  );
}
