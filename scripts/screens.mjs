// Pictures of every screen at three widths, light and dark, into screens/: `npm run screens` beside a running demo shop, or
// `npm run screens -- cart checkout 390 dark` for some of it. SHOP_URL says where the shop is; it may speak any language.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";
import { exitOnProblem, root } from "./process.mjs";
import { screens } from "./screen-list.mjs";
import { openStage, shop } from "./screen-stage.mjs";

const folder = join(root, "screens");
const heights = { 390: 844, 768: 1024, 1440: 900 };
/** Two pages at a time: one draws while the other waits for the shop. */
const hands = 2;
/** A document whose script answers, or that has none to wait for; before and after they begin they go by these names. */
const alive = "html:is([data-alive], :not(:has(script:is([type=late], [type=begun]))))";
const wishes = process.argv.slice(2);
const themes = chosenOf(["light", "dark"]);
const widths = chosenOf(Object.keys(heights));
const names = wishes.filter((wish) => !themes.includes(wish) && !widths.includes(wish));

await exitOnProblem(async () => {
  const stage = await openStage();
  const chosen = screens.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  const views = chosen.flatMap((screen) => widths.map((width) => ({ ...screen, width })));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  await mkdir(folder, { recursive: true });
  const missing = [];
  try {
    await Promise.all(Array.from({ length: hands }, () => work(browser, stage, views, missing)));
  } finally {
    await browser.close();
  }
  console.log(
    `${chosen.length} screens are in ${folder}${missing.length > 0 ? `, but not: ${missing.join(", ")}` : ""}`,
  );
  if (missing.length > 0) process.exitCode = 1;
});

/** The wishes among these; all of them when none was wished for. */
function chosenOf(all) {
  const wished = all.filter((one) => wishes.includes(one));
  return wished.length > 0 ? wished : all;
}

async function work(browser, stage, views, missing) {
  for (let view = views.shift(); view && browser.isConnected(); view = views.shift()) {
    const label = `${view.name}-${view.width}`;
    await take(browser, stage, view, label).catch((error) => {
      missing.push(label);
      console.error(`${label}: ${error.message.split("\n").slice(0, 4).join(" ")}`);
    });
  }
}

/** One screen at one width, in each theme; between the two only colours change. */
async function take(browser, stage, { path, who = "guest", before, first, waits = false, whole = true, width }, label) {
  const person = await stage.person(who);
  const context = await browser.newContext({
    locale: "en-GB",
    baseURL: shop,
    viewport: { width: Number(width), height: heights[width] },
    reducedMotion: "reduce",
    isMobile: Number(width) < 1000,
    hasTouch: Number(width) < 1000,
    // Else the second picture of a page would be of what the offline helper kept.
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(20_000);
  try {
    await context.addInitScript((kept) => Object.assign(localStorage, kept), person.tokens);
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: themes[0] });
    await before?.(page);
    await page.goto(typeof path === "string" ? path : path({ ...stage.known, ...person }));
    await page.locator(alive).waitFor({ state: "attached" });
    if (first) await settled(page);
    await first?.(page, stage.said);
    if (!waits) await settled(page);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: join(folder, `${label}-${colorScheme}.png`),
        fullPage: whole,
        animations: "disabled",
      });
    }
  } finally {
    await context.close();
  }
}

/** Waits until nothing stands in for something else for a while, and every picture is there: those further down are asked for now. */
async function settled(page) {
  await page.waitForFunction(
    () => {
      const busy = document.querySelector(".animate-breathe, [aria-busy=true], [role=progressbar][aria-hidden=false]");
      window.calm = busy ? 0 : (window.calm ?? 0) + 1;
      return window.calm > 3;
    },
    undefined,
    { polling: 100 },
  );
  await page.evaluate(async () => {
    // What is far down is not drawn until somebody comes near.
    const drawn = new CSSStyleSheet();
    drawn.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [drawn];
    for (const image of document.images) image.loading = "eager";
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
