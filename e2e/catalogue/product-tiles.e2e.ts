import { expect } from "@playwright/test";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("R2 rows of a list that render when near cause no layout shift", async ({ page }) => {
  await visit(page, "/products");
  const moved = await page.evaluate(async () => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const end = document.documentElement.scrollHeight;
    for (const step of [200, -200])
      for (let gone = 0; gone < end; gone += 200) {
        scrollBy(0, step);
        await painted();
      }
    return sum;
  });
  expect(moved).toBeLessThan(0.01);
});

test("R2 the focus ring of a tile is not clipped", async ({ page }) => {
  await visit(page, "/products");
  const last = page.getByRole("article").last();
  await last.getByRole("link").focus();
  const room = await last.getByRole("link").evaluate((link) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(link);
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const [ring, tile] = [link.getBoundingClientRect(), link.closest("li")?.getBoundingClientRect()];
    return tile && [ring.left - reach - tile.left, tile.right - ring.right - reach, tile.bottom - ring.bottom - reach];
  });
  for (const side of room ?? [-1]) expect(side).toBeGreaterThanOrEqual(0);
});

test("R1 selected text has the shop's colors everywhere", async ({ page }) => {
  await visit(page, "/products");
  const colors = await page.evaluate(() =>
    ["html", "main h1", "article h2 a", "footer a"].map((one) => {
      const { backgroundColor } = getComputedStyle(document.querySelector(one) as Element, "::selection");
      return backgroundColor;
    }),
  );
  expect(new Set(colors).size).toBe(1);
  expect(colors[0]).not.toBe("rgba(0, 0, 0, 0)");
});

test("C4 a size is added to the cart on a tile, in the color chosen there", async ({ page }) => {
  await visit(page, "/products?category=wear");
  const tile = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Drift Shorts" }) });
  const color = tile.getByRole("group", { name: "Colors" }).getByRole("button", { name: "Navy" });
  await color.click();
  await expect(color).toHaveAttribute("aria-pressed", "true");
  await expect(tile.locator(".tile-other")).toBeVisible();
  await expect(tile.getByRole("link", { name: "Drift Shorts" })).toHaveAttribute("href", /option=\d+$/);
  await tile.getByRole("button", { name: "Quick add: Drift Shorts" }).click();
  await expect(tile.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tile.getByRole("button", { name: "Quick add: Drift Shorts" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tile.getByRole("button", { name: "Add Navy / M to cart" }).click();
  await expect(page.getByRole("dialog", { name: "Added to your cart" })).toContainText("Color: Navy, Size: M");
});

test("C5 a tile's image moves to its page, which takes clicks at the same time", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visit(page, "/products");
  // Pauses the transition of the image at its start.
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => document.getAnimations().forEach((one) => one.pause()));
      return transition;
    };
  });
  await page.getByRole("article").first().getByRole("link").click();
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
        .filter((name) => name?.startsWith("::view-transition-group")),
    );
  await expect.poll(moving).toEqual(["::view-transition-group(product)"]);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});
