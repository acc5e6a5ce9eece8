import { expect, type Page } from "@playwright/test";
import { customerWithCart, placeOrder } from "#e2e/support/orders.ts";
import { chooseOptions } from "#e2e/support/products.ts";
import { checkScreen, expectFits } from "#e2e/support/screens.ts";
import { visit, waitForHydration } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

const shopPaths = ["/", "/products", "/details/field-tee", "/cart", "/delivery", "/contact", "/sign-up"];

/** Waits until the page is hydrated and nothing is loading. */
async function settled(page: Page) {
  await waitForHydration(page);
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
}

const longWord = "Kraftfahrzeughaftpflichtversicherungsbestimmungen";

/** Doubles the text of every button, as in languages with longer words. */
const sayMore = (page: Page) =>
  page.locator(".button:visible").evaluateAll((buttons) => {
    for (const button of buttons)
      for (const part of button.childNodes)
        if (part.nodeType === Node.TEXT_NODE) part.textContent = `${part.textContent} ${part.textContent}`;
  });

test("R1 R2 R3 R4 at 400% zoom every screen of the storefront fits and works", async ({ page }) => {
  // A window of 1280 by 1024 px at 400%.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of shopPaths) {
    await page.goto(path);
    await settled(page);
    await expectFits(page);
  }
  await visit(page, "/details/field-tee");
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Added to your cart" });
  await drawer.getByRole("link", { name: "View cart" }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("link", { name: "Go to checkout" }).first()).toBeVisible();
  await expectFits(page);
});

test("R6 R7 R8 at 400% zoom checkout, payment and account fit", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const { token } = await customerWithCart(page);
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: /^Order and pay €/ })).toBeEnabled();
  await expectFits(page);
  const { id } = await placeOrder(page, token, { paid: false });
  for (const path of [`/payment/${id}`, `/account/orders/${id}`, "/account", "/account/addresses"]) {
    await page.goto(path);
    await settled(page);
    await expectFits(page);
  }
});

test("R2 on a phone many subcategories scroll by themselves", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const category of ["home", "wear", "tech"]) {
    await visit(page, `/products?category=${category}`);
    await checkScreen(page);
  }
});

test("R2 R3 R4 R6 a word wider than a phone is broken wherever a product is named", async ({ page }) => {
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

test("H2 R4 right to left, drawers open from the other side", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/details/field-tee");
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await chooseOptions(page);
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  const cart = page.getByRole("dialog", { name: "Added to your cart" });
  await expect(cart).toBeVisible();
  await expect.poll(async () => (await cart.boundingBox())?.x).toBe(0);
  await expectFits(page);
  await checkScreen(page);
  await cart.getByRole("button", { name: "Close" }).click();
  await expect(cart).toBeHidden();
});

test("H2 right to left, the menu opens from the right, and arrow keys are mirrored", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/");
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await page.getByRole("button", { name: "Categories" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer.getByRole("button", { name: "Wear" })).toBeVisible();
  // With or without a scroll bar at the edge.
  const gap = async () => {
    const box = await drawer.boundingBox();
    return 390 - (box?.x ?? 0) - (box?.width ?? 0);
  };
  await expect.poll(gap).toBeLessThan(20);
  expect((await drawer.boundingBox())?.x).toBeGreaterThan(40);
  await expectFits(page);
  await checkScreen(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Categories" }).focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Categories" });
  // The opening menu focuses its first link.
  await expect(menu.getByRole("link").first()).toBeFocused();
  await menu.getByRole("button", { name: "Wear" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(menu.getByRole("heading", { name: "Wear" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(menu.getByRole("button", { name: "Wear" })).toBeFocused();
  await checkScreen(page);
});

test("R4 R6 D1 C11 at 400% zoom long button labels wrap", async ({ page }) => {
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
