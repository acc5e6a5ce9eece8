import { readFileSync } from "node:fs";
import { expect, type Locator } from "@playwright/test";
import { customerWithCart } from "#e2e/support/orders.ts";
import { checkLoadedScreen, checkScreen, holdCalls } from "#e2e/support/screens.ts";
import { newCustomer, visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

test("D1 delivery, returns and contact are linked from every page, the product and the checkout", async ({ page }) => {
  for (const [label, heading] of [
    ["Delivery", "Where we deliver"],
    ["Returns", "How to return an item"],
    ["Contact", "Contact"],
  ] as const) {
    await visit(page, "/");
    await page.getByRole("contentinfo").getByRole("link", { name: label, exact: true }).click();
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    await checkLoadedScreen(page);
  }
  await visit(page, "/details/field-tee");
  await expect(page.getByRole("link", { name: "Return policy" })).toHaveAttribute("href", "/returns");
  await customerWithCart(page);
  await page.goto("/checkout");
  const form = page.getByRole("form", { name: "Checkout" });
  for (const name of ["terms", "return policy", "privacy policy"])
    await expect(form.getByRole("link", { name })).toBeVisible();
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  for (const path of ["/delivery", "/returns", "/contact"]) expect(sitemap).toContain(`${path}</loc>`);
});

test("D1 privacy and terms have texts", async ({ page }) => {
  for (const [path, title, words] of [
    ["/privacy", "Privacy policy", "guest_id"],
    ["/terms", "Terms of use", "within the number of days shown on the product page"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(words);
    await checkScreen(page);
  }
});

test("S13 being offline is shown while it lasts", async ({ page, context }) => {
  await visit(page, "/");
  const note = page.getByText("You're offline. This information may be out of date.");
  // The note is part of a script that loads after hydration, as is the announcement of pages, the second after that of
  // slow ones.
  await expect(page.locator("p[role=status]")).toHaveCount(2);
  await context.setOffline(true);
  await expect(note).toBeVisible();
  await checkLoadedScreen(page);
  await context.setOffline(false);
  await expect(note).toBeHidden();
});

test("R4 R8 an empty cart and empty account lists cause no layout shift", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await newCustomer(page);
  await page.addInitScript(() => {
    const moved = window as unknown as { moved: number };
    moved.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) moved.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await visit(page, "/details/field-tee");
  await page.waitForFunction(() => localStorage.getItem("mine:recently_viewed"));
  for (const [path, words] of [
    ["/cart", "Your cart is empty"],
    ["/account/wishlist", "Your wishlist is empty"],
    ["/account/orders", "No orders yet"],
  ] as const) {
    const release = await holdCalls(page, `**/${cartScript()}`);
    const releaseCart = await holdCalls(page, "**/v1/cart");
    const releaseSuggestions = await holdCalls(page, "**/v1/product?*sort=popular*");
    await visit(page, path);
    // What follows the cart must not show before it, even where the cart's script comes last.
    if (path === "/cart") await expectLate(page.getByRole("heading", { name: "Best sellers" }));
    await release();
    const viewed = page.getByRole("heading", { name: "Recently viewed" });
    if (path === "/cart") await expectLate(viewed);
    await releaseCart();
    await expect(page.getByRole("heading", { name: words })).toBeVisible();
    if (path === "/cart") await expectLate(viewed);
    await releaseSuggestions();
    if (path === "/cart") await expect(viewed).toBeAttached();
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved), path).toBeLessThan(0.001);
  }
});

/** Expects that it stays away, as what is above it is still loading. */
const expectLate = (shown: Locator) => expect(shown.waitFor({ timeout: 1000 })).rejects.toThrow("Timeout");

/** The file of the script of the cart's content. */
function cartScript() {
  const manifest = JSON.parse(readFileSync("build/client/.vite/manifest.json", "utf8"));
  return manifest["web/cart/cart-contents.tsx"].file as string;
}

test("R3 R8 the last links of a product's page are not covered by its bar", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/details/field-tee");
  const last = page.getByRole("contentinfo").getByRole("link", { name: "Terms of use" });
  await last.scrollIntoViewIfNeeded();
  await page.keyboard.press("End");
  const bar = page.locator(".cart-bar");
  await expect(bar).toBeInViewport({ ratio: 1 });
  const room = async () => {
    const [link, over] = [await last.boundingBox(), await bar.boundingBox()];
    return (over?.y ?? 0) - ((link?.y ?? 0) + (link?.height ?? 0));
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});
