import type { Page } from "@playwright/test";
import { waitForHydration } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";
import { screens } from "./list.ts";
import { prepareScreens } from "./people.ts";

// `npm run screens` takes screenshots of every screen at four widths in both themes into screens/. SCREENS="^cart" takes
// those of some screens, SHOP_URL those of a shop that is already running, in any language.
const chosen = new RegExp(process.env.SCREENS ?? "");
const sizes = { 390: 844, 768: 1024, 1024: 768, 1440: 900 };
const themes = ["light", "dark"] as const;

let prepared: ReturnType<typeof prepareScreens> | undefined;

for (const [width, height] of Object.entries(sizes))
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width: Number(width), height },
      isMobile: Number(width) < 1000,
      hasTouch: Number(width) < 1000,
      contextOptions: { reducedMotion: "reduce" },
    });

    for (const { name, path, who = "guest", before, first, loading, whole = true, scriptless } of screens)
      if (chosen.test(name))
        test(`${name} at ${width} px`, async ({ page }) => {
          prepared ??= prepareScreens();
          const { known, person, said } = await prepared;
          const viewer = await person(who);
          await page.addInitScript((session) => Object.assign(localStorage, session), viewer.session);
          await before?.(page);
          await page.goto(typeof path === "string" ? path : path({ ...known, ...viewer }));
          if (!scriptless) await waitForHydration(page);
          if (first) await settle(page);
          await first?.(page, said);
          if (!loading) await settle(page);
          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme });
            const file = `screens/${name}-${width}-${colorScheme}.png`;
            await page.screenshot({ path: file, fullPage: whole, animations: "disabled" });
          }
        });
  });

/** Waits until nothing is loading for some time and every image is there, those further down included. */
async function settle(page: Page) {
  await page.waitForFunction(
    () => {
      const here = window as unknown as { idleChecks?: number };
      const busy = document.querySelector(".animate-breathe, [aria-busy=true], [role=progressbar][aria-hidden=false]");
      here.idleChecks = busy ? 0 : (here.idleChecks ?? 0) + 1;
      return here.idleChecks > 3;
    },
    undefined,
    { polling: 100 },
  );
  await page.evaluate(async () => {
    // Content far down is rendered only when it comes near.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
    for (const image of document.images) image.loading = "eager";
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
