import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** The sign-ins of the demo world. */
export const demoCustomer = { username: "demo", password: "demo-kiosk" };
export const demoAdmin = { username: "admin", password: "admin-kiosk" };

/** Goes to a page and waits until it has come to life, so that no press is lost. */
export async function visit(page: Page, path: string) {
  const answer = await page.goto(path);
  await alive(page);
  return answer;
}

/** Waits until the page's script answers. */
export const alive = (page: Page) => page.locator("html[data-alive]").waitFor({ state: "attached" });

/** Opens the dialog and signs in, as a person does. */
export async function signInByDialog(page: Page, who: typeof demoCustomer) {
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await answerSignIn(page, who);
}

/** Signs in by the dialog that a page of one's own has opened by itself. */
export async function answerSignIn(page: Page, { username, password }: typeof demoCustomer) {
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "SIGN IN" }).click();
}

/** Opens a new account by the API and is signed in with it on the next page that is visited; so tests stand alone. */
export async function newCustomer(page: Page) {
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const password = "quiet-river-stone";
  const answer = await page.request.post("/v1/auth/register", { data: { email, password, fullname: "Robin Reader" } });
  expect(answer.status()).toBe(201);
  const { user, ...session } = await answer.json();
  await page.addInitScript((stored: Record<string, string>) => {
    if (sessionStorage.getItem("signed in")) return;
    sessionStorage.setItem("signed in", "once");
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, session);
  return { email, password, user, session: session as Record<string, string> };
}

/** What axe looks at only when asked to: targets of 24 px, or as far from each other, as WCAG 2.2 AA wants them. */
const asked = { "target-size": { enabled: true } };

/** What of axe's rules goes by colours or by where things lie: all else is the same whichever way one looks. */
const bySight = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];

/**
 * Looks at a page twice: in the light from left to right, then in the dark from right to left. What is wrong with a
 * colour or with a side is found by one of the two, and each look costs time: the second is for what can differ (`rules`).
 */
export async function eitherWay(page: Page, look: (rules?: string[]) => Promise<void>) {
  const letMove = await holdStill(page);
  await look();
  await turn(page, "dark", "rtl");
  await look(bySight);
  await turn(page, "light", "ltr");
  await letMove();
}

async function turn(page: Page, colorScheme: "light" | "dark", dir: "ltr" | "rtl") {
  await page.emulateMedia({ colorScheme });
  await page.evaluate((way) => {
    document.documentElement.dir = way;
  }, dir);
}

/** Expects that axe finds nothing here, or in what `within` selects, once what moves has come to rest; of all rules or of these. */
export async function expectAccessible(page: Page, within = "html", rules?: string[]) {
  const letMove = await holdStill(page);
  const found = await violations(page, within, rules);
  expect(found).toEqual([]);
  await letMove();
}

/**
 * Brings all that moves to rest until the function that comes back is called: half faded, what leaves meanwhile, as a toast
 * does when its time is over, has too little contrast, and every colour that fades over to the dark is drawn many times.
 */
async function holdStill(page: Page) {
  const still = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
    // A skeleton breathes without end, and a page behind another draws no frames: both are brought to their end.
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

/** What axe finds: each rule with the elements that break it. Its script comes to a document once, it is half a megabyte. */
async function violations(page: Page, within: string, rules?: string[]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([selector, only, beside]) => {
      const here = window as unknown as { axe: typeof axe };
      // Nobody reads what is in order: to write it down would cost much of the time.
      const options = { resultTypes: ["violations" as const], ...(only ? { runOnly: only } : { rules: beside }) };
      const { violations: broken } = await here.axe.run({ include: [[selector]] }, options);
      return broken.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    [within, rules, asked] as const,
  );
}

/**
 * Levels of the menu change without sliding: what moves is pressed again and again, each time scrolled to another place by
 * the test, which carries the panel along, and the press falls between two places.
 */
export const withoutMotion = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });
