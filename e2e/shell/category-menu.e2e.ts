import { expect, type Locator, type Page } from "@playwright/test";
import { checkScreen } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

const openLimitMs = 100;

const alphabet = [..."abcdefghijklmnopqrst"];

/** Thousands of categories below the departments of the document: 460 in each, and 382 below each of those. */
const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `${alphabet[at % alphabet.length]?.toUpperCase()}isle ${at + 1}`).sort();

async function largeTree(page: Page) {
  await page.route("**/v1/categories?*", async (route) => {
    const parent = new URL(route.request().url()).searchParams.get("parent") ?? "";
    const below = names(parent.includes("/") ? 382 : 460);
    const data = below.map((name, at) => ({
      id: at + 1 + parent.length * 1000,
      name,
      slug: name,
      path: `${parent}/${name}`,
      position: at,
      product_count: 1,
      image: null,
      subfolder_count: parent.includes("/") ? 0 : 460,
      subfolder: [],
    }));
    await route.fulfill({ json: { data } });
  });
}

/** Dispatches the keys in the page: sent from the test, one may come after the pause that starts a new word. */
const typeFast = (page: Page, text: string) =>
  page.evaluate((letters) => {
    for (const key of letters)
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, text);

/** Presses a button: the time until the next frame is drawn, in ms. */
const drawnMs = (button: Locator) =>
  button.evaluate(
    (element: HTMLElement | SVGElement) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        (element as HTMLElement).click();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
      }),
  );

test("H2 a menu of thousands opens levels of hundreds at once, goes back, and finds by typing", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await largeTree(page);
  await visit(page, "/privacy");
  await page.getByRole("button", { name: "Categories" }).click();
  const menu = page.getByRole("navigation", { name: "Categories" });
  const first = menu.getByRole("button", { name: "Wear", exact: true });
  // Focus prefetches the level, so that only rendering is measured.
  const fetched = page.waitForResponse((answer) => answer.url().includes("parent=wear&"));
  await first.focus();
  await fetched;
  // The fastest of three: other processes can hold up one of them.
  const times: number[] = [];
  while (times.length < 3) {
    times.push(await drawnMs(first));
    await expect(menu.getByRole("heading", { name: "Wear" })).toBeVisible();
    if (times.length === 3) break;
    await page.keyboard.press("ArrowLeft");
    await expect(first).toBeFocused();
  }
  const fastestMs = Math.min(...times);
  await expect(menu.getByRole("listitem")).toHaveCount(460);
  test.info().annotations.push({ type: "drawn", description: `${Math.round(fastestMs)} ms` });
  // A busy machine takes longer; ten times as long is a defect.
  expect(fastestMs).toBeLessThan(openLimitMs * 10);
  await page.keyboard.press("End");
  const last = menu.getByRole("listitem").last().getByRole("button");
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await typeFast(page, "kisle");
  await expect(menu.getByRole("button", { name: "Kisle 11", exact: true })).toBeFocused();
  await expect(menu.getByRole("button", { name: "Kisle 11", exact: true })).toBeInViewport();
  await page.keyboard.press("ArrowRight");
  await expect(menu.getByRole("heading", { name: "Kisle 11" })).toBeVisible();
  await expect(menu.getByRole("listitem")).toHaveCount(382);
  await page.keyboard.press("ArrowLeft");
  await expect(menu.getByRole("button", { name: "Kisle 11", exact: true })).toBeFocused();
  await checkScreen(page, "[role=dialog]");
  await expect(menu.getByRole("link", { name: "View All in Wear" })).toHaveAttribute("href", "/products?category=wear");
});
