import { expect, type Page } from "@playwright/test";
import { customerWithCart, expectAccessibleInBothThemes, order } from "./buying.ts";
import { test } from "./shop-test.ts";
import { alive, eitherWay, expectAccessible, newCustomer, visit } from "./signed-in.ts";
import { expectFits } from "./states.ts";

const shopPaths = ["/", "/products", "/details/field-tee", "/cart", "/delivery", "/contact", "/sign-up"];

/** Waits until the page answers and nothing is under way. */
async function settled(page: Page) {
  await alive(page);
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
}

test("R1 R2 R3 R4 at 400 % zoom every screen of the shop fits and can be used", async ({ page }) => {
  // What a window of 1280 by 1024 shows at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of shopPaths) {
    await page.goto(path);
    await settled(page);
    await expectFits(page);
  }
  await visit(page, "/details/field-tee");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Added to your cart" });
  await drawer.getByRole("link", { name: "View cart" }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("link", { name: "Go to checkout" })).toBeVisible();
  await expectFits(page);
});

test("R6 R7 R8 at 400 % zoom checkout, payment and account fit", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const { token } = await customerWithCart(page);
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: /^Order and pay €/ })).toBeEnabled();
  await expectFits(page);
  const { id } = await order(page, token, { paid: false });
  for (const path of [`/payment/${id}`, `/account/orders/${id}`, "/account", "/account/addresses"]) {
    await page.goto(path);
    await settled(page);
    await expectFits(page);
  }
});

test("R2 on a phone a department with more subcategories than fit scrolls them, and nothing else", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const category of ["home", "wear", "tech"]) {
    await visit(page, `/products?category=${category}`);
    await eitherWay(page, () => expectFits(page));
  }
});

const longWord = "Kraftfahrzeughaftpflichtversicherungsbestimmungen";

test("R2 R3 R4 R6 a word longer than a phone is wide is broken wherever a product is named", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/products?name=${"x".repeat(60)}`);
  await expect(page.getByRole("heading", { name: /^No products for/ })).toBeVisible();
  await expectFits(page);
  await visit(page, "/details/field-tee");
  await page.getByRole("main").evaluate((main, word) => {
    const title = main.querySelector("h1");
    for (const one of [title, title?.nextElementSibling]) if (one) one.textContent = word;
  }, longWord);
  await expectFits(page);
  await customerWithCart(page);
  await page.route(/\/v1\/(cart|checkout\/quote)\b/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(/("product":\{[^{}]*?"name":)"[^"]*"/g, `$1"${longWord}"`);
    await route.fulfill({ response: answer, body });
  });
  for (const path of ["/cart", "/checkout"]) {
    await page.goto(path);
    if (path === "/checkout") await page.getByText("Order summary").first().click();
    await expect(page.getByText(longWord).first()).toBeVisible();
    await expectFits(page);
  }
});

test("H2 R4 right to left, the drawers come from the other side", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/details/field-tee");
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const cart = page.getByRole("dialog", { name: "Added to your cart" });
  await expect(cart).toBeVisible();
  await expect.poll(async () => (await cart.boundingBox())?.x).toBe(0);
  await expectFits(page);
  await expectAccessible(page);
  await cart.getByRole("button", { name: "Close" }).click();
  await expect(cart).toBeHidden();
});

test("H2 right to left, the menu comes from the right on a phone, and arrow keys turn round above", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/");
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await page.getByRole("button", { name: "Categories" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer.getByRole("button", { name: "Wear" })).toBeVisible();
  // Whether or not a scroll bar takes its place at the edge.
  const gap = async () => {
    const box = await drawer.boundingBox();
    return 390 - (box?.x ?? 0) - (box?.width ?? 0);
  };
  await expect.poll(gap).toBeLessThan(20);
  expect((await drawer.boundingBox())?.x).toBeGreaterThan(40);
  await expectFits(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Categories" }).focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Categories" });
  await menu.getByRole("button", { name: "Wear" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(menu.getByRole("heading", { name: "Wear" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(menu.getByRole("button", { name: "Wear" })).toBeFocused();
  await expectAccessible(page);
});

test("D1 delivery, returns and contact are linked from every page, the product and the checkout", async ({ page }) => {
  for (const [label, heading] of [
    ["Delivery", "Where we deliver"],
    ["Returns", "How to return something"],
    ["Contact", "Contact"],
  ] as const) {
    await visit(page, "/");
    await page.getByRole("contentinfo").getByRole("link", { name: label, exact: true }).click();
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
  await visit(page, "/details/field-tee");
  await expect(page.getByRole("link", { name: "How returns work" })).toHaveAttribute("href", "/returns");
  await customerWithCart(page);
  await page.goto("/checkout");
  const form = page.getByRole("form", { name: "Checkout" });
  for (const name of ["terms", "return rules", "privacy policy"])
    await expect(form.getByRole("link", { name })).toBeVisible();
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  for (const path of ["/delivery", "/returns", "/contact"]) expect(sitemap).toContain(`${path}</loc>`);
});

test("D1 the pages the sign-in note leads to say something, and what the merchant still has to fill in", async ({
  page,
}) => {
  for (const [path, title, words] of [
    ["/privacy", "Privacy policy", "guest_id"],
    ["/terms", "Terms of use", "within the days its page names"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(words);
    await expect(page.getByRole("main").getByText("This text is a template")).toBeVisible();
    await expectAccessible(page);
  }
});

test.describe("without the offline helper", () => {
  // Still fetching when the line is cut, it keeps the browser from closing the page for good.
  test.use({ serviceWorkers: "block" });

  test("S13 being offline is said while it lasts", async ({ page, context }) => {
    await visit(page, "/");
    const note = page.getByText("You are offline. What you see may be out of date.");
    await context.setOffline(true);
    await expect(note).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await context.setOffline(false);
    await expect(note).toBeHidden();
  });
});

test("R4 R8 an empty cart and an account's empty lists move nothing when they come", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await newCustomer(page);
  await page.addInitScript(() => {
    const moved = window as unknown as { moved: number };
    moved.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) moved.moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const [path, words] of [
    ["/cart", "Your cart is empty"],
    ["/account/wishlist", "Nothing here yet"],
    ["/account/orders", "No orders yet"],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole("heading", { name: words })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved), path).toBeLessThan(0.001);
  }
});

/** Says on every button what it says twice over, as languages do that take more words. */
const sayMore = (page: Page) =>
  page.locator(".button:visible").evaluateAll((buttons) => {
    for (const button of buttons)
      for (const part of button.childNodes)
        if (part.nodeType === Node.TEXT_NODE) part.textContent = `${part.textContent} ${part.textContent}`;
  });

test("R4 R6 D1 C11 at 400 % zoom buttons that say more than fits beside each other go on below", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, "/cart");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
  await expect(dialog.getByRole("button", { name: "SIGN IN" })).toBeVisible();
  await sayMore(page);
  const outside = () =>
    dialog.evaluate((one) =>
      [one, ...one.querySelectorAll("*")]
        .map((part) => part.getBoundingClientRect())
        .filter(({ left, right, width }) => width > 1 && (left < 0 || right > innerWidth)),
    );
  await expect.poll(outside).toEqual([]);
  await customerWithCart(page);
  for (const path of ["/cart", "/checkout"]) {
    await visit(page, path);
    await expect(page.getByRole("button", { name: /coupon or gift card/ })).toBeVisible();
    await sayMore(page);
    await expectFits(page);
  }
});

for (const width of [390, 700])
  test(`R3 R8 at ${width} px the last links of a product's page are not under the bar that offers it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
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
